# The PyTorch twin of addon.bench.ts. Speaks the protocol of lib/external.ts: builds the extension with
# torch.utils.cpp_extension.load (which needs ninja) in an empty folder, then "build" tells how long that took, anything else times calls.
import os
import sys
import tempfile
import time

import torch
import torch.utils.cpp_extension as cpp_extension

sources, count = sys.argv[1].split(","), int(sys.argv[2])
major, minor = torch.cuda.get_device_capability()
os.environ["TORCH_CUDA_ARCH_LIST"] = f"{major}.{minor}"
torch.ones(1, device="cuda")
build = tempfile.mkdtemp()
begin = time.perf_counter()
extension = cpp_extension.load(name="sum_extension", sources=sources, build_directory=build, verbose=False)
built = time.perf_counter() - begin

a, b = (torch.ones(1024, device="cuda") for _ in range(2))
assert extension.sum_cuda(a, b).sum().item() == 2048
sum_cuda, synchronize = extension.sum_cuda, torch.cuda.synchronize
print(f"ready PyTorch {torch.__version__}", flush=True)
for line in sys.stdin:
    if line.strip() == "build":
        print(built * 1e9, flush=True)
        continue
    synchronize()
    begin = time.perf_counter_ns()
    for _ in range(count):
        sum_cuda(a, b)
    print((time.perf_counter_ns() - begin) / count, flush=True)
