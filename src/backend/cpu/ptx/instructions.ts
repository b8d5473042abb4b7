// What each PTX instruction is in C++, over the functions of include/cuts/cuda/cuts_ptx.h. An instruction that is not here has no meaning on the
// cpu device; it is refused where it stands.
import { ownTable } from "../../../core/own-table.js";
import type { Instruction } from "./instruction.js";
import { MATRIX_INSTRUCTIONS, matrixInstruction } from "./matrix-instructions.js";
import { VIDEO_INSTRUCTIONS, videoInstruction } from "./video-instructions.js";

/** The C++ types that registers are read as. */
export const TYPES = ownTable<string>({
  pred: "bool",
  b8: "unsigned char",
  u8: "unsigned char",
  s8: "signed char",
  b16: "unsigned short",
  u16: "unsigned short",
  s16: "short",
  b32: "unsigned",
  u32: "unsigned",
  s32: "int",
  b64: "unsigned long long",
  u64: "unsigned long long",
  s64: "long long",
  f32: "float",
  f64: "double",
  f16: "__half",
  f16x2: "__half2",
  bf16: "__nv_bfloat16",
  bf16x2: "__nv_bfloat162",
});

type Meaning = (i: Instruction, type: string) => string | undefined;

const has = (i: Instruction, part: string): boolean => i.parts.includes(part);

/** The C++ statement of an instruction; undefined when it is not known. */
export function meaningOf(i: Instruction): string | undefined {
  const [name = ""] = i.parts;
  const type = TYPES[i.parts.at(-1) ?? ""] ?? "";
  return matrixInstruction(i) ?? videoInstruction(i) ?? MEANINGS[name]?.(i, type);
}

const ROUNDINGS = ownTable<string>({ rz: "rz", rm: "rd", rp: "ru" });

// Directed rounding is what the intrinsics of CUDA do.
function rounded(i: Instruction, type: string, name: string): string | undefined {
  const mode = i.parts.map((part) => ROUNDINGS[part]).find((part) => part !== undefined);
  if (mode === undefined || (type !== "float" && type !== "double")) return undefined;
  if (name === "fma") return `${type === "float" ? "__fmaf" : "__fma"}_${mode}`;
  return `__${type === "float" ? "f" : "d"}${name}_${mode}`;
}

function values(i: Instruction, type: string): string {
  return i.operands
    .slice(1)
    .map((_, at) => i.value(at + 1, type))
    .join(", ");
}

const arithmetic =
  (name: string): Meaning =>
  (i, type) => {
    if (type === "") return undefined;
    if (has(i, "cc") || i.parts[0]?.endsWith("c")) return withCarry(i, type);
    const isSaturated = has(i, "sat");
    if (isSaturated && type === "int" && (name === "add" || name === "sub")) {
      const sign = name === "add" ? "+" : "-";
      return i.put(0, `saturated_sum((long long)${i.value(1, type)} ${sign} ${i.value(2, type)})`);
    }
    const value = `${rounded(i, type, name) ?? `op_${name}<${type}>`}(${values(i, type)})`;
    return i.put(0, isSaturated ? `saturated(${value})` : value);
  };

function withCarry(i: Instruction, type: string): string | undefined {
  const word = type === "int" || type === "unsigned" ? "unsigned" : "unsigned long long";
  if (!/^(int|unsigned|long long|unsigned long long)$/.test(type)) return undefined;
  const [name = ""] = i.parts;
  const carry = has(i, "cc") ? "cc" : "unused";
  const from = name.endsWith("c") ? "cc" : "0u";
  const [a, b] = [i.value(1, word), i.value(2, word)];
  if (name.startsWith("add")) return i.put(0, `add_carry(${a}, ${b}, ${from}, ${carry})`);
  if (name.startsWith("sub")) return i.put(0, `sub_borrow<${word}>(${a}, ${b}, ${from}, ${carry})`);
  const part = has(i, "hi") ? "op_mul_hi" : "op_mul";
  return i.put(
    0,
    `add_carry(${word}(${part}<${type}>(${values2(i, type)})), ${i.value(3, word)}, ${from}, ${carry})`,
  );
}

const values2 = (i: Instruction, type: string): string => `${i.value(1, type)}, ${i.value(2, type)}`;

