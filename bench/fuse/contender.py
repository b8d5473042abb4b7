# a * b + sin(c) over many floats, and a training step of an MLP, as peers of fuse.bench.ts compute them.
# argv: what computes ("numpy", "numexpr", "torch", "compile", "graph", "cupy", "cupy.fuse"), "chain" or "mlp", how many floats, threads.
import sys
import time

which, case, size, threads = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
finish = lambda: None

if case == "mlp":
    import torch

    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(threads)
    layers = [torch.nn.Linear(784, 256), torch.nn.ReLU(), torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 10)]
    model = torch.nn.Sequential(*layers).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, capturable=which == "graph")
    x = torch.randn(128, 784, device=device)
    y = torch.randint(0, 10, (128,), device=device)

    def forward():
        return torch.nn.functional.cross_entropy(model(x), y)

    forward = torch.compile(forward, mode="reduce-overhead") if which == "compile" else forward

    def run():
        optimizer.zero_grad()
        forward().backward()
        optimizer.step()

    if which == "graph":
        # A whole step, captured by hand as PyTorch's notes on CUDA graphs say.
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                run()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            forward().backward()
            optimizer.step()
        run = graph.replay

    if device == "cuda":
        finish = torch.cuda.synchronize
    version = f"PyTorch {torch.__version__}"
elif which in ("torch", "compile"):
    import torch

    a, b, c = (torch.rand(size, device="cuda") for _ in range(3))
    chain = lambda a, b, c: a * b + torch.sin(c)
    chain = torch.compile(chain) if which == "compile" else chain
    run = lambda: chain(a, b, c)
    finish = torch.cuda.synchronize
    version = f"PyTorch {torch.__version__}"
elif which.startswith("cupy"):
    import cupy

    a, b, c = (cupy.random.rand(size, dtype=cupy.float32) for _ in range(3))
    chain = lambda a, b, c: a * b + cupy.sin(c)
    chain = cupy.fuse(chain) if which == "cupy.fuse" else chain
    run = lambda: chain(a, b, c)
    finish = cupy.cuda.Device().synchronize
    version = f"CuPy {cupy.__version__}"
else:
    import numpy

    a, b, c = (numpy.random.rand(size).astype(numpy.float32) for _ in range(3))
    if which == "numexpr":
        import numexpr

        numexpr.set_num_threads(threads)
        numexpr.set_vml_num_threads(threads) if numexpr.use_vml else None
        run = lambda: numexpr.evaluate("a * b + sin(c)")
        version = f"numexpr {numexpr.__version__}"
    else:
        run = lambda: a * b + numpy.sin(c)
        version = f"NumPy {numpy.__version__}"

for _ in range(5):
    run()
finish()
print(f"ready {version}", flush=True)
for _ in sys.stdin:
    count, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < 0.2 or count < 3:
        run()
        count += 1
        if count % 16 == 0:
            finish()
    finish()
    print((time.perf_counter() - begin) / count * 1e9, flush=True)
