// A function of an addon as a JavaScript function. A call fills in default arguments, writes tensors into the frame, and calls the
// native function. If a name has several overloads, the first one that fits the arguments is called.

import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { markLost } from "../../array/operators/foreign-calls.js";
import { beginForeignCall } from "../../core/foreign-call.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { openRecording, refuseInGraph } from "../../runtime/graphs/recording.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import type { AddonCore } from "./addon-core.js";
import { AsyncCall } from "./async-call.js";
import type { AddonType, Definition, Job, Native } from "./connection.js";
import { isHost } from "./native-place.js";
import { formatArgument, Parameters, visitNested } from "./parameters.js";
import { checkTensor } from "./tensor-argument.js";
import { signatureText } from "./type-text.js";

/** Calls a function with arguments; `self` is the object of a method call, else undefined. */
export type Invoke = (self: object | undefined, args: unknown[]) => unknown;

/** Makes one function of all overloads of a name; messages use `name`, such as `Counter.add`. */
export function bindAll(core: AddonCore, definitions: readonly Definition[], name: string): Invoke {
  const bound = definitions.map((definition) => bindOne(core, definition, name));
  const [only] = bound;
  if (only === undefined) throw new Error("internal: a name without a definition");
  if (bound.length === 1) return only.invoke;
  return (self, args) => {
    for (const { parameters, invoke } of bound) if (parameters.accepts(args)) return invoke(self, args);
    const list = definitions.map((one) => `\n  ${signatureText(one, core.description)}`).join("");
    throw new ArgumentTypeError(
      "CUTS_NO_OVERLOAD",
      `Cannot call ${name}: the arguments must fit one of${list}\n(got ${args.map(formatArgument).join(", ")})`,
    );
  };
}

interface Bound {
  readonly parameters: Parameters;
  readonly invoke: Invoke;
}

/** What gradients are to know of a call: what an addon returns is computed from what it reads. */
function watched(parameters: Parameters, name: string, invoke: Invoke): Invoke {
  if (parameters.tensors.length === 0) return invoke;
  const what = `the addon function ${name}`;
  const written = new Set(parameters.tensors.flatMap(({ at, type }) => (writes(type) ? [at] : [])));
  const isRead = (at: number): boolean => !written.has(at);
  return (self, args) => {
    const isFollowed = beginForeignCall(what, args, isRead);
    const result = invoke(self, args);
    if (!isFollowed) return result;
    const mark = (value: unknown): unknown => {
      markLost(what, arraysOf(args), arraysOf(value));
      return value;
    };
    return result instanceof Promise ? result.then(mark) : mark(result);
  };
}

/** Whether a function may write a tensor of a type. */
function writes(type: AddonType): boolean {
  if (type.kind === "tensor") return type.mode === "write";
  if (type.kind === "tuple") return type.of.some(writes);
  return (type.kind === "optional" || type.kind === "list") && writes(type.of);
}

function arraysOf(value: unknown): readonly NDArray[] {
  if (isNDArray(value)) return [value];
  return Array.isArray(value) ? value.flatMap(arraysOf) : [];
}

function bindOne(core: AddonCore, definition: Definition, name: string): Bound {
  const isOfObject = ["constructor", "method", "getter", "setter"].includes(definition.kind);
  const parameters = new Parameters(definition, name, isOfObject ? 1 : 0);
  const native = core.connection.natives[definition.native];
  if (native === undefined) throw new Error("internal: a definition without a function");
  const call = definition.isAsync
    ? asyncCall(core, parameters, native, isOfObject)
    : syncCall(core, parameters, native, isOfObject);
  return { parameters, invoke: watched(parameters, name, call) };
}

function syncCall(core: AddonCore, parameters: Parameters, native: Native, isOfObject: boolean): Invoke {
  const { frame, place } = core;
  const { name } = parameters;
  return (self, args) => {
    if (openRecording() !== undefined) refuseInGraph(`call ${name}`);
    const complete = parameters.complete(args);
    return place.inOrder(currentStream, () => {
      let stream: StreamCore | undefined;
      for (const { at, type, place: where } of parameters.tensors) {
        if (type.kind === "tensor") {
          stream = place.use(checkTensor(complete[at], type, where), type.mode, stream);
          continue;
        }
        complete[at] = visitNested(complete[at], type, where, (array, { mode }) => {
          stream = place.use(array, mode, stream);
        });
      }
      // Only now: waiting for an array may have served an async function, which uses the frame too.
      frame.begin();
      if (stream !== undefined) frame.stream = place.streamHandle(stream, name);
      for (const { at, argument, type, place: where } of parameters.tensors) {
        if (type.kind === "tensor") frame.add(complete[at] as NDArray, type.mode, argument, -1);
        else
          visitNested(complete[at], type, where, (array, { mode }) => frame.add(array, mode, argument, -1));
      }
      return isOfObject ? native(self, ...complete) : native(...complete);
    });
  };
}

function asyncCall(core: AddonCore, parameters: Parameters, native: Native, isOfObject: boolean): Invoke {
  const { frame, place } = core;
  const { name } = parameters;
  return (self, args) => {
    const call = new AsyncCall(core.connection, place);
    try {
      refuseInGraph(`call ${name}`);
      const complete = parameters.complete(args);
      frame.begin();
      let isStreamKnown = false;
      for (const { at, argument, type, place: where } of parameters.tensors) {
        complete[at] = visitNested(complete[at], type, where, (array, { mode }) => {
          const slot = call.uses(array, mode);
          const { device } = array.storage;
          if (!isStreamKnown && !isHost(device)) {
            frame.stream = place.streamHandle(call.streamOf(device), name);
            isStreamKnown = true;
          }
          frame.add(array, mode, argument, slot);
        });
      }
      const job = isOfObject ? native(call, self, ...complete) : native(call, ...complete);
      call.begin(job as Job);
      return call.promise;
    } catch (error) {
      return call.refuse(error);
    }
  };
}
