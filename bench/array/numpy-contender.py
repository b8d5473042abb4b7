# NumPy as a contender of array.bench.ts; speaks the protocol of contender.ts. Its threads are OPENBLAS_NUM_THREADS.
import numpy as np
from contender import inputs, serve

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


serve(f"NumPy {np.__version__}", operations, to_host=lambda a: a, finish=lambda: None)
