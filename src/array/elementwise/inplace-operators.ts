// The operations that also exist as in-place methods (inplace.ts). The types of these methods are generated from this list.

/** The Python operator of each in-place operation: `x.addInplace(b)` is `x += b`. */
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
