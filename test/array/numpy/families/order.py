"""Sorting, searching and counting over all dtypes, axes and layouts."""

import numpy as np

from table import ALL, COMPLEX, FLOATS

REAL = [code for code in ALL if code not in COMPLEX]


def sort(a, axis=-1, descending=False):
    """Stable in both directions, NaN last."""
    return take(a, argsort(a, axis, descending), axis)


def take(a, order, axis):
    return a.ravel()[order] if axis is None else np.take_along_axis(a, order, axis)


def argsort(a, axis=-1, descending=False):
    if not descending:
        return np.argsort(a, axis=axis, kind="stable").astype(np.int64)
    if a.dtype.kind == "c":
        # Each group of NaN is last as upwards, and is turned around itself.
        groups = np.isnan(a.real) * 2 + np.isnan(a.imag)
        ranks = np.unique(np.where(groups == 3, 0, a), return_inverse=True, equal_nan=False)[1].reshape(a.shape)
        return np.lexsort((-ranks, groups)) if a.ndim == 1 else np.argsort(groups * 1000 - ranks, axis=axis, kind="stable")
    # The order of ranks, from the last: equal elements have one rank, NaN the highest of all.
    values = a[~np.isnan(a)] if a.dtype.kind == "f" else a
    ranks = -np.searchsorted(np.unique(values), a).astype(np.int64)
    if a.dtype.kind == "f":
        ranks[np.isnan(a)] = 1
    return np.argsort(ranks, axis=axis, kind="stable").astype(np.int64)


def topk(a, k, axis=-1, largest=True):
    order = np.take(argsort(a, axis, largest), np.arange(k), axis)
    return np.take_along_axis(a, order, axis), order


METHODS = ["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
           "median_unbiased", "normal_unbiased"]


def quantiles(function):
    def apply(a, *q, axis=None, **options):
        # Computed in float64 and rounded: NumPy's float16 and float32 ways differ from version to version.
        dtype = a.dtype if a.dtype.kind == "f" else np.dtype(np.float64)
        axes = tuple(axis) if isinstance(axis, list) else axis
        return np.asarray(function(a.astype(np.float64), *q, axis=axes, **options)).astype(dtype)
    return apply


def histogram(a, bins=10, range=None, weights=None, density=False):
    counts, edges = np.histogram(a, bins=bins, range=range and tuple(range), weights=weights, density=density)
    return counts.astype(np.int64) if counts.dtype.kind in "iu" else counts.astype(np.float64), edges


def unique(a, axis=None):
    values, indices, inverse, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    return values, indices.astype(np.int64), inverse.astype(np.int64), counts.astype(np.int64)


def complex_cases(table, rng):
    for code in COMPLEX:
        usual = np.concatenate([table.arrays[code + "m"].ravel(), table.arrays[code + "n"].ravel()])
        table.input(code + "t", usual.reshape(2, 3, 4))
        parts = np.array([1, -np.inf, np.nan, 0, np.inf, -2], usual.real.dtype)
        odd = np.empty((6, 6), usual.dtype)
        odd.real, odd.imag = parts[:, None], parts
        table.input(code + "odd", rng.permutation(odd.ravel()))
        few = rng.integers(-2, 3, (2, 1100)) + 1j * rng.integers(-2, 3, (2, 1100))
        table.input(code + "long", few.astype(usual.dtype))
        for view in ["t", "odd", "m.T", "t[::-1, :, ::2]", "e", "v", "long"]:
            table.case("sort", sort, code + view)
            table.case("argsort", argsort, code + view)
        for view in ["t", "odd", "long"]:
            table.case("sort", sort, code + view, options={"descending": True})
            table.case("argsort", argsort, code + view, options={"descending": True})
        for axis in [0, 1, None]:
            table.case("sort", sort, code + "t", options={"axis": axis})
            table.case("argsort", argsort, code + "t", options={"axis": axis})


def unique_cases(table, rng):
    shaped = {"since": (2, 1), "why": "the inverse has the shape of the array since NumPy 2.1, and is a vector with an axis"}
    for code in ALL:
        few = rng.integers(0, 3, (4, 5, 2)) + (1j * rng.integers(0, 2, (4, 5, 2)) if code in COMPLEX else 0)
        table.input(code + "few", few.astype(table.arrays[code + "m"].dtype))
        for view in ["few", "few[::2, ::-1]", "m", "few[:0]", "few[1, 1, 1]"]:
            table.case("uniqueAll", unique, code + view, **shaped)
        for axis in [0, 1, 2, -1]:
            table.case("uniqueAll", unique, code + "few", options={"axis": axis}, **shaped)
        table.case("uniqueAll", unique, code + "few[:, 0].T", options={"axis": 0}, **shaped)
        table.case("uniqueAll", unique, code + "few[0, :, 0]", options={"axis": 0}, **shaped)
        table.case("uniqueAll", unique, code + "few[:, :0]", options={"axis": 0}, **shaped)
        table.case("uniqueAll", unique, code + "e", options={"axis": 0}, **shaped)
    table.input("f4rows", rng.integers(0, 2, (400, 3)).astype(np.float32))
    table.input("i8cols", rng.integers(-1, 1, (3, 200)) * 2**40)
    table.case("uniqueAll", unique, "f4rows", options={"axis": 0}, **shaped)
    table.case("uniqueAll", unique, "i8cols", options={"axis": 1}, **shaped)


