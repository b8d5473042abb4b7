// What watched host code has beside its own functions: the variable with the place where it is, the table of the memory that is watched, the
// texts that tell places, and the function that looks into the table before an access.

import { call, functionHead, FunctionBuilder } from "../../../../compiler/ir/builder.js";
import { declaration } from "../../../../compiler/ir/declaration.js";
import type { Layout } from "../../../../compiler/ir/layout.js";
import type { IrFunction, IrGlobal } from "../../../../compiler/ir/module.js";
import { arrayType, i32, i64, intType, ptr, voidType } from "../../../../compiler/ir/type.js";
import { int, int32, literal, local, type Value } from "../../../../compiler/ir/value.js";
import { TOUCH_IMPORT, WATCH_EXPORTS } from "./host-place.js";

const i8 = intType(8);
const PAGES = 65536;

/** The variable with the place where the user's code is. */
export const HERE: Value = { kind: "global", name: `@${WATCH_EXPORTS.here}`, type: ptr };

/** Looks into the table: address, bytes, whether it is a write, place. */
export const TOUCH = "@__cuts_touch";

/** Is told of an access to memory that is watched. */
export const HOST_TOUCH = declaration(
  "@__cuts_host_touch",
  voidType,
  [i32, i32, i32, i32],
  ['"wasm-import-module"="cuts"', `"wasm-import-name"="${TOUCH_IMPORT}"`],
);

const PLAIN_GLOBAL = {
  specifiers: [],
  space: 0,
  isFilledOutside: false,
  isConstant: false,
  section: undefined,
  comdat: undefined,
  metadata: [],
} as const;

/** The variables that the machine reads and writes. */
export function hostVariables(): readonly IrGlobal[] {
  const pages = arrayType(PAGES, i8);
  const shared = { ...PLAIN_GLOBAL, linkage: "linkonce_odr" };
  return [
    { ...shared, name: `@${WATCH_EXPORTS.here}`, type: i32, value: int32(0), align: 4 },
    {
      ...shared,
      name: `@${WATCH_EXPORTS.pages}`,
      type: pages,
      value: literal(pages, "zeroinitializer"),
      align: 1,
    },
  ];
}

/** The constant with a text that tells a place. */
export function placeConstant(number: number, text: string): IrGlobal {
  const bytes = Buffer.from(`${text}\0`);
  const escaped = Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const type = arrayType(bytes.length, i8);
  return {
    ...PLAIN_GLOBAL,
    name: `@__cuts_place.${number}`,
    linkage: "private",
    specifiers: ["unnamed_addr"],
    isConstant: true,
    type,
    value: literal(type, `c"${escaped}"`),
    align: 1,
  };
}

/** The function called {@link TOUCH}, inlined wherever it is called. */
export function touchFunction(layout: Layout): IrFunction {
  const parameters = [
    { name: "%p", type: ptr },
    { name: "%bytes", type: i64 },
    { name: "%how", type: i32 },
    { name: "%place", type: i32 },
  ];
  const head = functionHead(TOUCH, voidType, parameters);
  const builder = new FunctionBuilder({ ...head, linkage: "internal", attributes: ["alwaysinline"] }, layout);
  const start = builder.block("%start");
  const look = builder.block("%look");
  const tell = builder.block("%tell");
  const done = builder.block("%done");
  const address = start.cast("ptrtoint", local("%p", ptr), i64, [], "%address");
  const page = start.binary("lshr", address, int(i64, 16), [], "%page");
  start.branch(start.icmp("ult", page, int(i64, PAGES), "%known"), look.label, done.label);
  const pages: Value = { kind: "global", name: `@${WATCH_EXPORTS.pages}`, type: ptr };
  const entry = look.elementPtr(i8, pages, [page], ["inbounds"], "%entry");
  const mark = look.load(i8, entry, { align: 1 }, "%mark");
  look.branch(look.icmp("eq", mark, int(i8, 0), "%isPlain"), done.label, tell.label);
  const at = tell.cast("trunc", address, i32, [], "%at");
  const count = tell.cast("trunc", local("%bytes", i64), i32, [], "%count");
  tell.append(
    call(undefined, voidType, HOST_TOUCH.name, [at, count, local("%how", i32), local("%place", i32)]),
  );
  tell.jump(done.label);
  done.ret();
  return builder.finish();
}
