// Functions of 32-bit libraries that lowered code calls with pointers. Types are letters, as in instructions.ts; `a` and `n` have 64
// bits in the caller and 32 bits in the library. Functions with a parameter or result of type `long` are left out, because its size
// differs.

const CALLS = `
  frexp Fa>F, frexpf fa>f, remquo FFa>F, remquof ffa>f, modf Fa>F, modff fa>f, lgamma_r Fa>F, lgammaf_r fa>f,
  sincos Faa>, sincosf faa>,
  memcpy aan>a, memmove aan>a, memset ain>a, memcmp aan>i, bcmp aan>i, memchr ain>a, strlen a>n,
  __multi3 aIIII>, __udivti3 aIIII>, __divti3 aIIII>, __umodti3 aIIII>, __modti3 aIIII>, __muloti4 aIIIIa>,
  __ashlti3 aIIi>, __ashrti3 aIIi>, __lshrti3 aIIi>,
  __fixdfti aF>, __fixsfti af>, __fixunsdfti aF>, __fixunssfti af>,
  __addtf3 aIIII>, __subtf3 aIIII>, __multf3 aIIII>, __divtf3 aIIII>, __extenddftf2 aF>, __extendsftf2 af>,
  __floatditf aI>, __floatsitf ai>, __floatunditf aI>, __floatunsitf ai>, __floattitf aII>, __floatuntitf aII>,
  __fixtfti aII>, __fixunstfti aII>`;

/** Operands and results of functions, by name. */
export type LibraryCalls = ReadonlyMap<string, { readonly operands: string; readonly results: string }>;

/** The functions that kernels call. */
export const LIBRARY_CALLS: LibraryCalls = new Map(
  CALLS.split(",").map((text) => {
    const [name = "", signature = ""] = text.trim().split(" ");
    const [operands = "", results = ""] = signature.split(">");
    return [name, { operands, results }];
  }),
);
