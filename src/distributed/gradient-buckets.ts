// Averages gradients over ranks while the backward pass continues. Each gradient is copied into a bucket as soon as it is
// complete, and a full bucket is reduced at once. The parameters alone decide the buckets and their order, so all ranks make the
// same calls, whatever the order in which gradients become ready.

import { allocateArray } from "../array/allocate.js";
import { copyInto } from "../array/copy.js";
import { zeros } from "../array/creation.js";
import { describeArray, type NDArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import { reshape, subarray } from "../array/views.js";
import { CutsError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import type { DType } from "../core/dtype.js";
import { runInContext } from "../runtime/devices/context.js";
import type { Device } from "../runtime/devices/device.js";
import { currentStream, toDevice } from "../runtime/devices/devices.js";
import { type Stream, stream, streamCore } from "../runtime/order/stream.js";
import { fillBuckets } from "./bucket-plan.js";
import type { Communicator } from "./communicator.js";
import { transportOf } from "./transport-name.js";

/** The layout of a parameter, known before its gradient is ready. */
export interface Parameter {
  readonly shape: Shape;
  readonly dtype: DType;
  readonly device: Device;
  readonly size: number;
  readonly byteLength: number;
}

/** Where a gradient goes. */
interface Place {
  readonly bucket: Bucket;
  readonly first: number;
}

/** Gradients that are sent together. */
class Bucket {
  readonly parameters: readonly Parameter[];
  readonly size: number;
  missing: number;
  flat: NDArray | undefined;

  constructor(parameters: readonly Parameter[]) {
    this.parameters = parameters;
    this.size = parameters.reduce((sum, { size }) => sum + size, 0);
    this.missing = parameters.length;
  }
}

/** A stream of its own for the reductions, on a GPU, so that they run beside the computation. */
export class SideStream {
  #stream: Stream | undefined;

  /** Runs `body` on the side stream, in parallel to the current stream, but in order if both use the same arrays. */
  run<T>(device: Device, body: () => T): T {
    const core = toDevice(device);
    // MPI is beside it anyway; a graph has one stream.
    if (transportOf(core) === "mpi" || currentStream(core).recording !== undefined) return body();
    this.#stream ??= stream({ device });
    return runInContext({ stream: streamCore(this.#stream, "average gradients"), device: core }, body);
  }
}

/** The gradients of one backward pass. */
export class GradientBuckets {
  readonly #world: Communicator;
  readonly #side: SideStream;
  readonly #parameters: readonly Parameter[];
  readonly #places = new Map<Parameter, Place>();
  /** Those that have not begun, in the order in which they do. */
  readonly #waiting: Bucket[];
  readonly #missing: Set<Parameter>;
  readonly #calls: Promise<unknown>[] = [];

  constructor(
    world: Communicator,
    parameters: readonly Parameter[],
    bucketBytes: number | undefined,
    side: SideStream,
  ) {
    this.#world = world;
    this.#side = side;
    this.#parameters = parameters;
    this.#missing = new Set(parameters);
    this.#waiting = fillBuckets(parameters, bucketBytes).map((list) => new Bucket(list));
    for (const bucket of this.#waiting) {
      let first = 0;
      for (const parameter of bucket.parameters) {
        this.#places.set(parameter, { bucket, first });
        first += parameter.size;
      }
    }
  }

  /** Takes the complete gradient of a parameter; returns the array that will hold the mean. */
  take(at: number, grad: NDArray): NDArray {
    if (grad.variable !== undefined) {
      throw new CutsError(
        "CUTS_GRADIENT_REFUSED",
        `Cannot average gradients over ranks: the mean over ranks has no gradient, and the gradient of this one is recorded (got ${describeArray(grad)})\nTry: leave out createGraph, or call it outside the function that is differentiated`,
      );
    }
    const parameter = this.#parameters[at] as Parameter;
    const { bucket, first } = this.#places.get(parameter) as Place;
    this.#missing.delete(parameter);
    const own = inside(() => {
      const { device, dtype, shape, size } = parameter;
      bucket.flat ??= allocateArray(currentStream(toDevice(device)), dtype, [bucket.size]);
      using part = subarray(bucket.flat, first, first + size);
      const shaped = reshape(part, shape);
      copyInto(grad, shaped);
      return shaped;
    });
    bucket.missing--;
    this.#begin();
    return own;
  }

  /** Uses zeros for parameters without a gradient on this rank, because other ranks may have one; returns their arrays. */
  takeZeros(): Map<number, NDArray> {
    const found = new Map<number, NDArray>();
    for (const [at, parameter] of this.#parameters.entries()) {
      if (!this.#missing.has(parameter)) continue;
      const { shape, dtype, device } = parameter;
      using nothing = inside(() => zeros(shape, { dtype, device }));
      found.set(at, this.take(at, nothing));
    }
    return found;
  }

  /** Settles when all are averaged. */
  async done(): Promise<void> {
    await Promise.all(this.#calls);
  }

  #begin(): void {
    for (let [next] = this.#waiting; next?.missing === 0; [next] = this.#waiting) {
      this.#waiting.shift();
      const { flat, parameters } = next;
      if (flat === undefined) throw new Error("internal: a full bucket without gradients");
      const call = this.#side.run((parameters[0] as Parameter).device, () =>
        this.#world.allReduce(flat, { op: "mean" }),
      );
      // Whoever waits for all of them gets the error.
      call.catch(() => {});
      this.#calls.push(call);
    }
  }
}
