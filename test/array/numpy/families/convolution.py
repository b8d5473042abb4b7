"""Convolutions: NumPy's of vectors; those of pictures by their definitions, in float64.

NumPy has none for pictures. `conv` is the cross-correlation of PyTorch's functional, `plane` SciPy's for matrices.
"""

import numpy as np

from table import ALL

MODES = [{}, {"mode": "full"}, {"mode": "same"}, {"mode": "valid"}]
RAISED = (TypeError, ValueError)


def pairs(value, rank):
    return [value] * rank if isinstance(value, int) else list(value)


def conv(rank):
    def apply(x, w, bias=None, stride=1, padding=0, dilation=1, groups=1):
        dtype = np.result_type(x, w)
        x, w = x.astype(np.float64), w.astype(np.float64)
        isBatch = x.ndim == rank + 2
        x = x if isBatch else x[None]
        stride, dilation = pairs(stride, rank), pairs(dilation, rank)
        reach = [(size - 1) * step + 1 for size, step in zip(w.shape[2:], dilation)]
        if padding == "same":
            around = [((size - 1) // 2, size - 1 - (size - 1) // 2) for size in reach]
        else:
            around = [(one, one) for one in pairs(0 if padding == "valid" else padding, rank)]
        x = np.pad(x, [(0, 0), (0, 0)] + around)
        sizes = [(size - far) // step + 1 for size, far, step in zip(x.shape[2:], reach, stride)]
        out = np.zeros((x.shape[0], w.shape[0], *sizes))
        each = w.shape[0] // groups
        for o in range(w.shape[0]):
            first = o // each * w.shape[1]
            for tap in np.ndindex(*w.shape[1:]):
                view = tuple(slice(at * far, at * far + (size - 1) * step + 1, step)
                             for at, far, size, step in zip(tap[1:], dilation, sizes, stride))
                out[:, o] += w[(o, *tap)] * x[(slice(None), first + tap[0], *view)]
        if bias is not None:
            out += bias.astype(np.float64).reshape(-1, *[1] * rank)
        return (out if isBatch else out[0]).astype(dtype)
    return apply


def plane(turns, late):
    def apply(a, v, mode="full"):
        if a.ndim != 2 or v.ndim != 2:
            raise ValueError
        dtype = np.result_type(a, v)
        w = v[::-1, ::-1] if turns else v
        full = conv(2)(a[None, None].astype(np.float64), w[None, None].astype(np.float64),
                       padding=[v.shape[0] - 1, v.shape[1] - 1])[0, 0]
        if mode == "same":
            y, x = [(size - 1 + late) // 2 for size in v.shape]
            full = full[y:y + a.shape[0], x:x + a.shape[1]]
        elif mode == "valid":
            if v.shape[0] > a.shape[0] or v.shape[1] > a.shape[1]:
                raise ValueError
            full = full[v.shape[0] - 1:a.shape[0], v.shape[1] - 1:a.shape[1]]
        return full.astype(dtype)
    return apply


def cases(table):
    rng = np.random.default_rng(8)
    for name, function in {"convolve": np.convolve, "correlate": np.correlate}.items():
        for code in ALL:
            for a, v in [("m[0]", "r"), ("n[:, 1]", "m[1]"), ("m[1]", "m[2][::-1]"), ("r", "n[0][1:3]")]:
                for options in MODES:
                    table.case(name, function, code + a, code + v, options=options)
        for a, v in [("f4m[0]", "i2r"), ("i1r", "u1m[1]"), ("c8r", "f8m[0]"), ("i4m[2]", "c16n[:, 1]")]:
            table.case(name, function, a, v)
        for a, v in [("f4m", "f4r"), ("f4r", "f4m"), ("f4e", "f4r"), ("f4r", "f4e[0:0, 0]")]:
            table.case(name, function, a, v, raises=RAISED)
    table.input("f8_long", rng.standard_normal(60))
    table.input("f4_long", rng.standard_normal(60).astype("f4"))
    table.input("c16_long", rng.standard_normal(60) + 1j * rng.standard_normal(60))
    for code in ["f8", "f4", "c16"]:
        for name, function in {"convolve": np.convolve, "correlate": np.correlate}.items():
            for options in MODES:
                table.case(name, function, f"{code}_long", f"{code}_long[5:22]", options=options)
            for method in ["fft", "direct"]:
                by = lambda a, v, method, mode, f=function: f(a, v, mode)  # noqa: E731
                table.case(name, by, f"{code}_long", f"{code}_long[5:22]", options={"method": method, "mode": "same"})
                table.case(name, by, f"{code}_long[3:20]", f"{code}_long", options={"method": method, "mode": "full"})
    for code in ["f8", "f4", "f2"]:
        table.input(f"{code}_x", rng.integers(-4, 5, (2, 4, 6, 11)).astype(code))
        table.input(f"{code}_w", rng.integers(-4, 5, (6, 4, 3, 2)).astype(code))
        table.input(f"{code}_g", rng.integers(-4, 5, (6, 2, 2, 3)).astype(code))
        table.input(f"{code}_b", rng.integers(-4, 5, (6,)).astype(code))
        options = [{}, {"stride": 2}, {"padding": 1}, {"padding": [2, 0], "stride": [1, 3]}, {"dilation": 2},
                   {"dilation": [1, 3], "padding": "same"}, {"padding": "same"}, {"padding": "valid"},
                   {"bias": {"@": f"{code}_b"}}, {"bias": {"@": f"{code}_b"}, "padding": 1, "stride": 2}]
        for one in options if code != "f2" else options[:4]:
            table.case("conv2d", conv(2), f"{code}_x", f"{code}_w", options=one)
            table.case("conv2d", conv(2), f"{code}_x[:, ::-1, 1:]", f"{code}_g", options={**one, "groups": 2})
        table.case("conv2d", conv(2), f"{code}_x[1]", f"{code}_w[::2]")
        table.case("conv2d", conv(2), f"{code}_x[..., 3:6]", f"{code}_w[1:4]")
        for one in [{}, {"stride": 2, "padding": 1}, {"dilation": 2}, {"padding": "same"}, {"bias": {"@": f"{code}_b"}}]:
            table.case("conv1d", conv(1), f"{code}_x[:, :, 0]", f"{code}_w[:, :, 1]", options=one)
            table.case("conv1d", conv(1), f"{code}_x[0, :, 2]", f"{code}_g[:, :, 0]", options={**one, "groups": 2})
    for name, function in {"convolve2d": plane(True, 0), "correlate2d": plane(False, 1)}.items():
        for options in MODES:
            for a, v in [("f8_x[0, 0]", "f8_w[0, 0]"), ("f4_x[0, 1]", "f4_w[0, :2, 0]"), ("i4m", "i4n[:2, :3]"), ("u1m", "u1n[1:, ::2]")]:
                table.case(name, function, a, v, options=options)
        table.case(name, function, "f4r", "f4m", raises=(TypeError, ValueError, IndexError))
        table.case(name, function, "f8_w[0, 0]", "f8_x[0, 0]", options={"mode": "valid"}, raises=RAISED)
