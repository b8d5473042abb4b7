# NumPy, CuPy or PyTorch as contenders of array-wide.bench.ts. argv[1]: "numpy", "cupy" or "torch".
# "case <json>" makes the inputs and answers with the sum of the result ("none" where it has no such function, with why),
# "sample <milliseconds>" with the nanoseconds of one operation.
import json
import sys
import time

import numpy as np
from inputs import numbers, parse

which = sys.argv[1]
names = {}
if which == "torch":
    import torch

    xp = torch
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    description = f"PyTorch {torch.__version__}"
    finish = torch.cuda.synchronize
    names = {"torch": torch, "F": torch.nn.functional}

    def from_host(values, dtype):
        return torch.from_numpy(values).cuda().to(getattr(torch, dtype))

    def to_host(value):
        return value.double().cpu().numpy() if not value.is_complex() else torch.view_as_real(value).double().cpu().numpy()

elif which == "cupy":
    import cupy as xp
    import cupyx.scipy.linalg
    import cupyx.scipy.signal

    description = f"CuPy {xp.__version__}"
    finish = xp.cuda.Device().synchronize
    names = {"xp": xp, "linalg": cupyx.scipy.linalg, "signal": cupyx.scipy.signal, "softmax": None}

    def from_host(values, dtype):
        return xp.asarray(values)

    to_host = xp.asnumpy
else:
    xp = np
    description = f"NumPy {np.__version__}"
    finish = lambda: None
    names = {"xp": np}
    from_host = lambda values, dtype: values
    to_host = lambda value: value


def softmax(x):
    e = xp.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


names["softmax"] = softmax
run = None


def make_input(text, seed):
    dtype, _, kind = parse(text)
    array = from_host(numbers(text, seed), dtype)
    if kind == ".T":
        return array.T
    return array[::2] if kind == "::2" else array


def total(result):
    if isinstance(result, (tuple, list)):
        result = result[0]
    host = np.ascontiguousarray(np.atleast_1d(to_host(result)))
    if np.iscomplexobj(host):
        host = host.view(host.real.dtype)
    return float(host.astype(np.float64).sum())


def case(request):
    global run
    text = request["torch" if which == "torch" else "xp"]
    if text is None or any("bfloat16" in one for one in request["inputs"]) and which != "torch":
        run = None
        return "none: not there"
    try:
        operands = [make_input(one, seed) for seed, one in enumerate(request["inputs"])]
        compiled = eval(f"lambda a=None, b=None, c=None: {text}", names)
        run = lambda: compiled(*operands)
        return total(run())
    except Exception as error:
        run = None
        return "none: " + str(error).replace("\n", " ")[:200]


def sample(milliseconds):
    count = 1
    while True:
        begin = time.perf_counter()
        for _ in range(count):
            run()
        finish()
        elapsed = max(time.perf_counter() - begin, 1e-6)
        if elapsed * 1e3 >= milliseconds / 2:
            return elapsed / count * 1e9
        count = max(2 * count, int(count * milliseconds / 1e3 / elapsed))


print(f"ready {description}", flush=True)
for line in sys.stdin:
    verb, _, rest = line.strip().partition(" ")
    print(case(json.loads(rest)) if verb == "case" else sample(float(rest)), flush=True)
