# The inputs of a case, as inputs.ts describes them: the same numbers.
import numpy as np


def parse(text):
    dtype, shape, *kind = text.split(" ")
    return dtype, [int(float(size)) for size in shape.split("x")], kind[0] if kind else ""


def mixed(size, seed):
    with np.errstate(over="ignore"):
        bits = np.arange(size, dtype=np.uint32) + np.uint32(0x9E3779B9 * (seed + 1) & 0xFFFFFFFF)
        bits = (bits ^ bits >> np.uint32(16)) * np.uint32(0x85EBCA6B)
        bits = (bits ^ bits >> np.uint32(13)) * np.uint32(0xC2B2AE35)
        return bits ^ bits >> np.uint32(16)


def numbers(text, seed):
    """The numbers as a NumPy array; bfloat16 comes as float32."""
    dtype, shape, kind = parse(text)
    size = int(np.prod(shape))
    bits = mixed(size, seed)
    if kind.startswith("<"):
        out = bits % np.uint32(kind[1:])
    elif dtype == "bool":
        out = bits & np.uint32(1)
    else:
        out = (bits >> np.uint32(8)) * 2.0**-24
    if kind == "sorted":
        out = np.sort(out)
    out = out.astype("float32" if dtype == "bfloat16" else dtype).reshape(shape)
    if kind == "posdef":
        n = shape[-1]
        upper = np.triu(out, 1)
        out = (upper + np.swapaxes(upper, -1, -2) + n * np.eye(n)).astype(dtype)
    return out
