"""Solutions and decompositions: what of them is unique is compared, the rest is put together again first."""

import numpy as np

REFUSED = (TypeError, ValueError, np.linalg.LinAlgError)
CODES = ["f4", "f8", "c8", "c16", "i4", "u1", "b1"]


def cases(table):
    for code in CODES:
        add_inputs(table, code)
        at = lambda *names: [code + name for name in names]
        for a in ["sq", "sq.T", "sq[::-1]", "big", "bat", "bat[:, ::-1, ::-1]", "one", "nil"]:
            table.case("inv", np.linalg.inv, *at(a))
            table.case("det", np.linalg.det, *at(a))
            table.case("slogdet", lambda x: tuple(np.linalg.slogdet(x)), *at(a))
            table.case("eigvalsh", np.linalg.eigvalsh, *at(a))
            table.case("eighProduct", eigh_product, *at(a))
        for a, b in [("sq", "vec"), ("sq", "tall[:3]"), ("bat", "bat"), ("bat[0]", "bat"), ("bat[:1]", "bat"),
                     ("big", "wide.T"), ("big.T", "big"), ("one", "one"), ("nil", "nil")]:
            table.case("solve", np.linalg.solve, *at(a, b))
        table.case("solve", np.linalg.solve, *at("bat", "bat[0]"), since=(2, 0), why="a second array with one axis less was a batch of vectors")
        for a in ["pos", "pos[::-1, ::-1]", "lot", "one", "nil"]:
            table.case("cholesky", np.linalg.cholesky, *at(a if a != "one" else "pos[:1, :1]"))
        table.case("cholesky", lambda x, upper: np.conj(np.swapaxes(np.linalg.cholesky(np.conj(np.swapaxes(x, -1, -2))), -1, -2)), *at("lot"),
                   options={"upper": True})
        for a in ["sq", "tall", "wide", "tall[::-1]", "wide.T", "bat", "many", "one"]:
            for mode in ["reduced", "complete"]:
                table.case("qrProduct", lambda x, mode: product(*np.linalg.qr(x, mode)), *at(a), options={"mode": mode})
            table.case("qrSizes", lambda x: np.abs(np.linalg.qr(x, "r")), *at(a))
            table.case("svdvals", lambda x: np.linalg.svd(x, compute_uv=False), *at(a))
            for full in [True, False]:
                table.case("svdProduct", lambda x, fullMatrices: svd_product(x, fullMatrices), *at(a), options={"fullMatrices": full})
            table.case("pinv", np.linalg.pinv, *at(a))
            table.case("matrixRank", np.linalg.matrix_rank, *at(a))
            table.case("cond", np.linalg.cond, *at(a))
        for p in [2, -2, 1, -1, "fro"]:
            since = (2, 0) if code[0] == "c" and p not in (2, -2) else None
            table.case("cond", lambda x, p: np.linalg.cond(x, p), *at("bat"), options={"p": p}, since=since, why="it was complex")
        for a in ["low", "low.T", "zer", "vec", "zer[0]"]:
            table.case("matrixRank", np.linalg.matrix_rank, *at(a))
        for a, b in [("tall", "vec5"), ("tall", "big[:, ::2]"), ("wide", "vec"), ("wide", "sq"), ("sq", "vec"), ("wide.T", "vec5")]:
            table.case("lstsq", lambda x, y: lstsq(x, y), *at(a, b))
        table.case("lstsqLow", lambda x, y: np.linalg.lstsq(x, y, rcond=None)[0], *at("low", "tall[:, :2]"))
        for name in ["inv", "det", "slogdet", "cholesky", "eigvalsh"]:
            table.case(name, getattr(np.linalg, name), *at("tall"), raises=REFUSED)
            table.case(name, getattr(np.linalg, name), *at("vec"), raises=REFUSED)
        table.case("solve", np.linalg.solve, *at("sq", "wide.T"), raises=REFUSED)
        table.case("solve", np.linalg.solve, *at("tall", "vec"), raises=REFUSED)
    for name in ["inv", "det", "cholesky", "eigvalsh"]:
        table.case(name, getattr(np.linalg, name), "f2m[:, :3]", raises=REFUSED)
    for a, b in [("f4sq", "f8vec"), ("f8sq", "c8vec"), ("i4sq", "f4vec"), ("c8sq", "f8tall[:3]")]:
        table.case("solve", np.linalg.solve, a, b)
    for upper in ["L", "U"]:
        for code in ["f8", "c16"]:
            table.case("eigvalsh", lambda x, uplo: np.linalg.eigvalsh(x, uplo), code + "bat", options={"uplo": upper})


def product(q, r):
    return q @ r


def eigh_product(x):
    values, vectors = np.linalg.eigh(x)
    return (vectors * values[..., None, :]) @ np.conj(np.swapaxes(vectors, -1, -2))


def svd_product(x, full):
    u, s, vh = np.linalg.svd(x, full_matrices=full)
    return (u[..., : s.shape[-1]] * s[..., None, :]) @ vh[..., : s.shape[-1], :]


def lstsq(x, y):
    found, rest, rank, values = np.linalg.lstsq(x, y, rcond=None)
    return found, rest, np.int64(rank), values


def add_inputs(table, code):
    state = np.random.RandomState(7)

    def make(name, *shape):
        size = int(np.prod(shape))
        whole = state.randint(-4, 5, size).reshape(shape)
        if code in ("f4", "f8"):
            whole = whole + state.randint(-8, 9, shape) / 16
        if code in ("c8", "c16"):
            whole = whole + 1j * state.randint(-8, 9, shape) / 4
        # Far from singular.
        if len(shape) > 1 and shape[-1] == shape[-2]:
            whole = whole + 9 * np.eye(shape[-1])
        kind = {"u1": "uint8", "b1": "bool", "i4": "int32", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128"}[code]
        if code in ("u1", "b1"):
            whole = np.abs(whole)
        if code == "b1":
            whole = np.tri(*shape[-2:], dtype=bool) | np.zeros(shape, bool) if len(shape) > 1 else whole > 1
        table.input(code + name, whole.astype(kind))
        return whole

    make("sq", 3, 3)
    make("big", 5, 5)
    make("bat", 2, 4, 4)
    make("one", 1, 1)
    make("nil", 0, 0)
    make("vec", 3)
    make("vec5", 5)
    make("tall", 5, 3)
    make("wide", 3, 5)
    make("many", 2, 2, 4, 3)
    pos = make("pos", 4, 4)
    hermitian = {"f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128"}.get(code)
    positive = pos @ np.conj(pos.T) if hermitian else np.eye(4) * 4
    table.input(code + "pos", positive.astype(hermitian or table.arrays[code + "pos"].dtype))
    both = np.stack([positive, np.eye(4) * 4])
    table.input(code + "lot", both.astype(table.arrays[code + "pos"].dtype))
    low = np.outer([1, 2, 3, 4, 5], [1, 0, 2])
    table.input(code + "low", low.astype(table.arrays[code + "sq"].dtype))
    table.input(code + "zer", np.zeros((3, 3), table.arrays[code + "sq"].dtype))
