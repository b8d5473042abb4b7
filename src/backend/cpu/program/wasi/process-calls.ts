// System calls about the process: arguments, environment, clocks, random numbers, waiting, and the end.
import { clockNanoseconds } from "../../../../host/clock.js";
import { randomBytes } from "../../../../host/hashing.js";
import { type GuestMemory, unsigned } from "./guest-memory.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { ERRNO } from "./error-numbers.js";
import { sleep } from "./streams.js";

/** Thrown where the program exits. */
export class ProgramExit extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`exit ${status}`);
    this.status = status;
  }
}

const CLOCK = { realtime: 0, monotonic: 1 } as const;
const SUBSCRIPTION_BYTES = 48;
const EVENT_BYTES = 32;
const NANOSECONDS = 1_000_000n;
const utf8 = new TextEncoder();

/** The calls that concern no file. */
export function processCalls(
  memory: GuestMemory,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): WebAssembly.ModuleImports {
  const encodedArgs = args.map((arg) => utf8.encode(`${arg}\0`));
  const variables = Object.entries(environment).map(([name, value]) => utf8.encode(`${name}=${value}\0`));
  const sizes = (list: readonly Uint8Array[], count: number, byteLength: number): number => {
    memory.setWord(count, list.length);
    memory.setWord(
      byteLength,
      list.reduce((sum, { length }) => sum + length, 0),
    );
    return ERRNO.success;
  };
  const strings = (list: readonly Uint8Array[], pointers: number, buffer: number): number => {
    let at = unsigned(buffer);
    for (const [index, bytes] of list.entries()) {
      memory.setWord(unsigned(pointers) + POINTER_BYTES * index, at);
      memory.bytes(at, bytes.length).set(bytes);
      at += bytes.length;
    }
    return ERRNO.success;
  };
  return {
    args_sizes_get: (count: number, byteLength: number) => sizes(encodedArgs, count, byteLength),
    args_get: (pointers: number, buffer: number) => strings(encodedArgs, pointers, buffer),
    environ_sizes_get: (count: number, byteLength: number) => sizes(variables, count, byteLength),
    environ_get: (pointers: number, buffer: number) => strings(variables, pointers, buffer),
    clock_res_get: (_clock: number, result: number) => {
      memory.setU64(result, 1n);
      return ERRNO.success;
    },
    clock_time_get: (clock: number, _precision: bigint, result: number) => {
      const time = now(clock);
      if (time === undefined) return ERRNO.inval;
      memory.setU64(result, time);
      return ERRNO.success;
    },
    random_get: (address: number, byteLength: number) => {
      memory.bytes(address, byteLength).set(randomBytes(unsigned(byteLength)));
      return ERRNO.success;
    },
    sched_yield: () => ERRNO.success,
    proc_raise: () => ERRNO.nosys,
    proc_exit: (status: number) => {
      throw new ProgramExit(status);
    },
    // Clocks are waited for; files are always ready, because reading them blocks.
    poll_oneoff: (subscriptions: number, events: number, count: number, result: number) => {
      let shortest: bigint | undefined;
      let ready = 0;
      for (let i = 0; i < count; i++) {
        const at = unsigned(subscriptions) + SUBSCRIPTION_BYTES * i;
        const isClock = memory.view.getUint8(at + 8) === 0;
        if (!isClock) shortest = 0n;
        else {
          const timeout = memory.u64(at + 24);
          const isAbsolute = (memory.view.getUint16(at + 40, true) & 1) !== 0;
          const left = isAbsolute ? timeout - (now(memory.u32(at + 16)) ?? 0n) : timeout;
          if (shortest === undefined || left < shortest) shortest = left;
        }
        const event = unsigned(events) + EVENT_BYTES * ready++;
        memory.bytes(event, EVENT_BYTES).fill(0);
        memory.setU64(event, memory.u64(at));
        memory.setU8(event + 10, memory.view.getUint8(at + 8));
      }
      if (shortest !== undefined && shortest > 0n) sleep(Number(shortest) / Number(NANOSECONDS));
      memory.setWord(result, ready);
      return ERRNO.success;
    },
  };
}

function now(clock: number): bigint | undefined {
  if (clock === CLOCK.realtime) return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));
  // Processor time of the process and of the thread count as time that passes: kernels run meanwhile.
  return clock <= 3 ? clockNanoseconds() : undefined;
}
