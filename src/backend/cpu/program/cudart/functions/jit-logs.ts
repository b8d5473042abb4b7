// What the driver writes into the options of a load or a link (CUjit_option): its two logs, how long they are, and the time it took. A program
// prints the buffers whatever happened, so they are texts also where there is nothing to tell. All other options are for a GPU.

import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import type { GuestMemory } from "../guest-memory.js";

/** CUjit_option: where results go. */
const WALL_TIME = 2;
const LOGS = { info: { buffer: 3, size: 4 }, error: { buffer: 5, size: 6 } } as const;

export class JitLogs {
  readonly #guest: GuestMemory;
  /** Where the value of each option lies. */
  readonly #places = new Map<number, number>();
  readonly #texts = { info: "", error: "" };
  /** How much room the program's buffers have: the driver overwrites that number by how much it wrote. */
  readonly #room = new Map<number, number>();
  #milliseconds = 0;

  constructor(guest: GuestMemory, count: number, options: number, values: number) {
    this.#guest = guest;
    for (let i = 0; i < count; i++) {
      this.#places.set(guest.u32(options + 4 * i), values + POINTER_BYTES * i);
    }
    for (const { size } of Object.values(LOGS)) {
      const place = this.#places.get(size);
      // An unsigned int in the place of a pointer.
      if (place !== undefined) this.#room.set(size, guest.u32(place));
    }
    this.#write();
  }

  tellError(text: string): void {
    this.#texts.error += text;
  }

  /** Does work whose time and errors are told, also where it fails. */
  around<T>(work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } finally {
      this.#milliseconds += performance.now() - start;
      this.#write();
    }
  }

  #write(): void {
    const time = this.#places.get(WALL_TIME);
    if (time !== undefined) this.#guest.setF32(time, this.#milliseconds);
    for (const [kind, { buffer, size }] of Object.entries(LOGS)) {
      const [place, sizePlace, room] = [
        this.#places.get(buffer),
        this.#places.get(size),
        this.#room.get(size),
      ];
      if (place === undefined || sizePlace === undefined || room === undefined || room === 0) continue;
      const bytes = new TextEncoder().encode(this.#texts[kind as keyof typeof LOGS]).subarray(0, room - 1);
      const to = this.#guest.word(place);
      if (to === 0) continue;
      this.#guest.set(to, Uint8Array.of(...bytes, 0));
      this.#guest.setU32(sizePlace, bytes.byteLength);
    }
  }
}
