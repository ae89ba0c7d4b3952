"""`python -m tui`: the command `topboard` where it is not installed."""

from __future__ import annotations

import sys

from tui.cli import main

sys.exit(main())
