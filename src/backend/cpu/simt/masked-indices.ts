// Indices that count in few bits, such as `table[threadIdx.x & 3]`. In IR for 64-bit addresses LLVM's vectoriser takes such an index
// for one that goes up by 1 at each turn, also past the end of its bits: it loads table[0] to table[15] for sixteen threads. So it
// is not told where the bits come from: to each such number on the way to an address a 0 is added that only we know to be 0.

import { LOCAL_NAME } from "./ir.js";

/** What leaves few bits of a number; those of a mask side by side. */
const NARROWED =
  /^ {2}(%\S+) = (?:(and) (?:[a-z]+ )*i(\d+) [^,]+, (-?\d+)|[sz]ext (?:[a-z]+ )*i(?:[2-9]|1\d|2\d|3[01]) \S+ to i(\d+))/;
/** What an address may be computed with. */
const ARITHMETIC =
  /^ {2}(%\S+) = (?:add|sub|mul|shl|lshr|ashr|or|xor|and|udiv|urem|sdiv|srem|zext|sext|trunc|select|phi|freeze|call)\b/;
const ADDRESS = /^ {2}%\S+ = getelementptr /;
const ZERO = "%cuts.zero";
/** What parts of kernels are given, which the compiler cannot know; a grid has fewer than 2^24 blocks along z. */
const GRID = "%cuts.gdim.z";

/** Hides what indices are made of; for IR that is vectorised afterwards. */
export function hideMaskedIndices(ir: string): string {
  const out: string[] = [];
  let body: string[] | undefined;
  let hasGrid = false;
  for (const line of ir.split("\n")) {
    if (body === undefined) {
      out.push(line);
      if (line.startsWith("define ")) {
        body = [];
        hasGrid = line.includes(`i32 ${GRID}`);
      }
    } else if (line === "}") {
      out.push(...changed(body, hasGrid), line);
      body = undefined;
    } else body.push(line);
  }
  return out.join("\n");
}

function changed(body: readonly string[], hasGrid: boolean): readonly string[] {
  const masked = body.filter((line) => isMasked(NARROWED.exec(line)));
  if (masked.length === 0) return body;
  const indices = indicesOf(body);
  const types = new Set<string>();
  const lines = body.flatMap((line) => {
    const found = NARROWED.exec(line);
    const name = found?.[1];
    if (!isMasked(found) || name === undefined || !indices.has(name)) return [line];
    const type = `i${found?.[3] ?? found?.[5]}`;
    types.add(type);
    const place = /, !dbg .*$/.exec(line)?.[0] ?? "";
    const raw = `${name.replaceAll('"', "")}.masked`;
    const quoted = name.startsWith('%"') ? `%"${raw.slice(1)}"` : raw;
    return [
      line.replace(`${name} = `, () => `${quoted} = `),
      `  ${name} = or ${type} ${quoted}, ${ZERO}.${type}${place}`,
    ];
  });
  if (types.size === 0) return body;
  const zeros = [
    ...(hasGrid
      ? [`  ${ZERO}.grid = lshr i32 ${GRID}, 24`, `  ${ZERO}.i64 = zext i32 ${ZERO}.grid to i64`]
      : ZERO_OF_STACK),
    ...[...types]
      .filter((type) => type !== "i64")
      .map((type) => `  ${ZERO}.${type} = trunc i64 ${ZERO}.i64 to ${type}`),
  ];
  const first = lines.findIndex((line) => line.startsWith("  "));
  return [...lines.slice(0, first), ...zeros, ...lines.slice(first)];
}

/** In functions that are no part of a kernel's loops over threads. */
const ZERO_OF_STACK = [
  `  ${ZERO}.at = alloca i64`,
  `  store volatile i64 0, ptr ${ZERO}.at`,
  `  ${ZERO}.i64 = load volatile i64, ptr ${ZERO}.at`,
];

/** Whether a mask has its bits side by side, and not all: other masks leave nothing that counts. */
function isMasked(found: RegExpExecArray | null): boolean {
  if (found === null) return false;
  if (found[2] === undefined) return true;
  const bits = Number(found[3]);
  if (bits > 64) return false;
  const mask = BigInt.asUintN(bits, BigInt(found[4] as string));
  if (mask === 0n) return false;
  const low = mask & -mask;
  const run = mask / low;
  return (run & (run + 1n)) === 0n;
}

/** The numbers that addresses are computed from. */
function indicesOf(body: readonly string[]): ReadonlySet<string> {
  const definitions = new Map<string, readonly string[]>();
  const found = new Set<string>();
  const waiting: string[] = [];
  for (const line of body) {
    const operands = namesOf(line).slice(1);
    const own = ARITHMETIC.exec(line)?.[1];
    if (own !== undefined) definitions.set(own, operands);
    else if (ADDRESS.test(line)) waiting.push(...operands);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(definitions.get(name) ?? []));
  }
  return found;
}

function namesOf(line: string): readonly string[] {
  return line.match(LOCAL_NAME) ?? [];
}
