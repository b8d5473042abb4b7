# What contenders in Python share: their inputs, and the protocol of contender.ts.
import sys
import time

import numpy as np


def inputs(n, seed):
    whole = (np.arange(n, dtype=np.uint64) + seed) * 2654435761 & 0xFFFFFFFF
    return ((whole >> 8).astype(np.float64) * 2.0**-24).astype(np.float32)


def serve(description, operations, to_host, finish):
    """Answers requests until there are no more. finish() waits until all that was started is done."""

    def measured(run, n, count):
        begin = time.perf_counter()
        for _ in range(count):
            run(n)
        finish()
        return time.perf_counter() - begin

    def sample(run, n, milliseconds):
        count = 1
        while True:
            elapsed = max(measured(run, n, count), 1e-6)
            if elapsed * 1e3 >= milliseconds / 2:
                return elapsed / count * 1e9
            count = max(2 * count, int(count * milliseconds / 1e3 / elapsed))

    def check(run, n):
        result = np.atleast_1d(to_host(run(n)))
        # Complex numbers are added up part by part.
        return float(result.view(result.real.dtype).astype(np.float64).sum())

    print(f"ready {description}", flush=True)
    for line in sys.stdin:
        verb, name, n, *rest = line.split()
        run = operations[name]
        print(check(run, int(n)) if verb == "check" else sample(run, int(n), float(rest[0])), flush=True)
