# The twin of the program in first-operations.bench.ts: the first operations of a process, each waited for.
import sys
import cupy as cp

x = cp.arange(1000, dtype=cp.float32)
operations = [
    lambda: x + x,
    lambda: cp.sqrt(x),
    lambda: x.sum(),
    lambda: x * 2,
    lambda: x > 10,
    lambda: x.reshape(10, 100).max(axis=1),
    lambda: cp.exp(x),
    lambda: cp.cumsum(x),
    lambda: x.astype(cp.int32),
    lambda: cp.sort(x),
]
for operation in operations[: int(sys.argv[1])]:
    cp.asnumpy(operation())
