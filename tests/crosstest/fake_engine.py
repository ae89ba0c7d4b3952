"""An engine that answers wrongly on purpose: `fake_engine.py WAY FILE [CODES]`."""

import sys
import time
from pathlib import Path

way, path, *codes = sys.argv[1:]
lines = [line for line in Path(path).read_text().splitlines() if line.startswith("001")]
rounds = max((len(line.rstrip()) - 82) // 10 for line in lines)
if way in ("same", "other"):
    for number in range(1, rounds + 1):
        print(f"Round #{number}")
        if way == "other" and number == 2:
            print("1 - 2 and not 1 - 3")
if way == "in-a-row":
    asked = max((len(line.rstrip()) - 82) // 10 for line in lines)
    here = [line[4:8].strip() for line in lines if line.rstrip()[-1:] not in "ZHF"]
    pairs = [
        *zip(here[::2], here[1::2], strict=False),
        *([(here[-1], "0")] if len(here) % 2 else []),
    ]
    print(len(pairs), *(f"{white} {black}" for white, black in pairs), sep="\n")
if way == "nought":
    print("no rank", *codes)
    for line in lines:
        print(line[4:8].strip(), 1, *("0" for _ in codes), sep="\t")
if way == "silence":
    time.sleep(60)
if way == "crash":
    sys.exit("something went wrong")
if way == "nonsense":
    print("hello")
