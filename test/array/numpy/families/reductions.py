"""Reductions, running sums and softmax over all dtypes, axes and layouts.

NumPy has no softmax and logsumexp: these are computed from its exp, log, max and sum in float64 and rounded.
"""

import warnings

import numpy as np

from table import ALL, COMPLEX, FLOATS, INTEGERS

REFUSED = (TypeError, ValueError)
AXES = [{}, {"axis": 0}, {"axis": -1}, {"axis": 1, "keepdims": True}, {"axis": [0, 2]}, {"axis": [2, 0, 1]},
        {"axis": [-1, 1], "keepdims": True}, {"axis": [0, 1]}, {"axis": []}]
LAYOUTS = ["", ".T", "[:, ::-1, ::2]", "[1]", "[1, :, 2]", "[..., 1:1]", "[:, null, ..., ::-1]"]


def tuples(function):
    """NumPy takes several axes as a tuple."""
    def apply(*arguments, axis=None, **options):
        return function(*arguments, axis=tuple(axis) if isinstance(axis, list) else axis, **options)
    return apply


def in_float64(function):
    def apply(a, axis=None, keepdims=False):
        dtype = np.sin(a.ravel()[:0]).dtype
        return function(a.astype(np.float64), tuple(axis) if isinstance(axis, list) else axis, keepdims).astype(dtype)
    return apply


def logsumexp(a, axis, keepdims):
    top = a.max(axis=axis, keepdims=True)
    shift = np.where(np.isfinite(top), top, 0)
    result = np.log(np.exp(a - shift).sum(axis=axis, keepdims=True)) + top
    return result if keepdims else result.reshape(a.sum(axis=axis).shape)


def softmax(a, axis, keepdims):
    e = np.exp(a - a.max(axis=-1 if axis is None else axis, keepdims=True))
    return e / e.sum(axis=-1 if axis is None else axis, keepdims=True)


def log_softmax(a, axis, keepdims):
    shifted = a - a.max(axis=-1 if axis is None else axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1 if axis is None else axis, keepdims=True))


def vector_norm(a, ord=2, axis=None, keepdims=False):
    axes = tuple(range(a.ndim)) if axis is None else tuple(axis) if isinstance(axis, list) else (axis,)
    # linalg.norm knows one axis for vectors: the others are joined to it.
    kept = [k for k in range(a.ndim) if k not in [x % a.ndim for x in axes]]
    moved = a.transpose(kept + [x % a.ndim for x in axes]).reshape([a.shape[k] for k in kept] + [-1])
    # Debian's NumPy computes norms of float16 in float16, as later ones do not.
    result = np.linalg.norm(moved.astype(np.float64) if a.dtype.kind != "c" else moved, ord=ord, axis=-1)
    dtype = np.zeros(0, a.dtype).real.dtype if a.dtype.kind in "fc" else np.dtype(np.float64)
    result = np.asarray(result).astype(dtype)
    return result.reshape([1 if k not in kept else a.shape[k] for k in range(a.ndim)]) if keepdims else result


SIMPLE = {"sum": np.sum, "prod": np.prod, "mean": np.mean, "var": np.var, "std": np.std, "max": np.max, "min": np.min,
          "any": np.any, "all": np.all, "countNonzero": np.count_nonzero, "ptp": np.ptp}


def cases(table):
    with warnings.catch_warnings():
        # Means of nothing are NaN: that is what is asked for.
        warnings.simplefilter("ignore")
        all_cases(table)