const product: Meaning = (i, type) => {
  if (has(i, "wide")) return i.put(0, `op_mul_wide<${type}>(${values2(i, type)})`);
  if (has(i, "hi")) return i.put(0, `op_mul_hi<${type}>(${values2(i, type)})`);
  return arithmetic("mul")(i, type);
};

const WIDER = ownTable<string>({
  short: "int",
  "unsigned short": "unsigned",
  int: "long long",
  unsigned: "unsigned long long",
});

const sumOfProduct: Meaning = (i, type) => {
  if (/^(float|double)$/.test(type)) return arithmetic("fma")(i, type);
  if (has(i, "cc") || i.parts[0] === "madc") return withCarry(i, type);
  const wide = WIDER[type] ?? "";
  if (has(i, "wide"))
    return i.put(0, `op_add<${wide}>(op_mul_wide<${type}>(${values2(i, type)}), ${i.value(3, wide)})`);
  const part = has(i, "hi") ? "op_mul_hi" : "op_mul";
  return i.put(0, `op_add<${type}>(${part}<${type}>(${values2(i, type)}), ${i.value(3, type)})`);
};

const bitwise =
  (sign: string): Meaning =>
  (i, type) =>
    type === "bool"
      ? i.put(0, `${i.value(1, type)} ${sign === "^" ? "!=" : sign + sign} ${i.value(2, type)}`)
      : i.put(0, `${type}(${i.value(1, type)} ${sign} ${i.value(2, type)})`);

// Of float as written, of double by the other name.
const function1 =
  (ofFloat: string, ofDouble: string): Meaning =>
  (i, type) => {
    if (type === "float") return i.put(0, `${ofFloat}(${i.value(1, type)})`);
    return type === "double" ? i.put(0, `${ofDouble}(${i.value(1, type)})`) : undefined;
  };

const COMPARISONS = ownTable<string>({
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
  lo: "<",
  ls: "<=",
  hi: ">",
  hs: ">=",
});

function comparison(name: string, type: string, a: string, b: string): string | undefined {
  const isFloat = /float|double|__half|__nv/.test(type);
  const sign = COMPARISONS[name];
  if (sign !== undefined) {
    // Not equal means that both are numbers.
    return name === "ne" && isFloat ? `(${a} < ${b} || ${a} > ${b})` : `(${a} ${sign} ${b})`;
  }
  if (name === "num") return `(${a} == ${a} && ${b} == ${b})`;
  if (name === "nan") return `(${a} != ${a} || ${b} != ${b})`;
  const ordered = COMPARISONS[name.replace(/u$/, "")];
  if (ordered === undefined) return undefined;
  return `(${a} ${ordered} ${b} || ${a} != ${a} || ${b} != ${b})`;
}

const setPredicate: Meaning = (i, type) => {
  const [target] = i.operands;
  if (target?.kind !== "plain") return undefined;
  const test = comparison(i.parts[1] ?? "", type, i.value(1, type), i.value(2, type));
  if (test === undefined) return undefined;
  const combined = /^(and|or|xor)$/.exec(i.parts[2] ?? "")?.[1];
  const other = combined === undefined ? undefined : i.value(3, "bool");
  const sign = { and: "&&", or: "||", xor: "!=" }[combined ?? "and"];
  const full = other === undefined ? test : `(${test} ${sign} ${other})`;
  const inverse = other === undefined ? `!${test}` : `(!${test} ${sign} ${other})`;
  const [first = "", second] = target.text.split("|");
  const set = (name: string, value: string): string =>
    name === "_" ? `(void)${value};` : `${i.name(name)} = ${value};`;
  return [set(first, full), ...(second === undefined ? [] : [set(second, inverse)])].join(" ");
};

