// What watched host code has beside its own functions: the variable with the place where it is, the table of the memory that is watched, the
// texts that tell places, and the function that looks into the table before an access.

import { functionHead, variable, zeroOf } from "../../../../compiler/ir/builder.js";
import { Code } from "../../../../compiler/ir/code.js";
import { declaration } from "../../../../compiler/ir/declaration.js";
import type { IrFunction, IrGlobal } from "../../../../compiler/ir/module.js";
import { arrayType, i32, i64, intType, ptr, voidType } from "../../../../compiler/ir/type.js";
import { globalRef, int32, literal, local } from "../../../../compiler/ir/value.js";
import { TOUCH_IMPORT, WATCH_EXPORTS } from "./host-place.js";

const i8 = intType(8);
const PAGES = 65536;

/** The variable with the place where the user's code is. */
export const HERE = globalRef(`@${WATCH_EXPORTS.here}`);
const TABLE = globalRef(`@${WATCH_EXPORTS.pages}`);

/** Looks into the table: address, bytes, whether it is a write, place. */
export const TOUCH = "@__cuts_touch";

/** Is told of an access to memory that is watched. */
export const HOST_TOUCH = declaration(
  "@__cuts_host_touch",
  voidType,
  [i32, i32, i32, i32],
  ['"wasm-import-module"="cuts"', `"wasm-import-name"="${TOUCH_IMPORT}"`],
);

/** The variables that the machine reads and writes. */
export function hostVariables(): readonly IrGlobal[] {
  const pages = arrayType(PAGES, i8);
  const linkage = "linkonce_odr";
  return [
    variable({ name: HERE.name, type: i32, value: int32(0), linkage, align: 4 }),
    variable({ name: TABLE.name, type: pages, value: zeroOf(pages), linkage, align: 1 }),
  ];
}

/** The constant with a text that tells a place. */
export function placeConstant(number: number, text: string): IrGlobal {
  const bytes = Buffer.from(`${text}\0`);
  const escaped = Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const type = arrayType(bytes.length, i8);
  return variable({
    name: `@__cuts_place.${number}`,
    linkage: "private",
    specifiers: ["unnamed_addr"],
    isConstant: true,
    type,
    value: literal(type, `c"${escaped}"`),
    align: 1,
  });
}

/** The function called {@link TOUCH}, inlined wherever it is called. */
export function touchFunction(): IrFunction {
  const [p, bytes, how, place] = [
    local("%p", ptr),
    local("%bytes", i64),
    local("%how", i32),
    local("%place", i32),
  ];
  const code = new Code("%start");
  const address = code.cast("%address", "ptrtoint", p, i64);
  const page = code.binary("%page", "lshr", address, 16);
  code.branch(code.icmp("%known", "ult", page, PAGES), "%look", "%done");
  code.block("%look");
  const mark = code.load("%mark", i8, code.element("%entry", i8, TABLE, page), 1);
  code.branch(code.icmp("%isPlain", "eq", mark, 0), "%done", "%tell");
  code.block("%tell");
  const at = code.cast("%at", "trunc", address, i32);
  code.run(HOST_TOUCH.name, [at, code.cast("%count", "trunc", bytes, i32), how, place]);
  code.jump("%done");
  code.block("%done");
  code.ret();
  return {
    ...functionHead(TOUCH, voidType, [p, bytes, how, place]),
    linkage: "internal",
    attributes: ["alwaysinline"],
    blocks: code.blocks,
  };
}