def all_cases(table):
    for code in ALL:
        usual = np.concatenate([table.arrays[code + "m"].ravel(), table.arrays[code + "n"].ravel()])
        table.input(code + "t", usual.reshape(2, 3, 4))
        table.input(code + "z", np.empty((2, 0, 3), usual.dtype))
    for name, function in SIMPLE.items():
        numpys = tuples(function)
        refused = {"raises": REFUSED}
        for code in ALL:
            if name == "ptp" and code == "b1":
                table.case(name, numpys, code + "t", **refused)
                continue
            for options in AXES:
                table.case(name, numpys, code + "t", options=options, **refused)
            for options in AXES[:4]:
                table.case(name, numpys, code + "t.T[1:, ::-1]", options=options, **refused)
            for layout in LAYOUTS[1:]:
                table.case(name, numpys, code + "t" + layout, **refused)
            table.case(name, numpys, code + "v", **refused)
            table.case(name, numpys, code + "s", **refused)
            table.case(name, numpys, code + "e", **refused)
            for options in [{}, {"axis": 1}, {"axis": 0}, {"axis": [0, 2]}]:
                table.case(name, numpys, code + "z", options=options, **refused)
    # A variance of integers, or of real numbers as complex ones, is refused or real here.
    whole = [("i1", "int32"), ("i4", "int8"), ("i8", "complex128")]
    for name in ["sum", "prod", "mean", "var", "std"]:
        for code, dtype in [("f4", "float64"), ("u1", "float32"), ("f2", "float32")] + ([] if name in ["var", "std"] else whole):
            table.case(name, SIMPLE[name], code + "t", options={"axis": 1, "dtype": dtype}, raises=REFUSED)
    for name in ["var", "std"]:
        for ddof in [1, 24, 30]:
            table.case(name, SIMPLE[name], "f8t", options={"ddof": ddof})
    for name, function in {"argmin": np.argmin, "argmax": np.argmax}.items():
        for code in ALL:
            for options in [{}, {"axis": 0}, {"axis": -1}, {"axis": 1, "keepdims": True}]:
                table.case(name, function, code + "t", options=options)
                table.case(name, function, code + "t.T[:, ::-1]", options=options)
            for view in ["v", "w", "s", "v[::-1]", "w[::2]"]:
                table.case(name, function, code + view)
            table.case(name, function, code + "e", raises=REFUSED)
            table.case(name, function, code + "z", options={"axis": 2})
            table.case(name, function, code + "z", options={"axis": 1}, raises=REFUSED)
    for name, function in {"cumsum": np.cumsum, "cumprod": np.cumprod}.items():
        for code in ALL:
            for options in [{}, {"axis": 0}, {"axis": -1}, {"axis": 1}]:
                table.case(name, function, code + "t", options=options)
            table.case(name, function, code + "t.T[:, ::-1]", options={"axis": 1})
            for view in ["v", "s", "e", "z"]:
                table.case(name, function, code + view)
        table.case(name, function, "i1t", options={"axis": 0, "dtype": "float32"})
    for code in FLOATS + ["i2", "i4"]:
        for name, function in {"softmax": softmax, "logSoftmax": log_softmax}.items():
            for options in [{}, {"axis": 0}, {"axis": 1}]:
                table.case(name, in_float64(function), code + "t", options=options)
                table.case(name, in_float64(function), code + "t.T[::-1]", options=options)
        for options in AXES[:8]:
            table.case("logsumexp", in_float64(logsumexp), code + "t", options=options)
    for code in FLOATS:
        table.case("logsumexp", in_float64(logsumexp), code + "v")
        table.input(code + "i", np.array([[np.inf, 1, -np.inf], [-np.inf, -np.inf, -np.inf], [1, 2, np.nan]], code))
        table.case("logsumexp", in_float64(logsumexp), code + "i", options={"axis": 1})
        for name, function in {"nansum": np.nansum, "nanmean": np.nanmean, "nanmin": np.nanmin, "nanmax": np.nanmax}.items():
            for options in [{}, {"axis": 0}, {"axis": 1}, {"axis": 1, "keepdims": True}]:
                table.case(name, function, code + "i", options=options)
        for ord in [1, 2, 3, 0, np.inf, -np.inf]:
            for options in [{}, {"axis": 0}, {"axis": [0, 2], "keepdims": True}]:
                table.case("norm", vector_norm, code + "t", options={"ord": float(ord) if np.isinf(ord) else ord, **options})
    for code in COMPLEX + INTEGERS[:4]:
        table.case("norm", vector_norm, code + "t", options={"axis": 1})
