"""Arrays from a rule: diagonals, triangles, grids, numbers in even distances and ratios."""

import numpy as np

SOME = ["b1", "i2", "f4", "f8", "c16"]
errors = (ValueError, IndexError, TypeError)


def cases(table):
    rng = np.random.default_rng(13)
    for code in SOME:
        dtype = table.arrays[code + "m"].dtype
        table.input(code + "t", rng.integers(0, 2 if code == "b1" else 100, (2, 3, 4)).astype(dtype))
    for code in SOME:
        name = table.arrays[code + "m"].dtype.name
        for rows, columns, k in [(3, 3, 0), (2, 4, 1), (4, 2, -1), (3, 3, 5), (0, 2, 0)]:
            table.case("tri", lambda n, m, k, dtype: np.tri(n, m, k, dtype=dtype), rows, columns, options={"k": k, "dtype": name})
            table.case("eye", lambda n, m, k, dtype: np.eye(n, m, k, dtype=dtype), rows, columns, options={"k": k, "dtype": name})
        table.case("identity", lambda n, dtype: np.identity(n, dtype=dtype), 3, options={"dtype": name})
        for k in [0, 1, -1, 3, -9]:
            for view in ["m", "t", "m.T", "r", "e"]:
                table.case("tril", np.tril, code + view, options={"k": k})
                table.case("triu", np.triu, code + view, options={"k": k})
            for view in ["m", "r", "r[::-2]", "m.T[1:]", "t", "s"]:
                table.case("diag", np.diag, code + view, options={"k": k}, raises=errors)
            for options in [{}, {"axis1": 1, "axis2": 2}, {"axis1": -1, "axis2": 0}]:
                table.case("diagonal", np.diagonal, code + "t", options={"offset": k, **options})
                if code != "b1":
                    table.case("trace", trace, code + "t", options={"offset": k, **options})
        table.case("trace", trace, code + "m.T")
        table.case("diagonal", np.diagonal, code + "r", raises=errors)
        table.case("diagonal", np.diagonal, code + "m", options={"axis1": 1, "axis2": 1}, raises=errors)
        for indexing in ["xy", "ij"]:
            table.case("meshgrid", mesh, code + "r", code + "c", options={"indexing": indexing})
            table.case("meshgrid", mesh, code + "r[::-1]", code + "s", code + "m[0, 1:]", options={"indexing": indexing})
        table.case("meshgrid", mesh, code + "r", code + "e")
    table.case("tril", np.tril, "f4s", raises=errors)
    for shape in [[2, 3], [4], [0, 2]]:
        table.case("indices", lambda shape, dtype: np.indices(shape, dtype=dtype), shape, options={"dtype": "int32"})
        table.case("indices", lambda shape: np.indices(shape).astype(np.int64), shape)
    for dtype in ["float64", "int32"]:
        for start, stop, count in [(0, 1, 5), (-1, 1, 4), (3, -2, 7), (2, 2, 3), (0, 5, 1), (0, 5, 0)]:
            for endpoint in [True, False]:
                table.case("linspace", lambda a, b, n, endpoint, dtype: np.linspace(a, b, n, endpoint=endpoint, dtype=dtype), start, stop, count,
                           options={"endpoint": endpoint, "dtype": dtype})
    for start, stop, count in [(0, 3, 4), (-2, 2, 9), (1, 0, 3), (0, 1, 1), (0, 1, 0)]:
        for endpoint in [True, False]:
            for base in [10, 2]:
                table.case("logspace", lambda a, b, n, endpoint, base, dtype: np.logspace(a, b, n, endpoint=endpoint, base=base, dtype=dtype), start, stop, count,
                           options={"endpoint": endpoint, "base": base, "dtype": "float64"})
    for start, stop, count in [(1, 1000, 4), (1, 256, 9), (-1000, -1, 4), (8, 0.5, 5), (3, 4, 1), (3, 4, 0)]:
        for endpoint in [True, False]:
            table.case("geomspace", lambda a, b, n, endpoint, dtype: np.geomspace(a, b, n, endpoint=endpoint, dtype=dtype), start, stop, count,
                       options={"endpoint": endpoint, "dtype": "float64"})
    table.case("geomspace", np.geomspace, 0, 4, 3, raises=errors)


def trace(a, **options):
    """NumPy's trace adds small integers as its default integer, which is int64."""
    return np.trace(a, **options)


def mesh(*arrays, indexing="xy"):
    return tuple(np.meshgrid(*arrays, indexing=indexing))
