"""Products of matrices, vectors and tensors over all dtypes and layouts, einsum, and norms of matrices."""

import numpy as np

from table import ALL, COMPLEX, FLOATS, INTEGERS

REFUSED = (TypeError, ValueError)
# Letters name inputs of shapes [2, 3, 4] (t), [2, 4, 3] (q), [1, 4, 2] (o), [3, 3] (z), and vectors of 3 (x, y).
EINSUMS = [
    ("ij,jk->ik", "m", "n.T"), ("ij,jk", "m", "n.T"), ("ij,kj->ik", "m", "n"), ("ij,ij->", "m", "n"), ("ij,ij", "m", "n"),
    ("ij,ij->ij", "m", "n"), ("ij,ij->ji", "m", "n"), ("ij,ij->i", "m", "n"), ("ij,ij->j", "m", "n"), ("ij->ji", "m"),
    ("ij->", "m"), ("ij->i", "m"), ("ij->j", "m"), ("ba", "m"), ("ii", "z"), ("ii->i", "z"), ("iij->ij", "d"), ("iji->j", "u"),
    ("i,j->ij", "x", "y"), ("i,j->ji", "x", "y"), ("i,i->", "x", "y"), ("i,i", "x", "y"), ("i,i->i", "x", "y"),
    ("bij,bjk->bik", "t", "q"), ("bij,bjk", "t", "q"), ("bij,jk->bik", "t", "n.T"), ("...ij,...jk->...ik", "t", "o"),
    ("...ij,...jk", "t", "o"), ("...,...->...", "m", "n"), ("...j->...", "t"), ("j...->...j", "t"), ("i...,i...", "t", "t[::-1]"),
    ("ijk,ijk->", "t", "t"), ("ijk,ilm->jklm", "t", "q"), ("ijk,kl,lj->i", "t", "q[0]", "z"), ("ab,bc,cd->ad", "m", "n.T", "z"),
    ("ab,bc,cd,de->ae", "z", "m", "n.T", "z"), ("i,ij,j->", "x", "z", "y"), ("ij,j", "z", "x"), ("i,ij", "x", "z"),
    (" i j , j k -> i k ", "m", "n.T"), ("ii,jj->", "z", "z"), ("ii,ij->j", "z", "m"), ("ab,cd->abcd", "x[null]", "y[:, null]"),
    ("ij,jk->ki", "m[:, ::-1]", "n.T[::-1]"), ("ij,jk->ik", "e", "n.T"), ("ji,jk->ik", "e", "e"), ("i,->i", "x", "s"), ("->", "s"),
]
BROKEN = [("ij,jk->ik", "m", "n"), ("ij,jk", "m"), ("ij->k", "m"), ("ijk", "m"), ("ij->ii", "m"), ("i.j", "m"), ("ij->->i", "m")]