const convert: Meaning = (i) => {
  const types = i.parts.filter((part) => part in TYPES);
  const mode = i.parts.find((part) => /^r[nzmp]i?$/.test(part)) ?? "";
  if (i.parts.includes("tf32")) return i.put(0, `to_tf32(${i.value(1, "float")})`);
  const [to = "", from = ""] = types;
  const rounding = { n: "kNearest", z: "kZero", m: "kDown", p: "kUp" }[mode[1] ?? "n"];
  const one = (value: string): string =>
    `converted<${TYPES[to]?.replace(/2$/, "")}>(${value}, ${rounding}, ${has(i, "sat")}, ${mode.endsWith("i")})`;
  if (to.endsWith("x2") && i.operands.length === 3) {
    const half = (at: number): string =>
      `as<unsigned short>(__builtin_bit_cast(unsigned short, ${oneHalf(to, i.value(at, "float"))}))`;
    return i.put(0, `unsigned(${half(1)}) << 16 | ${half(2)}`);
  }
  if (TYPES[to] === undefined || TYPES[from] === undefined || to.endsWith("x2")) return undefined;
  return i.put(0, one(i.value(1, TYPES[from])));
};

const oneHalf = (to: string, value: string): string =>
  to === "f16x2" ? `__float2half(${value})` : `__float2bfloat16(${value})`;

const load: Meaning = (i, type) => {
  const [target] = i.operands;
  if (type === "" || target === undefined) return undefined;
  const address = i.address(1);
  const isVolatile = has(i, "volatile") || has(i, "relaxed") || has(i, "acquire");
  const fence = has(i, "acquire") ? " __threadfence();" : "";
  if (target.kind === "plain")
    return `${i.put(0, `${isVolatile ? "read_volatile" : "read"}<${type}>(${address})`)}${fence}`;
  if (target.kind !== "list") return undefined;
  // The address may be in a register that is written.
  const parts = target.items.map((item, at) => `put(${i.name(item)}, ${type}(from->items[${at}]));`);
  const from = vectorPointer(type, target.items.length, isVolatile, address);
  return `{ auto* const from = ${from}; ${parts.join(" ")} }${fence}`;
};

const vectorPointer = (type: string, count: number, isVolatile: boolean, address: string): string =>
  `pointer<${isVolatile ? "volatile " : ""}several<${type}, ${count}>>(${address})`;

const store: Meaning = (i, type) => {
  const [, source] = i.operands;
  if (type === "" || source === undefined) return undefined;
  const isVolatile = has(i, "volatile") || has(i, "relaxed") || has(i, "release");
  const fence = has(i, "release") ? "__threadfence(); " : "";
  const items = source.kind === "list" ? source.items : source.kind === "plain" ? [source.text] : [];
  const to = vectorPointer(type, items.length, isVolatile, i.address(0));
  return `${fence}${items.map((item, at) => `${to}->items[${at}] = ${i.valueOf(item, type)};`).join(" ")}`;
};

const ATOMICS = ownTable<string>({
  add: "atomicAdd",
  min: "atomicMin",
  max: "atomicMax",
  exch: "atomicExch",
  cas: "atomicCAS",
  inc: "atomicInc",
  dec: "atomicDec",
  and: "atomicAnd",
  or: "atomicOr",
  xor: "atomicXor",
});

const atomic =
  (hasResult: boolean): Meaning =>
  (i, type) => {
    const name = ATOMICS[i.parts.find((part) => part in ATOMICS) ?? ""];
    if (name === undefined || type === "") return undefined;
    // CUDA has its atomic functions for numbers of these types.
    const own = type === "long long" && name === "atomicAdd" ? "unsigned long long" : type;
    const at = hasResult ? 1 : 0;
    const operands = i.operands.slice(at + 1).map((_, k) => i.value(at + 1 + k, own));
    const value = `${name}(pointer<${own}>(${i.address(at)}), ${operands.join(", ")})`;
    return hasResult ? i.put(0, value) : `${value};`;
  };

const shuffle: Meaning = (i) => {
  const mode = ["up", "down", "bfly", "idx"].findIndex((name) => has(i, name));
  const [target] = i.operands;
  if (mode < 0 || target?.kind !== "plain") return undefined;
  const [to = "", predicate] = target.text.split("|");
  const mask = has(i, "sync") ? i.value(4, "unsigned") : "0xffffffffu";
  const value = `shuffled(${mode}, ${i.value(1, "unsigned")}, ${i.value(2, "unsigned")}, ${i.value(3, "unsigned")}, ${mask}, inside)`;
  const tell = predicate === undefined || predicate === "_" ? "" : ` ${i.name(predicate)} = inside;`;
  return `{ bool inside; put(${i.name(to)}, ${value});${tell} }`;
};

