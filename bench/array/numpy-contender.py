# NumPy as a contender of array.bench.ts; speaks the protocol of contender.ts. Its threads are OPENBLAS_NUM_THREADS.
import sys
import time

import numpy as np


def inputs(n, seed):
    whole = (np.arange(n, dtype=np.uint64) + seed) * 2654435761 & 0xFFFFFFFF
    return ((whole >> 8).astype(np.float64) * 2.0**-24).astype(np.float32)


kept = {}


def get(key, make):
    n = key[1]
    if kept.get("n") != n:
        kept.clear()
        kept["n"] = n
    if key not in kept:
        kept[key] = make()
    return kept[key]


def vector(n):
    return get(("vector", n), lambda: inputs(n, 0))


def other(n):
    return get(("other", n), lambda: inputs(n, 1))


def rows(n):
    return get(("rows", n), lambda: inputs(n, 0).reshape(n // 1000, 1000))


def matrix(n, seed):
    return get((f"matrix{seed}", n), lambda: inputs(n * n, seed).reshape(n, n))


def softmax(x):
    # What people write: NumPy has no such function.
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


operations = {
    "add": lambda n: vector(n) + other(n),
    "sqrt": lambda n: np.sqrt(vector(n)),
    "exp": lambda n: np.exp(vector(n)),
    "sum": lambda n: vector(n).sum(),
    "max": lambda n: vector(n).max(),
    "softmax": lambda n: softmax(rows(n)),
    "matmul": lambda n: matrix(n, 0) @ matrix(n, 1),
    "sort": lambda n: np.sort(vector(n)),
    "fft": lambda n: np.fft.rfft(vector(n)),
}


def measured(run, n, count):
    begin = time.perf_counter()
    for _ in range(count):
        run(n)
    return time.perf_counter() - begin


def sample(run, n, milliseconds):
    count = 1
    while True:
        elapsed = max(measured(run, n, count), 1e-6)
        if elapsed * 1e3 >= milliseconds / 2:
            return elapsed / count * 1e9
        count = max(2 * count, int(count * milliseconds / 1e3 / elapsed))


print(f"ready NumPy {np.__version__}", flush=True)
for line in sys.stdin:
    verb, name, n, *rest = line.split()
    run = operations[name]
    n = int(n)
    if verb == "check":
        result = np.atleast_1d(run(n))
        parts = result.view(result.real.dtype)
        print(float(parts.astype(np.float64).sum()), flush=True)
    else:
        print(sample(run, n, float(rest[0])), flush=True)
