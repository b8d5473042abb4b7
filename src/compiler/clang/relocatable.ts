// Changes clang's IR of a source that is compiled as relocatable (-rdc=true) as nvcc's linker would.

import { call, functionHead, ret } from "../ir/builder.js";
import { declaration, withDeclarations } from "../ir/declaration.js";
import { type IrFunction, type IrGlobal, type IrModule, mapInstructions, plainName } from "../ir/module.js";
import { mapOperands } from "../ir/operands.js";
import { ptr, voidType } from "../ir/type.js";
import { local, mapValue, type Value } from "../ir/value.js";

/** What clang calls, by a name that ends differently for each source. */
const REGISTER = "@__cudaRegisterLinkedBinary";

/** What registers code. */
const BEGIN = declaration("@__cudaRegisterFatBinary", ptr, [ptr]);
const END = declaration("@__cudaRegisterFatBinaryEnd", voidType, [ptr]);

/**
 * Code of the host in which the source registers its own device code, as it does when it is not relocatable: clang calls a
 * function that the linker would write. After this pass it is there.
 */
export function registerOwnCode(module: IrModule): IrModule {
  const wanted = module.declarations.find(({ name }) => name.startsWith(REGISTER));
  if (wanted === undefined) return module;
  const declarations = module.declarations.filter((f) => f !== wanted);
  const functions = [...module.functions, registration(wanted.name)];
  return withDeclarations({ ...module, declarations, functions }, [BEGIN, END]);
}

function registration(name: string): IrFunction {
  const parameters = ["%globals", "%binary", "%id", "%callback"].map((own) => ({ name: own, type: ptr }));
  const handle = local("%handle", ptr);
  const instructions = [
    call(handle.name, ptr, BEGIN.name, [local("%binary", ptr)]),
    call(undefined, voidType, local("%globals", ptr), [handle]),
    call(undefined, voidType, END.name, [handle]),
    ret(),
  ];
  return {
    ...functionHead(name, voidType, parameters),
    linkage: "internal",
    blocks: [{ label: "%start", instructions }],
  };
}

/** Variables of one file have the hash of its name in theirs. */
const STATIC_VARIABLE = /^([\w$.]+?)__static__[0-9a-f]+$/;

/**
 * Code of the device in which a variable of one file has one name: clang finds out late that the host uses it, and has called
 * it otherwise before. After this pass nothing has the earlier name.
 */
export function nameStaticVariables(module: IrModule): IrModule {
  const names = new Map<string, string>();
  for (const { name, linkage } of module.globals) {
    const early = linkage === "external" ? undefined : STATIC_VARIABLE.exec(plainName(name))?.[1];
    if (early !== undefined) names.set(`@${early}`, name);
  }
  if (names.size === 0) return module;
  const rename = (value: Value): Value => {
    const name = value.kind === "global" ? names.get(value.name) : undefined;
    return value.kind === "global" && name !== undefined ? { ...value, name } : value;
  };
  const isEarly = ({ name, linkage }: IrGlobal): boolean => names.has(name) && linkage === "external";
  return {
    ...module,
    globals: module.globals
      .filter((g) => !isEarly(g))
      .map((g) => (g.value === undefined ? g : { ...g, value: mapValue(g.value, rename) })),
    functions: module.functions.map((f) => mapInstructions(f, (i) => mapOperands(i, rename))),
  };
}
