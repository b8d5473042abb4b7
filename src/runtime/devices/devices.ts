// The devices of this machine, each opened at most once, and the choice of the current one: `withDevice()`, else CUTS_DEVICE,
// else the first GPU, else the cpu. A requested device that is not there is an error; no other device takes its place.

import type { Backend, DeviceProperties } from "../../backend/backend.js";
import { type BackendProvider, oneDevice } from "../../backend/provider.js";
import { ArgumentTypeError, CutsError, DeviceUnavailableError, DisposedError } from "../../core/errors.js";
import { formatByteSize, formatValue } from "../../core/text.js";
import { knownBackends } from "./backends.js";
import { currentContext, runInContext } from "./context.js";
import { isCheckedProcess } from "../../backend/check-reports.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { variable } from "../../host/environment.js";
import type { Device, DeviceMemoryUse } from "./device.js";
import { type Abandonable, type DeviceCore, StreamCore } from "../order/stream-core.js";
import { firstOf } from "../failures/failure.js";
import { SubmissionQueue } from "../order/submission-queue.js";
import { endHandlesOf } from "../lifetimes/handle.js";
import { checkLimit, MemoryAccount } from "../memory/memory-account.js";
import { graphHasEnded, openRecording, refuseInGraph } from "../graphs/recording.js";
import { beforeTheEnd, type Settling } from "../failures/unseen-failures.js";
import { uncloneable } from "../lifetimes/uncloneable.js";
import { processState } from "../../core/process-state.js";

/**
 * The current device, or the one with this id; `"cuda"` is the first GPU.
 * @throws DeviceUnavailableError `CUTS_DEVICE_UNAVAILABLE`, with the devices there are and why others are not.
 */
export function device(id?: string): Device {
  return id === undefined ? currentDevice() : toDevice(id);
}

/** All devices of this machine, GPUs first. */
export function devices(): readonly Device[] {
  return knownBackends().flatMap(({ ids }) => ids.map((id) => deviceById(id)));
}

/**
 * Runs `body` with another current device. It follows the async context: what runs after an `await` in `body` sees it.
 * @throws DeviceUnavailableError as {@link device} does.
 */
export function withDevice<T>(id: string | Device, body: () => T): T {
  return runInContext({ device: toDevice(id), stream: undefined }, body);
}

/** The core of a device given by id or as an object. */
export function toDevice(id: string | Device): DeviceCore {
  if (id instanceof OpenDevice) return id;
  if (typeof id === "string") return deviceById(id);
  throw new ArgumentTypeError(
    "CUTS_NOT_A_DEVICE",
    `Cannot use a device: it must be an id such as "cpu" or a Device (got ${formatValue(id)})`,
  );
}

/** The core of the current device. */
export function currentDevice(): DeviceCore {
  return currentContext()?.device ?? defaultDevice();
}

/** The stream for calls that name none: the current stream if it belongs to `on`, else the default stream. */
export function currentStream(on?: DeviceCore): StreamCore {
  const context = currentContext();
  const stream = context?.stream;
  if (stream !== undefined && (on === undefined || stream.device === on)) {
    if (!stream.isClosed) return stream;
    if (stream.recording !== undefined) throw graphHasEnded();
    throw new DisposedError(
      "CUTS_DISPOSED",
      `Cannot use the current stream: it was disposed (on ${stream.device.id})`,
    );
  }
  const device = on ?? context?.device ?? defaultDevice();
  if (openRecording() !== undefined) refuseInGraph(`use ${device.id}`, "a graph has work of one device");
  return device.defaultStream;
}

/** Opens a device that is not in {@link devices} and cannot be found by its id. */
export function openDevice(id: string, open: () => Backend): DeviceCore {
  return new OpenDevice(id, oneDevice(id, open));
}

const state = processState(() => ({
  opened: new Map<string, OpenDevice>(),
  byDefault: undefined as OpenDevice | undefined,
}));

function defaultDevice(): OpenDevice {
  return (state.byDefault ??= findDefaultDevice());
}

/**
 * Sets the default device of one of several processes on a machine. Each process gets its own GPU if there are enough; otherwise
 * they share. CUTS_DEVICE takes precedence.
 */
export function useDeviceOfRank(localRank: number): void {
  const setting = variable("CUTS_DEVICE");
  if (setting !== undefined && setting !== "") return;
  const ids = chosenDevices();
  const id = ids[localRank % ids.length];
  if (id !== undefined) state.byDefault = deviceById(id);
}

function findDefaultDevice(): OpenDevice {
  const setting = variable("CUTS_DEVICE") ?? (isCheckedProcess ? "cpu" : undefined);
  if (setting !== undefined && setting !== "") return deviceById(setting, ", which CUTS_DEVICE asks for");
  const [first] = chosenDevices();
  if (first === undefined) throw unavailable("any", "");
  return deviceById(first);
}

/** The devices that the default one is chosen from: those of the first provider that has any. */
function chosenDevices(): readonly string[] {
  const chosen = knownBackends().find(({ provider, ids }) => provider.isChosen && ids.length > 0);
  return chosen?.ids ?? [];
}

