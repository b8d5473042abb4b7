// Launches kernels through cuLaunchKernelEx. The configuration, its attributes and the pointer to the parameters lie in one block
// of memory with a fixed address. A launch writes a dozen words there and makes one call with four numbers, which costs about a
// tenth of a microsecond on the host.

import { LaunchError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { explainStatus, statusName } from "../../native/check.js";
import type { BackendLaunch } from "../backend.js";
import type { CudaKernel } from "./cuda-kernel.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

// Places in the block, in 4-byte words. A CUlaunchConfig has 7 words of sizes and one of padding, then the stream, the
// address of the attributes and their count; a CUlaunchAttribute is 72 bytes, its value at byte 8.
const STREAM = 8;
const ATTRIBUTES = 10;
const ATTRIBUTE_COUNT = 12;
const ATTRIBUTE_LIST = 16;
const ATTRIBUTE_WORDS = 18;
/** The offset of a separate attribute list, which allows a launch to start early. */
const EARLY_LIST = ATTRIBUTE_LIST + 2 * ATTRIBUTE_WORDS;
const EXTRA = EARLY_LIST + ATTRIBUTE_WORDS;
const PARAMETER_ADDRESS = EXTRA + 2;
const PARAMETER_SIZE = EXTRA + 10;
const WORDS = EXTRA + 16;

const COOPERATIVE = 2;
const CLUSTER_DIMENSION = 4;
const PROGRAMMATIC_STREAM_SERIALIZATION = 6;
const PARAM_BUFFER_POINTER = 1;
const PARAM_BUFFER_SIZE = 2;

// Launches that start early are those of long kernels with at least as many blocks as the GPU holds at once. Each gains 1 to 2 µs
// (of 31 µs for the sum of two arrays of 10^7 floats on an H200). With fewer blocks, the multiprocessors that become free first
// would get most of them, which made reductions up to twice as slow. Exceptions: a long kernel after one with few blocks starts
// early, and so does a kernel with few blocks after a long one, such as the last step of a reduction. After short kernels the host
// is the bottleneck, and an early start would cost it another microsecond.
const LONG_WORK = 2 ** 21;
const MANY_BLOCKS_EACH = 7;

export class Launcher {
  readonly #context: DeviceContext;
  readonly #words = new Uint32Array(WORDS);
  readonly #configAddress: number;
  readonly #multiprocessors: number;
  readonly #extraAddress: number;
  /** With CUTS_DEBUG=1, waits for each launch, so that an error is thrown by the launch that caused it. */
  readonly #isDebugging: boolean;

  constructor(
    context: DeviceContext,
    options: { readonly debug: boolean; readonly multiprocessors: number },
  ) {
    this.#context = context;
    this.#isDebugging = options.debug;
    this.#multiprocessors = options.multiprocessors;
    const words = this.#words;
    this.#configAddress = numberAddressOf(words);
    this.#extraAddress = this.#configAddress + 4 * EXTRA;
    words[EARLY_LIST] = PROGRAMMATIC_STREAM_SERIALIZATION;
    words[EARLY_LIST + 2] = 1;
    words[EXTRA] = PARAM_BUFFER_POINTER;
    words[EXTRA + 4] = PARAM_BUFFER_SIZE;
    setAddress(words, EXTRA + 6, this.#configAddress + 4 * PARAMETER_SIZE);
  }

  /** Launches a kernel. @throws LaunchError if the driver rejects the launch. */
  launch(kernel: CudaKernel, launch: BackendLaunch, parameters: Uint8Array, stream: CudaStream): void {
    const words = this.#words;
    const { grid, block, sharedBytes, cluster } = launch;
    words[0] = grid[0];
    words[1] = grid[1];
    words[2] = grid[2];
    words[3] = block[0];
    words[4] = block[1];
    words[5] = block[2];
    words[6] = sharedBytes;
    stream.renew();
    words[STREAM] = stream.low;
    words[STREAM + 1] = stream.high;
    words[ATTRIBUTE_COUNT] =
      launch.cooperative || cluster !== undefined
        ? this.#writeAttributes(kernel, launch)
        : this.#allowEarly(kernel, launch, stream);
    if (sharedBytes > 0) kernel.allowSharedBytes(sharedBytes);
    if (kernel.block !== parameters) kernel.useBlock(parameters);
    words[PARAMETER_ADDRESS] = kernel.blockLow;
    words[PARAMETER_ADDRESS + 1] = kernel.blockHigh;
    words[PARAMETER_SIZE] = parameters.byteLength;
    const context = this.#context;
    const status = context.api.cuLaunchKernelEx(
      this.#configAddress,
      kernel.handle as never,
      0,
      parameters.byteLength === 0 ? 0 : this.#extraAddress,
    );
    if (status !== 0) {
      this.#refuse(status, kernel, launch);
      return;
    }
    if (stream.capture !== undefined) {
      stream.capture.launches.push({ kernel, launch });
      return;
    }
    stream.noteLaunch(kernel.name);
    if (this.#isDebugging) this.#finish(stream);
  }

  /**
   * Sets the attribute that lets a launch begin before earlier work is done, if that is faster. Returns the number of attributes
   * set.
   */
  #allowEarly(kernel: CudaKernel, { work = 0, grid }: BackendLaunch, stream: CudaStream): 0 | 1 {
    // The launch is only recorded.
    if (stream.capture !== undefined) return 0;
    const blocks = grid[0] * grid[1] * grid[2];
    const isLong = work >= LONG_WORK;
    const isFew = blocks < this.#multiprocessors;
    const { wasLong, wasFew } = stream;
    stream.wasLong = isLong;
    stream.wasFew = isFew;
    if (!kernel.mayStartEarly) return 0;
    if (isLong ? !wasFew && blocks < MANY_BLOCKS_EACH * this.#multiprocessors : !wasLong || !isFew) return 0;
    setAddress(this.#words, ATTRIBUTES, this.#configAddress + 4 * EARLY_LIST);
    return 1;
  }

  #writeAttributes(kernel: CudaKernel, { cooperative, cluster }: BackendLaunch): number {
    const words = this.#words;
    setAddress(words, ATTRIBUTES, this.#configAddress + 4 * ATTRIBUTE_LIST);
    let at = ATTRIBUTE_LIST;
    if (cooperative) {
      words[at] = COOPERATIVE;
      words[at + 2] = 1;
      at += ATTRIBUTE_WORDS;
    }
    if (cluster !== undefined) {
      kernel.allowCluster(cluster[0] * cluster[1] * cluster[2]);
      words[at] = CLUSTER_DIMENSION;
      words[at + 2] = cluster[0];
      words[at + 3] = cluster[1];
      words[at + 4] = cluster[2];
      at += ATTRIBUTE_WORDS;
    }
    return (at - ATTRIBUTE_LIST) / ATTRIBUTE_WORDS;
  }

  #refuse(status: number, kernel: CudaKernel, { grid, block, sharedBytes, cluster }: BackendLaunch): void {
    // This call also returns errors of earlier work. Such an error is not thrown here; waiting for the work throws it.
    const error = this.#context.error(status, "cuLaunchKernelEx");
    if (this.#context.failure !== undefined) return;
    const shape = `grid ${grid.join("x")}, block ${block.join("x")}, ${sharedBytes} bytes of dynamic shared memory${
      cluster === undefined ? "" : `, cluster ${cluster.join("x")}`
    }`;
    throw new LaunchError(
      statusName(status),
      `Cannot launch ${kernel.name}: ${explainStatus(status)} (got ${shape})`,
      { cause: error },
    );
  }

  #finish(stream: CudaStream): void {
    const context = this.#context;
    context.check(context.api.cuStreamSynchronize(stream.handle), "cuStreamSynchronize");
    stream.verified = stream.launched;
  }
}

function setAddress(words: Uint32Array, at: number, address: number): void {
  words[at] = address >>> 0;
  words[at + 1] = Math.floor(address / 2 ** 32);
}
