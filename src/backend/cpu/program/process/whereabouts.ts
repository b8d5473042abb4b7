// Where a program is, for who stops it because its time is over: in code of the host, or at work of the device, and which kernel was
// the last one given to it. The program's thread cannot be asked then; another one (watchdog.js) reads it from memory of both.

const TEXT_BYTES = 1000;

/** Where in the memory the watchdog finds what; it has these numbers too. */
const IS_AT_DEVICE = 0;
const NAME_BYTES = 1;
const NAME_AT = 8;

export class Whereabouts {
  readonly memory = new SharedArrayBuffer(NAME_AT + TEXT_BYTES);
  readonly #words = new Int32Array(this.memory, 0, 2);
  readonly #text = new Uint8Array(this.memory, NAME_AT);
  readonly #encoder = new TextEncoder();
  #kernel = "";

  /** The program gives a kernel to the device. */
  launches(kernel: string): void {
    this.#words[IS_AT_DEVICE] = 1;
    if (kernel === this.#kernel) return;
    this.#kernel = kernel;
    this.#words[NAME_BYTES] = this.#encoder.encodeInto(kernel, this.#text).written;
  }

  /** The program waits for the device. */
  waits(): void {
    this.#words[IS_AT_DEVICE] = 1;
  }

  /** Code of the host goes on. */
  goesOn(): void {
    this.#words[IS_AT_DEVICE] = 0;
  }
}