const vote: Meaning = (i) => {
  const mode = ["all", "any", "uni", "ballot"].find((name) => has(i, name));
  const mask = has(i, "sync") ? i.value(2, "unsigned") : "0xffffffffu";
  return mode === undefined ? undefined : i.put(0, `__${mode}_sync(${mask}, ${i.value(1, "bool")})`);
};

const move: Meaning = (i, type) => {
  const [to, from] = i.operands;
  if (to?.kind === "list" && from?.kind === "plain") {
    const width = sizeOf(type) / to.items.length;
    const word = width === 4 ? "unsigned" : width === 2 ? "unsigned short" : "unsigned char";
    const parts = to.items.map((item, at) =>
      item === "_" ? "" : `put(${i.name(item)}, ${word}(from >> ${8 * width * at}));`,
    );
    return `{ const ${TYPES[`b${8 * sizeOf(type)}`]} from = ${i.valueOf(from.text, TYPES[`b${8 * sizeOf(type)}`] as string)}; ${parts.join(" ")} }`;
  }
  if (from?.kind === "list") {
    const whole = TYPES[`b${8 * sizeOf(type)}`] as string;
    const width = (8 * sizeOf(type)) / from.items.length;
    const part = TYPES[`b${width}`] as string;
    return i.put(
      0,
      from.items.map((item, at) => `${whole}(${i.valueOf(item, part)}) << ${width * at}`).join(" | "),
    );
  }
  return type === "" ? undefined : i.put(0, i.value(1, type));
};

function sizeOf(type: string): number {
  return /long long|double/.test(type)
    ? 8
    : /short|__half$|__nv_bfloat16$/.test(type)
      ? 2
      : /char|bool/.test(type)
        ? 1
        : 4;
}

/** `bar.red.popc.u32 %r, 0, %p`: a barrier of the whole block that counts, or tells whether all or any say so. */
function votedBarrier(i: Instruction): string | undefined {
  const name = { popc: "count", and: "and", or: "or" }[
    i.parts.find((part) => /^(popc|and|or)$/.test(part)) ?? ""
  ];
  const [, barrier] = i.operands;
  const isAll = i.operands.length === 3 && barrier?.kind === "plain" && barrier.text === "0";
  return name !== undefined && isAll ? i.put(0, `__syncthreads_${name}(${i.value(2, "bool")})`) : undefined;
}

const nothing: Meaning = () => ";";

