// A C function as users call it: count, types, lengths and ranges are checked, then koffi is entered, then the result is
// converted. Functions with few parameters and nothing to do after the call take direct-call.ts's short way; this file has
// the general one, and the one over another thread.

import type { FunctionDeclaration } from "../cdecl/ast.js";
import { formatType } from "../cdecl/format.js";
import { bufferOf, isResizable } from "../core/view-facts.js";
import { runAsync } from "./async-calls.js";
import { type AnyFunction, type Call, type LibraryState, refuseCall } from "./call.js";
import { enterCall, leaveCall } from "./calls-under-way.js";
import { type Place, wrongType } from "./converter.js";
import { directCall } from "./direct-call.js";
import { guarded } from "./guard.js";
import { type KoffiFunction, koffi } from "./koffi.js";
import { explained } from "./koffi-types.js";
import { checkParameterCount, functionResult, parameterConverter, type TypeContext } from "./signature.js";

/** A function with its asynchronous form. */
export interface BoundFunction {
  (...args: readonly unknown[]): unknown;
  /** The same call on another thread. Arguments are checked at once; what is wrong rejects the promise. */
  readonly async: (...args: readonly unknown[]) => Promise<unknown>;
}

/** Binds `symbol` as `declaration` says; `name` is what messages call it. */
export function bindFunction(
  library: LibraryState,
  name: string,
  symbol: string,
  declaration: FunctionDeclaration,
  context: TypeContext,
): BoundFunction {
  const { parameters } = declaration;
  checkParameterCount(parameters.length, name);
  const converters = parameters.map((parameter, index) => {
    const label =
      parameter.name === undefined ? `argument ${index + 1}` : `argument ${index + 1} (${parameter.name})`;
    const place: Place = { what: `${label} of ${name}`, type: formatType(parameter.type) };
    return parameterConverter(parameter.type, parameters, place, context);
  });
  const result = functionResult(declaration.result, `the result of ${name}`, context);
  const types = converters.map(({ koffiType }) => koffiType);
  const native = explained(`declare ${name}`, () => library.handle.func(symbol, result.koffiType, types));
  const call: Call = {
    name,
    library,
    declaration,
    converters,
    native,
    invoke: library.recordsErrno ? recordErrno(native, library) : native,
    finish: result.fromNative,
  };
  const bound = converters.some(({ after }) => after !== undefined)
    ? generalCall(call)
    : (directCall(call) ?? generalCall(call));
  Object.defineProperty(bound, "name", { value: name });
  return Object.assign(bound, { async: (...args: readonly unknown[]) => callAsync(call, args) });
}

function recordErrno(native: KoffiFunction, library: LibraryState): AnyFunction {
  return (...args) => {
    const result = native(...args);
    library.errno = koffi().errno();
    return result;
  };
}

/** The call for functions with something to do afterwards, or with many parameters. */
function generalCall(call: Call): AnyFunction {
  const { library, converters, finish } = call;
  return (...args) => {
    if (args.length !== converters.length || library.closed) throw refuseCall(call, args.length);
    const converted: unknown[] = [];
    try {
      for (const [index, { convert }] of converters.entries()) converted.push(convert(args[index], ...args));
      const value = guarded(call, ...converted);
      conclude(call, args, converted);
      return finish(value);
    } finally {
      for (const [index, value] of converted.entries()) converters[index]?.release?.(args[index], value);
    }
  };
}

function convert(call: Call, args: readonly unknown[]): readonly unknown[] {
  return call.converters.map((converter, index) => converter.convert(args[index], ...args));
}

function conclude(call: Call, args: readonly unknown[], converted: readonly unknown[]): void {
  for (const [index, converter] of call.converters.entries())
    converter.after?.(args[index], converted[index]);
}

async function callAsync(call: Call, args: readonly unknown[]): Promise<unknown> {
  if (args.length !== call.converters.length || call.library.closed) throw refuseCall(call, args.length);
  const taken: (readonly unknown[])[] = [];
  const prepare = (): readonly unknown[] => {
    const converted = convert(call, args);
    taken.push(converted);
    for (const [index, value] of converted.entries()) checkStable(call, index, value);
    return converted;
  };
  const ticket = enterCall();
  const leave = call.library.enter();
  try {
    const { value, converted } = await runAsync(call.native.async, prepare, () => {
      if (call.library.recordsErrno) call.library.errno = koffi().errno();
    });
    // `args` is used here, after the call: until then everything in it is reachable and its memory stays.
    conclude(call, args, converted);
    return call.finish(value);
  } finally {
    for (const converted of taken)
      for (const [index, { release }] of call.converters.entries()) release?.(args[index], converted[index]);
    leaveCall(ticket);
    leave();
  }
}

/** Memory that `resize` can take away is not handed to another thread. */
function checkStable(call: Call, index: number, value: unknown): void {
  if (!ArrayBuffer.isView(value) || !isResizable(bufferOf(value))) return;
  const parameter = call.declaration.parameters[index];
  const place: Place = {
    what: `argument ${index + 1}${parameter?.name === undefined ? "" : ` (${parameter.name})`} of ${call.name}.async`,
    type: parameter === undefined ? "memory" : formatType(parameter.type),
  };
  throw wrongType(
    "CUTS_ARGUMENT_RESIZABLE",
    place,
    "its memory must not be resizable while the call runs",
    value,
  );
}
