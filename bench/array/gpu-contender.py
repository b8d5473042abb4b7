# CuPy and PyTorch as contenders of array-gpu.bench.ts; speaks the protocol of contender.ts. argv[1]: "cupy" or "torch".
import sys

from contender import inputs, serve

which = sys.argv[1]
if which == "cupy":
    import cupy as xp

    description = f"CuPy {xp.__version__}"
    synchronize = xp.cuda.Device().synchronize
    from_host = xp.asarray
    add, exp, total = lambda a, b: a + b, xp.exp, lambda a: a.sum()
    to_host = xp.asnumpy
else:
    import torch

    description = f"PyTorch {torch.__version__}"
    synchronize = torch.cuda.synchronize
    from_host = lambda a: torch.from_numpy(a).cuda()
    add, exp, total = lambda a, b: a + b, torch.exp, lambda a: a.sum()
    to_host = lambda a: a.cpu().numpy()


kept = {}


def vector(n, seed):
    if kept.get("n") != n:
        kept.clear()
        kept["n"] = n
    if seed not in kept:
        kept[seed] = from_host(inputs(n, seed))
    return kept[seed]


def copied(n):
    # What the memory gives: the driver's own copy from device to device.
    into = kept.get("into")
    if into is None or into.shape[0] != n:
        kept["into"] = into = add(vector(n, 0), vector(n, 0))
    if which == "cupy":
        into.data.copy_from_device_async(vector(n, 0).data, 4 * n, xp.cuda.get_current_stream())
    else:
        into.copy_(vector(n, 0))
    return into


operations = {
    "add": lambda n: add(vector(n, 0), vector(n, 1)),
    "exp": lambda n: exp(vector(n, 0)),
    "sum": lambda n: total(vector(n, 0)),
    "copy": copied,
}


serve(description, operations, to_host, synchronize)