const MEANINGS: Readonly<Record<string, Meaning>> = ownTable({
  mov: move,
  add: arithmetic("add"),
  addc: arithmetic("add"),
  sub: arithmetic("sub"),
  subc: arithmetic("sub"),
  mul: product,
  mul24: (i, type) => i.put(0, `__${type === "int" ? "" : "u"}mul24(${values2(i, type)})`),
  mad: sumOfProduct,
  madc: sumOfProduct,
  fma: arithmetic("fma"),
  div: arithmetic("div"),
  rem: arithmetic("rem"),
  min: arithmetic("min"),
  max: arithmetic("max"),
  neg: arithmetic("neg"),
  abs: arithmetic("abs"),
  sad: arithmetic("sad"),
  and: bitwise("&"),
  or: bitwise("|"),
  xor: bitwise("^"),
  not: (i, type) => i.put(0, type === "bool" ? `!${i.value(1, type)}` : `${type}(~${i.value(1, type)})`),
  cnot: (i, type) => i.put(0, `${type}(${i.value(1, type)} == 0)`),
  shl: (i, type) => i.put(0, `op_shl<${type}>(${i.value(1, type)}, ${i.value(2, "unsigned")})`),
  shr: (i, type) => i.put(0, `op_shr<${type}>(${i.value(1, type)}, ${i.value(2, "unsigned")})`),
  shf: (i) =>
    i.put(
      0,
      `op_shf(${[1, 2, 3].map((at) => i.value(at, "unsigned")).join(", ")}, ${has(i, "l")}, ${has(i, "clamp")})`,
    ),
  bfe: (i, type) =>
    i.put(0, `op_bfe<${type}>(${i.value(1, type)}, ${i.value(2, "unsigned")}, ${i.value(3, "unsigned")})`),
  bfi: (i, type) =>
    i.put(0, `op_bfi<${type}>(${values2(i, type)}, ${i.value(3, "unsigned")}, ${i.value(4, "unsigned")})`),
  bfind: (i, type) => (has(i, "shiftamt") ? undefined : i.put(0, `op_bfind<${type}>(${i.value(1, type)})`)),
  brev: (i, type) => i.put(0, `${sizeOf(type) === 8 ? "__brevll" : "__brev"}(${i.value(1, type)})`),
  clz: (i, type) => i.put(0, `${sizeOf(type) === 8 ? "__clzll" : "__clz"}(${i.value(1, type)})`),
  popc: (i, type) => i.put(0, `${sizeOf(type) === 8 ? "__popcll" : "__popc"}(${i.value(1, type)})`),
  prmt: (i) => (i.parts.length > 2 ? undefined : i.put(0, `__byte_perm(${values(i, "unsigned")})`)),
  lop3: (i) => i.put(0, `op_lop3(${values(i, "unsigned")})`),
  dp4a: (i) =>
    has(i, "u32") && has(i, "s32")
      ? undefined
      : i.put(0, `__dp4a(${values(i, has(i, "s32") ? "int" : "unsigned")})`),
  setp: setPredicate,
  selp: (i, type) => i.put(0, `${i.value(3, "bool")} ? ${i.value(1, type)} : ${i.value(2, type)}`),
  slct: (i) => {
    const type = TYPES[i.parts.at(-2) ?? ""] ?? "";
    const by = TYPES[i.parts.at(-1) ?? ""] ?? "";
    return i.put(0, `${i.value(3, by)} >= 0 ? ${i.value(1, type)} : ${i.value(2, type)}`);
  },
  cvt: convert,
  cvta: (i, type) => i.put(0, i.value(1, type)),
  ld: load,
  ldu: load,
  st: store,
  atom: atomic(true),
  red: atomic(false),
  shfl: shuffle,
  vote,
  activemask: (i) => i.put(0, "__activemask()"),
  match: (i, type) =>
    has(i, "any") ? i.put(0, `__match_any_sync(${i.value(2, "unsigned")}, ${i.value(1, type)})`) : undefined,
  redux: (i, type) => {
    const name = ["add", "min", "max", "and", "or", "xor"].find((one) => has(i, one));
    return name === undefined
      ? undefined
      : i.put(0, `__reduce_${name}_sync(${i.value(2, "unsigned")}, ${i.value(1, type)})`);
  },
  bar: (i) => {
    if (has(i, "warp")) return `__syncwarp(${i.value(0, "unsigned")});`;
    if (has(i, "red")) return votedBarrier(i);
    const [first] = i.operands;
    const isAll = i.operands.length === 1 && first?.kind === "plain" && /^0$/.test(first.text);
    return has(i, "sync") && isAll ? "__syncthreads();" : undefined;
  },
  barrier: (i) => (has(i, "sync") && i.operands.length === 1 ? MEANINGS["bar"]?.(i, "") : undefined),
  membar: () => "__threadfence();",
  fence: (i) => (has(i, "proxy") ? ";" : "__threadfence();"),
  ex2: function1("exp2f", "exp2"),
  lg2: function1("log2f", "log2"),
  rcp: function1("1.0f / ", "1.0 / "),
  sqrt: function1("sqrtf", "sqrt"),
  rsqrt: function1("rsqrtf", "rsqrt"),
  sin: function1("sinf", "sin"),
  cos: function1("cosf", "cos"),
  tanh: function1("tanhf", "tanh"),
  copysign: (i, type) =>
    i.put(0, `${type === "float" ? "copysignf" : "copysign"}(${i.value(2, type)}, ${i.value(1, type)})`),
  trap: () => "__trap();",
  brkpt: nothing,
  nanosleep: nothing,
  prefetch: nothing,
  prefetchu: nothing,
  discard: nothing,
  griddepcontrol: nothing,
  createpolicy: (i) => i.put(0, "0ull"),
  pragma: nothing,
});

/** The names of all instructions that have a meaning in some form. */
export const KNOWN_INSTRUCTIONS: readonly string[] = [
  ...Object.keys(MEANINGS),
  ...MATRIX_INSTRUCTIONS,
  ...VIDEO_INSTRUCTIONS,
  "bra",
].sort();
