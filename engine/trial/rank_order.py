"""How well a final table orders its field: Kendall's rank correlation with ties (tau-b).

M. G. Kendall, Biometrika 33 (1945), 239-251. Of two players taken at random tau says how much more
often the stronger one stands above than below; places that are shared count for neither, which
Spearman's coefficient cannot say of the many shared places of a knockout. Computed by sorting
(W. R. Knight, JASA 61, 1966, 436-439), so that a field of thousands takes no longer than a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import sqrt


def kendall(pairs: Sequence[tuple[int, int]]) -> float | None:
    """Tau-b of pairs of values; None where one of the two is alike for all."""
    n = len(pairs)
    every = n * (n - 1) // 2
    level_one = _pairs_alike(one for one, _ in pairs)
    level_other = _pairs_alike(other for _, other in pairs)
    if level_one == every or level_other == every:
        return None
    level_both = _pairs_alike(pairs)
    against, _ = _inversions([other for _, other in sorted(pairs)])
    parted = every - level_one - level_other + level_both
    return (parted - 2 * against) / sqrt((every - level_one) * (every - level_other))


def _pairs_alike(values: Iterable[Hashable]) -> int:
    return sum(n * (n - 1) // 2 for n in Counter(values).values())


def _inversions(values: list[int]) -> tuple[int, list[int]]:
    """How many pairs stand the wrong way round, and the values sorted."""
    if len(values) < 2:
        return 0, values
    half = len(values) // 2
    count, left = _inversions(values[:half])
    more, right = _inversions(values[half:])
    count += more
    merged, at = [], 0
    for value in right:
        while at < len(left) and left[at] <= value:
            merged.append(left[at])
            at += 1
        count += len(left) - at
        merged.append(value)
    return count, merged + left[at:]
