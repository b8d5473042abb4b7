# PyTorch as a contender of matmul-gpu.bench.ts; speaks the protocol of lib/external.ts. A request is "bfloat16 1024 50": it answers
# with the nanoseconds of one of so many products, the device idle before and after.
import sys
import time

import torch

kept = {}
print("ready PyTorch", torch.__version__, "cuBLAS of CUDA", torch.version.cuda, flush=True)
for line in sys.stdin:
    kind, size, count = line.split()
    n, count = int(size), int(count)
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    if (kind, n) not in kept:
        kept.clear()
        dtype = torch.float32 if kind == "tf32" else getattr(torch, kind)
        torch.manual_seed(1)
        kept[kind, n] = [torch.rand(n, n, device="cuda").to(dtype) for _ in range(2)]
        for _ in range(3):
            kept[kind, n][0] @ kept[kind, n][1]
    a, b = kept[kind, n]
    torch.cuda.synchronize()
    start = time.perf_counter_ns()
    for _ in range(count):
        a @ b
    torch.cuda.synchronize()
    print((time.perf_counter_ns() - start) / count, flush=True)
