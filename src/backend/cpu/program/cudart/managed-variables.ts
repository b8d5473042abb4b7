// `__managed__` variables. Host and device code each have a variable of their own; what the host has written goes to the
// device before a kernel starts, and what kernels have written comes back when the program waits. That is when CUDA
// lets the two sides see each other's writes.

import type { GuestMemory } from "./guest-memory.js";

/** A variable of the device. */
export interface RegisteredVariable {
  /** Where the device's code sees it. */
  readonly address: number;
  readonly byteLength: number;
  /** The host's variable of the same name. */
  readonly shadow: number;
}

/** What writes to the device, in the order of work. */
interface DeviceWriter {
  write(to: number, bytes: Uint8Array): void;
}

interface Managed extends RegisteredVariable {
  /** What both sides last agreed on. */
  readonly agreed: Uint8Array;
}

export class ManagedVariables {
  readonly #guest: GuestMemory;
  readonly #variables: Managed[] = [];
  readonly #waiting: RegisteredVariable[] = [];
  #start = 0;
  #end = 0;

  constructor(guest: GuestMemory) {
    this.#guest = guest;
  }

  /** Tells where the host's managed variables lie; the order of this and of `add` is the linker's. */
  setRange(start: number, end: number): void {
    this.#start = start;
    this.#end = end;
    for (const variable of this.#waiting.splice(0)) this.add(variable);
  }

  /** A variable that is managed if it lies in the range. */
  add(variable: RegisteredVariable): void {
    if (this.#end === 0) this.#waiting.push(variable);
    if (variable.shadow < this.#start || variable.shadow >= this.#end) return;
    const agreed = this.#guest.range(variable.address, variable.byteLength).slice();
    this.#guest.set(variable.shadow, agreed);
    this.#variables.push({ ...variable, agreed });
  }

  /** Gives what the host has written to the device, in the order of work. */
  toDevice(work: DeviceWriter): void {
    for (const { address, shadow, byteLength, agreed } of this.#variables) {
      const own = this.#guest.range(shadow, byteLength);
      let first = 0;
      let last = byteLength - 1;
      while (first <= last && own[first] === agreed[first]) first++;
      while (last > first && own[last] === agreed[last]) last--;
      if (first > last) continue;
      const written = own.slice(first, last + 1);
      agreed.set(written, first);
      work.write(address + first, written);
    }
  }

  /** Takes back what kernels have written; all work must be done. What the host has written since stays for the next kernel. */
  toHost(): void {
    for (const { address, shadow, byteLength, agreed } of this.#variables) {
      const device = this.#guest.range(address, byteLength);
      if (isSame(device, agreed)) continue;
      const own = this.#guest.range(shadow, byteLength);
      if (isSame(own, agreed)) own.set(device);
      else device.forEach((byte, i) => byte !== agreed[i] && own.fill(byte, i, i + 1));
      agreed.set(device);
    }
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
