// The operations that are methods in place as well (inplace.ts). The types of these methods are written from this list.

/** Python's operators that write their first operand, by the names of the operations: `x.addInplace(b)` is `x += b`. */
export const inplaceOperators = {
  add: "+=",
  sub: "-=",
  mul: "*=",
  div: "/=",
  floorDivide: "//=",
  mod: "%=",
  pow: "**=",
  bitwiseAnd: "&=",
  bitwiseOr: "|=",
  bitwiseXor: "^=",
  leftShift: "<<=",
  rightShift: ">>=",
} as const;
