// Which operations fused kernels on the cpu device have instructions for; all others are calls of functions (math.gen.ts).

/** The dtypes that fused kernels on the cpu device compute in; bool are masks. */
export type LaneType = "float32" | "float64" | "int32" | "int64";

const always =
  "add subtract multiply negative positive square equal notEqual less lessEqual greater greaterEqual logicalAnd logicalOr logicalXor logicalNot";
const ofFloats =
  "divide reciprocal absolute maximum minimum sqrt floor ceil trunc rint isnan isinf isposinf isneginf isfinite signbit conjugate relu degrees radians";
const ofIntegers = "absolute maximum minimum bitwiseAnd bitwiseOr bitwiseXor bitwiseNot";
const floats: ReadonlySet<string> = new Set(`${always} ${ofFloats}`.split(" "));
const integers: ReadonlySet<string> = new Set(`${always} ${ofIntegers}`.split(" "));

/** Whether an operation on a dtype needs no function. */
export function isWrittenDirectly(name: string, dtype: LaneType): boolean {
  return (dtype === "float32" || dtype === "float64" ? floats : integers).has(name);
}