function deviceById(name: string, origin = ""): OpenDevice {
  const found = state.opened.get(name);
  if (found !== undefined) return found;
  for (const { provider, ids } of knownBackends()) {
    const id = ids.find((one) => one === name || one === `${name}:0`);
    if (id === undefined) continue;
    const device = state.opened.get(id) ?? new OpenDevice(id, provider);
    state.opened.set(id, device);
    return device;
  }
  throw unavailable(name, origin);
}

function unavailable(name: string, origin: string): DeviceUnavailableError {
  const backends = knownBackends();
  const ids = backends.flatMap((backend) => backend.ids);
  const reasons = backends.flatMap(({ provider, whyNot }) =>
    whyNot === null ? [] : [`\n  ${provider.kind}: ${whyNot}`],
  );
  return new DeviceUnavailableError(
    "CUTS_DEVICE_UNAVAILABLE",
    `Cannot use the device "${name}"${origin}: it must be one of ${ids.join(", ")}${reasons.join("")}` +
      "\nTry: `cuts doctor`, which tells what this machine has",
  );
}

const everyDevice: Settling = {
  settle: () => Promise.allSettled(Array.from(state.opened.values(), (device) => device.settle())),
  settleNow: (deadlineMs) =>
    Array.from(state.opened.values(), (device) => device.settleNow(deadlineMs)).every((isOver) => isOver),
};

class OpenDevice implements DeviceCore {
  /** Must be the first field (uncloneable.ts). */
  readonly uncloneable = uncloneable;
  readonly id: string;
  readonly kind: string;
  readonly provider: BackendProvider;
  readonly queue = new SubmissionQueue();
  readonly streams = new Set<StreamCore>();
  readonly account = new MemoryAccount(this);
  readonly copies = new Set<Abandonable>();
  #backend: Backend | undefined;
  #defaultStream: StreamCore | undefined;

  constructor(id: string, provider: BackendProvider) {
    this.id = id;
    this.kind = provider.kind;
    this.provider = provider;
  }

  get backend(): Backend {
    return (this.#backend ??= this.#open());
  }

  get defaultStream(): StreamCore {
    return (this.#defaultStream ??= this.#openDefaultStream());
  }

  get properties(): DeviceProperties {
    return this.backend.properties;
  }

  memory(): DeviceMemoryUse {
    const { liveBytes, peakBytes, allocations, limitBytes } = this.account;
    return { ...this.backend.memory(), liveBytes, peakBytes, allocations, limitBytes };
  }

  get memoryLimit(): number | undefined {
    return this.account.limitBytes;
  }

  set memoryLimit(bytes: number | undefined) {
    this.account.limitBytes = checkLimit(bytes);
  }

  trim(): void {
    refuseInGraph("trim a device");
    this.backend.trim();
  }

  isIdle(): boolean {
    if (!this.queue.isOpen || this.copies.size > 0) return false;
    return [...this.streams].every((stream) => stream.isIdle());
  }

  async synchronize(): Promise<void> {
    refuseInGraph("wait for a device");
    const ends = await Promise.allSettled([...this.streams].map((stream) => stream.done()));
    const failure = firstOf(ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : [])));
    if (failure !== undefined) throw failure;
  }

  synchronizeSync(): void {
    refuseInGraph("wait for a device");
    const failures: Error[] = [];
    for (const stream of this.streams) {
      try {
        stream.doneSync();
      } catch (error) {
        failures.push(error as Error);
      }
    }
    const failure = firstOf(failures);
    if (failure !== undefined) throw failure;
  }

  reset(): void {
    refuseInGraph("reset a device");
    const error = new CutsError("CUTS_DEVICE_RESET", `Cannot finish: the device ${this.id} was reset`);
    this.queue.clear(error);
    for (const copy of this.copies) copy.abandon(error);
    this.backend.reset();
    // Handles of old memory must not access new memory. A device whose memory survives a reset behaves the same way.
    endHandlesOf(this);
    for (const stream of this.streams) stream.faults.forget();
  }

  toString(): string {
    return this.id;
  }

  [inspectSymbol](): string {
    const { name, totalMemoryBytes } = this.properties;
    return `Device ${this.id} (${name}, ${formatByteSize(totalMemoryBytes)})`;
  }

  /** Waits for all work, so that its failures are known. Skips a device that is broken: its error was reported already. */
  async settle(): Promise<void> {
    for (const stream of this.streams) if (this.#backend?.failure === undefined) await stream.settle();
  }

  /** The same, blocking; false if work is not over when `performance.now()` reaches `deadlineMs`. */
  settleNow(deadlineMs: number): boolean {
    if (this.#backend === undefined || this.#backend.failure !== undefined) return true;
    if (performance.now() < deadlineMs) this.queue.tryDrain();
    const areOver = Array.from(this.streams, (stream) => stream.settleNow(deadlineMs));
    return this.queue.isOpen && areOver.every((isOver) => isOver);
  }

  #open(): Backend {
    beforeTheEnd(everyDevice);
    return this.provider.open(this.id);
  }

  #openDefaultStream(): StreamCore {
    const { backend } = this;
    const stream = new StreamCore(this, backend, backend.defaultStream);
    this.streams.add(stream);
    return stream;
  }
}
