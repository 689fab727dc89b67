"""Plots the speed of `fylking.Batch` over games and threads: `python examples/batch_throughput.py`.

Needs Matplotlib: pip install "fylking[examples]"
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import matplotlib.pyplot as plt

import fylking


def speed(game: fylking.Game, n: int, threads: int, seconds: float) -> float:
    """Moves a second of drawn steps with legal masks: the best of five runs."""
    batch = fylking.Batch(game, n, seed=1, threads=threads)
    mask = batch.legal_mask()
    for _ in range(100):  # so that the games are in all phases of play
        batch.step_random(mask=mask)
    best = 0.0
    for _ in range(5):
        steps, start, end = 0, time.perf_counter(), 0.0
        while end - start < seconds / 5:
            batch.step_random(mask=mask)
            steps += 1
            end = time.perf_counter()
        best = max(best, steps * n / (end - start))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves a second of fylking.Batch, as a plot.")
    parser.add_argument("--out", type=Path, default=Path("batch_throughput.png"))
    parser.add_argument("--seconds", type=float, default=0.5, help="for each point (default 0.5)")
    parser.add_argument("--short", action="store_true", help="few points, quickly")
    options = parser.parse_args()
    sizes = [16, 256] if options.short else [4**k for k in range(9)]
    seconds = 0.01 if options.short else options.seconds
    threads = sorted({1, 2, os.cpu_count() or 1})

    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    for color, game in enumerate(
        (fylking.Fravan(5), fylking.Herfor(5), fylking.Frasvel(5), fylking.Freeze(8))
    ):
        for count, style in zip(threads, ("-", "--", ":"), strict=False):
            speeds = [speed(game, n, count, seconds) / 1e6 for n in sizes]
            label = f"{game.title} {game.size}, {count} thread{'s' * (count > 1)}"
            axes.plot(sizes, speeds, style, color=f"C{color}", marker="o", ms=4, label=label)
            print(f"{label}: {max(speeds):.2f} M moves/s at best", flush=True)
    axes.set(
        xscale="log", xlabel="games in the batch", ylabel="million moves a second", ylim=0,
        title="fylking.Batch: drawn steps, with legal masks",
    )  # fmt: skip
    axes.set_xticks(sizes, [f"{n:,}" for n in sizes])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, ncols=2)
    figure.savefig(options.out, dpi=150)
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
