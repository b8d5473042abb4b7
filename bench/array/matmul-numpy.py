# NumPy as a contender of matmul.bench.ts; speaks the protocol of lib/external.ts. A request is "float32 512 10": it answers with the
# nanoseconds of the fastest of so many products, which other programs disturb least. Its threads are OPENBLAS_NUM_THREADS.
import sys
import time

import numpy as np

kept = {}
print("ready NumPy", np.__version__, flush=True)
for line in sys.stdin:
    dtype, size, count = line.split()
    n = int(size)
    if (dtype, n) not in kept:
        generator = np.random.default_rng(1)
        kept.clear()
        kept[dtype, n] = [generator.random((n, n)).astype(dtype) for _ in range(2)]
        kept[dtype, n][0] @ kept[dtype, n][1]
    a, b = kept[dtype, n]
    best = float("inf")
    for _ in range(int(count)):
        start = time.perf_counter_ns()
        a @ b
        best = min(best, time.perf_counter_ns() - start)
    print(best, flush=True)