def cases(table):
    rng = np.random.default_rng(6)
    for code in REAL:
        usual = np.concatenate([table.arrays[code + "m"].ravel(), table.arrays[code + "n"].ravel()])
        table.input(code + "t", usual.reshape(2, 3, 4))
        table.input(code + "z", np.empty((2, 0, 3), usual.dtype))
        # Without zeros of two signs, which are equal: which comes first is not said.
        edges = table.arrays[code + "v"]
        table.input(code + "d", np.concatenate([edges[edges != 0] if code != "b1" else edges, usual[:5], usual[:5]]))
        for view in ["t", "d", "m.T", "t[::-1, :, ::2]", "e", "z"]:
            for options in [{}, {"descending": True}]:
                table.case("sort", sort, code + view, options=options)
        for axis in [0, 1, None]:
            table.case("sort", sort, code + "t", options={"axis": axis})
            table.case("argsort", argsort, code + "t", options={"axis": axis, "descending": True})
        for view in ["t", "d", "v", "w", "m.T", "e"]:
            table.case("argsort", argsort, code + view)
            table.case("argsort", argsort, code + view, options={"descending": True})
        for k in [0, 1, 3]:
            table.case("topk", topk, code + "t", k)
            table.case("topk", topk, code + "t", k, options={"axis": 1, "largest": False})
        table.input(code + "o", np.sort(table.arrays[code + "d"], kind="stable"))
        for side in ["left", "right"]:
            for view in ["t", "v", "s", "e"]:
                table.case("searchsorted", lambda a, v, side: np.searchsorted(a, v, side=side).astype(np.int64),
                           code + "o", code + view, options={"side": side})
        for options in [{}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": [0, 2]}]:
            if code == "b1":
                continue
            table.case("median", quantiles(np.median), code + "t", options=options)
            table.case("quantile", quantiles(np.quantile), code + "t", 0.3, options=options)
            table.case("quantile", quantiles(np.quantile), code + "t.T", [0, 0.25, 1], options=options)
        if code not in ["b1", "i8", "u8"]:
            table.case("percentile", quantiles(np.percentile), code + "t", [10, 50, 90], options={"axis": 1})
            for method in ["lower", "higher", "nearest", "midpoint"]:
                table.case("quantile", quantiles(np.quantile), code + "t", [0.1, 0.5, 0.77], options={"method": method})
            for options in [{}, {"bins": 4}, {"bins": 5, "range": [1, 9]}, {"bins": 3, "density": True}]:
                table.case("histogram", histogram, code + "t", options=options)
    for code in FLOATS:
        if code in ["f8", "i4"]:
            for method in METHODS:
                table.case("quantile", quantiles(np.quantile), code + "t", [0, 0.04, 0.125, 0.25, 0.5, 0.77, 0.98, 1],
                           options={"method": method}, since=(2, 0), why="discrete methods were off by one where a place is whole")
            for bins in [[-2.0, 0.0, 1.5, 3.0], [0.0, 0.0, 2.0, 2.0]]:
                table.case("histogram", histogram, code + "t", options={"bins": bins})
                table.case("histogram", histogram, code + "t", options={"bins": bins, "weights": {"@": code + "t"}})
        table.case("median", quantiles(np.median), code + "v")
        table.case("histogram", histogram, code + "t", options={"bins": 3, "weights": {"@": code + "t"}})
    table.case("searchsorted", lambda a, v: np.searchsorted(a, v).astype(np.int64), "i4o", "f4t")
    # Beyond what one block sorts, with many equal elements; rows of two lengths.
    table.input("f4long", (rng.integers(-600, 600, 1800) / 8).astype(np.float32))
    table.input("i8long", rng.integers(-(2**62), 2**62, 1100))
    table.input("u1rows", rng.integers(0, 255, (2, 1030)).astype(np.uint8))
    for name in ["f4long", "i8long", "u1rows"]:
        for options in [{}, {"descending": True}]:
            table.case("sort", sort, name, options=options)
            table.case("argsort", argsort, name, options=options)
    complex_cases(table, np.random.default_rng(7))
    unique_cases(table, np.random.default_rng(8))
