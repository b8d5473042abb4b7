# a * b + sin(c) over many floats, and training steps of an MLP and a transformer, as peers of fuse.bench.ts compute them.
# argv: what computes ("numpy", "numexpr", "torch", "attention", "compile", "graph", "cupy", "cupy.fuse"), "chain", "mlp" or "transformer", how many
# floats, threads.
import sys
import time

which, case, size, threads = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
finish = lambda: None

if case == "transformer":
    import math

    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(threads)
    LAYERS, WIDTH, HEADS, LENGTH, BATCH, LETTERS = 4, 256, 4, 256, 32, 64
    weight = lambda *shape: torch.nn.Parameter(torch.randn(*shape, device=device) / math.sqrt(shape[0]))
    ones = lambda: torch.nn.Parameter(torch.ones(WIDTH, device=device))
    ends = [weight(LETTERS, WIDTH), weight(LENGTH, WIDTH), ones(), weight(WIDTH, LETTERS)]
    layers = [
        [ones(), ones(), weight(WIDTH, 3 * WIDTH), weight(WIDTH, WIDTH), weight(WIDTH, 4 * WIDTH), weight(4 * WIDTH, WIDTH)]
        for _ in range(LAYERS)
    ]
    optimizer = torch.optim.Adam([*ends, *(one for layer in layers for one in layer)], lr=1e-3)
    source, target = (torch.randint(0, LETTERS, (BATCH, LENGTH), device=device) for _ in range(2))
    future = torch.triu(torch.ones(LENGTH, LENGTH, device=device), 1) * -1e9
    normalized = lambda x, scale: F.rms_norm(x, (WIDTH,), scale, 1e-6)

    def forward():
        letters, places, norm, out = ends
        x = letters[source] + places
        for norm1, norm2, qkv, mix, up, down in layers:
            heads = (normalized(x, norm1) @ qkv).reshape(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
            q, k, v = heads.permute(2, 0, 3, 1, 4)
            if which == "attention":
                mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                mixed = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + future, -1) @ v
            x = x + mixed.transpose(1, 2).reshape(BATCH, LENGTH, WIDTH) @ mix
            x = x + F.gelu(normalized(x, norm2) @ up) @ down
        return F.cross_entropy((normalized(x, norm) @ out).reshape(-1, LETTERS), target.reshape(-1))

    def run():
        optimizer.zero_grad()
        forward().backward()
        optimizer.step()

    if device == "cuda":
        finish = torch.cuda.synchronize
    version = f"PyTorch {torch.__version__}"
elif case == "mlp":
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
