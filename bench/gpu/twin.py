# The Python twins of gpu.bench.ts: one library per process, named by the first argument. Speaks the protocol of
# lib/external.ts; the request "allocate" times allocation, any other the launch of a small kernel.
import sys
import time

SOURCE = """extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}"""
COUNT = 5000
which = sys.argv[1]

if which.startswith("cupy"):
    import cupy as cp

    a, b, out = (cp.ones(256, dtype=cp.float32) for _ in range(3))
    kernel = cp.RawKernel(SOURCE, "add_arrays")
    n = cp.int32(256)
    if which == "cupy-raw":
        launch = lambda: kernel((1,), (256,), (a, b, out, n))
    else:
        launch = lambda: cp.add(a, b, out=out)
    allocate = lambda: cp.empty(1024, dtype=cp.float32)
    synchronize = cp.cuda.Stream.null.synchronize
    version = f"CuPy {cp.__version__}"
elif which == "torch":
    import torch

    a, b, out = (torch.ones(256, device="cuda") for _ in range(3))
    launch = lambda: torch.add(a, b, out=out)
    allocate = lambda: torch.empty(1024, device="cuda")
    synchronize = torch.cuda.synchronize
    version = f"PyTorch {torch.__version__}"
elif which == "cuda.core":
    import cuda.core as core_package

    try:
        from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch as core_launch
    except ImportError:
        from cuda.core.experimental import Device, LaunchConfig, Program, ProgramOptions, launch as core_launch
    import ctypes

    device = Device(0)
    device.set_current()
    stream = device.create_stream()
    major, minor = device.compute_capability
    program = Program(SOURCE, code_type="c++", options=ProgramOptions(arch=f"sm_{major}{minor}"))
    kernel = program.compile("cubin").get_kernel("add_arrays")
    memory = [device.allocate(4096, stream=stream) for _ in range(3)]
    config = LaunchConfig(grid=1, block=256)
    n = ctypes.c_int(256)
    launch = lambda: core_launch(stream, config, kernel, memory[0], memory[1], memory[2], n)

    def allocate():
        device.allocate(4096, stream=stream).close(stream)

    synchronize = stream.sync
    version = f"cuda.core {core_package.__version__}"
else:
    sys.exit(f"unknown library {which}")

for _ in range(200):
    launch()
synchronize()
print(f"ready {version}", flush=True)
for request in sys.stdin:
    run = allocate if request.startswith("allocate") else launch
    start = time.perf_counter_ns()
    for _ in range(COUNT):
        run()
    if run is launch:
        synchronize()
    print((time.perf_counter_ns() - start) / COUNT, flush=True)
    synchronize()
