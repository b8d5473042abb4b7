// A C function as users call it: the arguments are checked (count, types, lengths, ranges), koffi calls the function, and the
// result is converted. Functions with few parameters and nothing to do after the call use direct-call.ts. This file has the general
// call and the call on another thread.

import type { FunctionDeclaration } from "../cdecl/ast.js";
import { formatType } from "../cdecl/format.js";
import { runAsync } from "./async-calls.js";
import { type AnyFunction, type Call, type LibraryState, refuseCall } from "./call.js";
import { enterCall, leaveCall } from "./calls-under-way.js";
import type { Place } from "./converter.js";
import { directCall } from "./direct-call.js";
import { guarded, refusedByKoffi } from "./guard.js";
import { type KoffiFunction, koffi } from "./koffi.js";
import { explained } from "./koffi-types.js";
import { BorrowedArguments } from "./borrowed-arguments.js";
import { sameObjectCheck } from "./same-object.js";
import { checkParameterCount, functionResult, parameterConverter, type TypeContext } from "./signature.js";

/** A function with its asynchronous form. */
export interface BoundFunction {
  (...args: readonly unknown[]): unknown;
  /** The same call on another thread. Arguments are checked at once, and errors reject the promise. */
  readonly async: (...args: readonly unknown[]) => Promise<unknown>;
}

/** Binds `symbol` as declared in `declaration`; messages call it `name`. */
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
    checkObjects: sameObjectCheck(name, converters),
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
  const { library, converters, checkObjects, finish } = call;
  return (...args) => {
    if (args.length !== converters.length || library.closed) throw refuseCall(call, args.length);
    checkObjects?.(args);
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

function conclude(call: Call, args: readonly unknown[], converted: readonly unknown[]): void {
  for (const [index, converter] of call.converters.entries())
    converter.after?.(args[index], converted[index]);
}

async function callAsync(call: Call, args: readonly unknown[]): Promise<unknown> {
  const { library, converters, native, declaration } = call;
  if (args.length !== converters.length || library.closed) throw refuseCall(call, args.length);
  call.checkObjects?.(args);
  const borrowing = new BorrowedArguments();
  const ticket = enterCall();
  const leave = library.enter();
  try {
    const borrowed = converters.map(({ borrow }, index) => borrow(args[index], borrowing, args));
    const { ready } = borrowing;
    if (ready !== undefined) await ready;
    const saveErrno = (): void => {
      if (library.recordsErrno) library.errno = koffi().errno();
    };
    const { value, converted } = await runAsync(
      native.async,
      () => borrowing.begin(borrowed),
      saveErrno,
    ).catch((error: unknown) => {
      throw refusedByKoffi(call, error);
    });
    const finishing = borrowing.finish();
    if (finishing !== undefined) await finishing;
    conclude(call, args, converted);
    const result = call.finish(value);
    const isPointer = declaration.result.kind === "pointer" && typeof result === "bigint";
    return isPointer ? borrowing.ownAddress(result) : result;
  } finally {
    borrowing.end();
    leaveCall(ticket);
    leave();
  }
}
