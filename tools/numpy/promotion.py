"""Writes src/array/promotion-table.ts: the dtype that two dtypes promote to, asked of NumPy. `npm run numpy:promotion`.

NumPy has no bfloat16; its row follows NumPy's own rule, the smallest dtype that holds all values of both.
"""
import pathlib
import numpy as np

NAMES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
EXACT_IN_BFLOAT16 = {"bool", "int8", "uint8", "bfloat16"}


def promote(a: str, b: str) -> str:
    if "bfloat16" not in (a, b):
        return np.promote_types(a, b).name
    other = b if a == "bfloat16" else a
    if other in EXACT_IN_BFLOAT16:
        return "bfloat16"
    return np.promote_types("float32", other).name


rows = "".join(
    f"  {a}: {{\n" + "".join(f'    {b}: "{promote(a, b)}",\n' for b in NAMES) + "  },\n" for a in NAMES
)
text = f"""// Made by tools/numpy/promotion.py from NumPy's promote_types; not written by hand. Written out for every pair, because TypeScript
// reads the types of results from it: what it would compute, it would compute for every use.

export const promotions = {{
{rows}}} as const;
"""
path = pathlib.Path(__file__).resolve().parents[2] / "src" / "array" / "promotion-table.ts"
path.write_text(text)