def cases(table):
    for code in ALL:
        add_inputs(table, code)
        at = lambda *names: [code + name for name in names]
        for a, b in [("m", "n.T"), ("m.T", "n"), ("m", "n.T[::-1]"), ("m[::-1, ::2]", "n.T[1::2]"), ("z", "z.T"), ("x", "z"), ("z", "y"),
                     ("x", "y"), ("x[::-1]", "y"), ("x[null]", "y[:, null]"), ("t", "q"), ("t", "q[0]"), ("q[1]", "t"), ("t", "o"), ("t", "r"), ("x", "t"),
                     ("t[:, null]", "q[null]"), ("e", "n.T"), ("e.T", "e"), ("t[:, :, :0]", "q[:, :0]"),
                     ("m", "n"), ("s", "m"), ("m", "s"), ("t", "n"), ("x", "m.T"), ("t[:, :0]", "q")]:
            table.case("matmul", np.matmul, *at(a, b), raises=REFUSED)
        for a, b in [("m", "n.T"), ("x", "y"), ("z", "y"), ("x", "z"), ("t", "q"), ("t", "r"), ("t", "n.T"), ("s", "m"), ("m", "s"), ("s", "s"),
                     ("e", "n.T"), ("m", "n"), ("x", "m.T")]:
            table.case("dot", np.dot, *at(a, b), raises=REFUSED)
        for a, b in [("m", "n"), ("x", "y"), ("t", "m"), ("t", "q.T"), ("s", "m"), ("r", "t"), ("m", "n.T")]:
            table.case("inner", np.inner, *at(a, b), raises=REFUSED)
        for a, b in [("m", "n"), ("m", "n.T"), ("x", "y"), ("t", "t.T"), ("m", "x")]:
            table.case("vdot", np.vdot, *at(a, b), raises=REFUSED)
        for a, b, options in [("m", "n", {}), ("m", "r", {}), ("t", "m", {}), ("m", "n", {"axis": 0}), ("x", "y", {}), ("e", "e", {"axis": 0}), ("m", "x", {})]:
            table.case("vecdot", lambda *values, **how: np.vecdot(*values, **how), *at(a, b), options=options, raises=REFUSED,
                       since=(2, 0), why="vecdot is of 2.0")
        for a, b in [("m", "n"), ("x", "y"), ("r", "x"), ("s", "r"), ("e", "x"), ("m[::2, ::-1]", "y")]:
            table.case("outer", np.outer, *at(a, b))
        for a, b in [("m", "n"), ("x", "y"), ("z", "m"), ("x", "m"), ("m", "y"), ("s", "m"), ("z[::-1].T", "x")]:
            table.case("kron", np.kron, *at(a, b))
        for a, b, options in [("t", "q.T", {"axes": 0}), ("t", "m", {"axes": 2}), ("t", "n.T", {"axes": 1}), ("t", "t", {"axes": 3}), ("t", "q", {"axes": [[0, 1], [0, 2]]}),
                              ("t", "q", {"axes": [[2, 1], [1, 2]]}), ("m", "n", {"axes": [[-1], [-1]]}), ("t", "q", {}), ("t", "q", {"axes": [[0], [1]]})]:
            table.case("tensordot", np.tensordot, *at(a, b), options=options, raises=REFUSED)
        for a, b, options in [("x", "y", {}), ("z", "y", {}), ("z", "z.T", {}), ("z", "z.T", {"axis": 0}), ("m", "n", {"axis": 0}), ("m", "n", {})]:
            table.case("cross", np.cross, *at(a, b), options=options, raises=REFUSED)
        for text, *operands in EINSUMS:
            table.case("einsum", lambda *values, subscripts: np.einsum(subscripts, *values), *at(*operands), options={"subscripts": text})
        for power in (0, 1, 2, 5):
            table.case("matrixPower", np.linalg.matrix_power, code + "z", power)
        table.case("matrixPower", np.linalg.matrix_power, code + "m", 2, raises=(*REFUSED, np.linalg.LinAlgError))
        for operands in [("m", "n.T"), ("m", "n.T", "z"), ("x", "m", "n.T", "y"), ("z", "m", "n.T", "z"), ("x", "y")]:
            table.case("multiDot", lambda *values: np.linalg.multi_dot(values), *at(*operands))
        for text, *operands in BROKEN:
            table.case("einsum", lambda *values, subscripts: np.einsum(subscripts, *values), *at(*operands), options={"subscripts": text}, raises=REFUSED)
    for code in INTEGERS + FLOATS + COMPLEX:
        for a, b in [("v", "w"), ("v[:, null]", "w[null]"), ("v[:8].T[null]", "w[1:]")]:
            with np.errstate(all="ignore"):
                table.case("matmul", np.matmul, code + a, code + b, raises=REFUSED)
    for code in FLOATS + COMPLEX + ["i4", "i8", "u1"]:
        for options in [{}, {"ord": 1}, {"ord": -1}, {"ord": float("inf")}, {"ord": float("-inf")}, {"ord": "fro"}]:
            table.case("linalgNorm", norm, code + "m", options=options)
            table.case("linalgNorm", norm, code + "t", options={**options, "axis": [0, 2], "keepdims": True})
        for options in [{"axis": 0}, {"axis": 1, "ord": 1}, {"axis": -1, "ord": 3}, {"axis": 1, "ord": float("inf"), "keepdims": True}]:
            table.case("linalgNorm", norm, code + "m", options=options)
    for code in ["f4", "f8", "c8", "c16", "i4"]:
        for ord in (2, -2, "nuc"):
            table.case("spectralNorm", norm, code + "m", options={"ord": ord})
            table.case("spectralNorm", norm, code + "t", options={"ord": ord, "axis": [2, 0], "keepdims": True})
        table.input(code + "g", np.array([[4, 1, 0], [1, 3, 1], [0, 1, 5]], table.arrays[code + "m"].dtype))
        for power in (-1, -3):
            table.case("inversePower", np.linalg.matrix_power, code + "g", power)
    for a in ["i1", "i4", "u1", "u8", "f2", "f4", "c8"]:
        for b in ["b1", "i2", "i8", "u4", "f2", "f8", "c16"]:
            table.case("matmul", np.matmul, a + "m", b + "n.T")
            table.case("einsum", lambda *values, subscripts: np.einsum(subscripts, *values), a + "m", b + "n",
                       options={"subscripts": "ij,kj->ki"})


def norm(a, axis=None, **options):
    """As NumPy's, in float64 for 16-bit floats, which Debian's NumPy adds up as they are."""
    dtype = np.zeros(0, a.dtype).real.dtype if a.dtype.kind in "fc" else np.dtype(np.float64)
    wide = a.astype(np.float64) if a.dtype == np.float16 else a
    return np.asarray(np.linalg.norm(wide, axis=tuple(axis) if isinstance(axis, list) else axis, **options)).astype(dtype)


def add_inputs(table, code):
    """Tensors of small numbers, so that products of many are exact in every dtype but the smallest."""
    dtype = table.arrays[code + "m"].dtype
    def numbers(count, step):
        values = np.arange(count) * step % 11 - (0 if dtype.kind in "bu" else 5)
        if dtype.kind == "f":
            return (values / 4).astype(dtype)
        return (values + 1j * values[::-1]).astype(dtype) if dtype.kind == "c" else values.astype(dtype)
    for name, shape, step in [("t", (2, 3, 4), 7), ("q", (2, 4, 3), 5), ("o", (1, 4, 2), 3), ("z", (3, 3), 4), ("x", (3,), 3), ("y", (3,), 8),
                              ("d", (3, 3, 2), 5), ("u", (3, 2, 3), 7)]:
        table.input(code + name, numbers(int(np.prod(shape)), step).reshape(shape))
