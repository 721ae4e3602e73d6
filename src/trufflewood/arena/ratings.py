"""Figures that say how sure they are: 95 % intervals, and Elo by a fitted model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

SURE: Final = 1.96  # standard errors on either side of a 95 % interval
# the same where the error itself is estimated, from two values, three, and so on (Student's t)
FEW: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13,
              2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05)  # fmt: skip
MEAN: Final = 1500.0
ELO: Final = 400 / math.log(10)  # an Elo point as odds: ten to one is 400 points
PRIOR: Final = 0.5  # drawn games that every pair is given, so that a clean sheet stays finite


def share_interval(share: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a share of victories.

    >>> [round(bound, 3) for bound in share_interval(0.9, 100)]
    [0.826, 0.945]
    """
    if games <= 0:
        return 0.0, 1.0
    spread = SURE * SURE / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def part_interval(parts: Sequence[tuple[float, float]]) -> tuple[float, tuple[float, float]]:
    """The share that some parts have of all, from (part, whole) of each game, and its interval.

    What happens in one game hangs together, so the whole counts as fewer trials than it has, by how much the
    games differ; never as more.

    >>> share, (low, high) = part_interval([(2, 2), (0, 2)] * 50)
    >>> round(share, 2), round(low, 2), round(high, 2)
    (0.5, 0.4, 0.6)
    """
    whole = sum(of for _, of in parts)
    share = sum(part for part, _ in parts) / whole
    games = len(parts)
    differ = sum((part - share * of) ** 2 for part, of in parts) * games / max(1, games - 1)
    trials = min(whole, share * (1 - share) * whole * whole / differ) if differ > 0 else games
    return share, share_interval(share, trials)


def mean_interval(values: Sequence[float]) -> tuple[float, tuple[float, float]]:
    """A mean and its interval, from values that do not depend on one another.

    >>> mean, (low, high) = mean_interval([1.0, 2.0, 3.0])
    >>> round(mean, 2), round(low, 2), round(high, 2)
    (2.0, -0.48, 4.48)
    """
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, (-math.inf, math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    sure = FEW[count - 2] if count - 2 < len(FEW) else SURE
    half = sure * math.sqrt(variance / count)
    return mean, (mean - half, mean + half)


def fit(wins: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Elo and half of its interval for each bot, from `wins[a][b]`, what a took from b.

    Bradley and Terry's model by greatest likelihood: a beats b with odds of strength a to b.

    >>> [round(elo) for elo, _ in fit([[0, 1000], [100, 0]])]
    [1700, 1300]
    """
    count = len(wins)
    if not any(map(sum, wins)):
        return [(MEAN, math.inf)] * count  # nobody met anybody
    taken = [[float(wins[a][b]) for b in range(count)] for a in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b and wins[a][b] + wins[b][a] > 0:
                taken[a][b] += PRIOR / 2
    met = [[taken[a][b] + taken[b][a] for b in range(count)] for a in range(count)]
    strength = [1.0] * count
    for _ in range(2000):
        new = [
            sum(taken[a])
            / max(
                1e-12,
                sum(met[a][b] / (strength[a] + strength[b]) for b in range(count) if met[a][b] and a != b),
            )
            if sum(met[a])
            else strength[a]
            for a in range(count)
        ]
        level = math.exp(sum(math.log(max(one, 1e-12)) for one in new) / count)
        new = [max(one, 1e-12) / level for one in new]
        moved = max(abs(math.log(x / y)) for x, y in zip(new, strength, strict=True))
        strength = new
        if moved < 1e-10:
            break
    spread = _errors(strength, met)
    return [
        (MEAN + ELO * math.log(one), ELO * SURE * error) for one, error in zip(strength, spread, strict=True)
    ]


def _errors(strength: list[float], met: list[list[float]]) -> list[float]:
    """Standard errors of the logs of the strengths, whose mean is held at 0."""
    count = len(strength)
    matrix = [[1.0 / count] * count for _ in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b:
                chance = strength[a] / (strength[a] + strength[b])
                weight = met[a][b] * chance * (1 - chance)
                matrix[a][a] += weight
                matrix[a][b] -= weight
    inverse = _inverse(matrix)
    return [math.sqrt(max(0.0, inverse[n][n] - 1.0 / count)) for n in range(count)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    count = len(matrix)
    rows = [[*row, *(1.0 if n == k else 0.0 for k in range(count))] for n, row in enumerate(matrix)]
    for n in range(count):
        pivot = max(range(n, count), key=lambda k: abs(rows[k][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        lead = rows[n][n] or 1e-12
        rows[n] = [value / lead for value in rows[n]]
        for k in range(count):
            if k != n:
                factor = rows[k][n]
                rows[k] = [value - factor * own for value, own in zip(rows[k], rows[n], strict=True)]
    return [row[count:] for row in rows]
