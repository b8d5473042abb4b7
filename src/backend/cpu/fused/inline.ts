// A compiled function without jumps and calls, written into another: its instructions with other numbers of locals. Its vector
// constants become those of the function that it is in, which sets them up once, and not at each turn of a loop.

import { CodeReader } from "../../../compiler/clang/memory64/code-reader.js";
import { OP, PREFIX } from "../../../compiler/clang/memory64/instructions.js";
import { BinaryReader } from "../../../compiler/clang/wasm-binary.js";
import { type Code, SIMD, TYPE } from "./instructions.js";

/** Writes the code of a function of vectors; `args` are locals, and the result is left on the stack. */
export function inline(code: Code, body: Uint8Array, args: readonly number[]): void {
  const reader = new BinaryReader(body);
  // A function may write its parameters.
  const locals = args.map((arg) => {
    const own = code.local(TYPE.v128);
    code.get(arg).set(own);
    return own;
  });
  for (let groups = reader.u32(); groups > 0; groups--) {
    const count = reader.u32();
    const type = reader.byte();
    for (let at = 0; at < count; at++) locals.push(code.local(type));
  }
  const instructions = new CodeReader(reader, body.length, []);
  const localAt = (number: number): number => locals[number] as number;
  for (;;) {
    const begin = reader.offset;
    const opcode = reader.byte();
    if (opcode === OP.end) break;
    if (opcode === OP.localGet) code.get(localAt(reader.u32()));
    else if (opcode === OP.localSet) code.set(localAt(reader.u32()));
    else if (opcode === OP.localTee) code.tee(localAt(reader.u32()));
    else if (opcode === PREFIX.simd && reader.bytes[reader.offset] === SIMD["v128.const"]) {
      reader.u32();
      code.constant(reader.take(16));
    } else {
      if (JUMPS.has(opcode)) throw new Error(`internal: an inlined function has the instruction ${opcode}`);
      instructions.skip(opcode);
      code.bytes(body.subarray(begin, reader.offset));
    }
  }
  if (!reader.done) throw new Error("internal: an inlined function goes on after its end");
}

const JUMPS: ReadonlySet<number> = new Set([
  OP.block,
  OP.loop,
  OP.if,
  OP.br,
  OP.brIf,
  OP.brTable,
  OP.return,
  OP.call,
  OP.callIndirect,
]);
