// The compiled fast-path.c for one shadow memory. Watched code calls its functions. What they cannot decide they pass on to the current
// launch.

import { lazy } from "../../../core/lazy.js";
import type { WatchHooks } from "../watch/kernel-watcher.js";
import { fastPathCode } from "./fast-path.gen.js";
import type { ShadowMemory } from "./shadow-memory.js";

/** What a launch is asked where the fast path does not decide. Numbers are as WebAssembly gives them: with a sign. */
export interface SlowPath {
  access(address: number, root: number, byteLength: number, site: number): number;
  touch(address: number, byteLength: number, site: number): void;
  local(address: number, site: number): void;
  wait(operation: number, mask: number, argument: number, site: number): void;
  exit(): void;
  thread(index: number): void;
}

type FastHooks = Pick<WatchHooks, "access" | "range" | "local" | "wait" | "exit" | "thread">;

const compiled = lazy(() => new WebAssembly.Module(Buffer.from(fastPathCode, "base64")));

export class FastPath {
  readonly hooks: FastHooks;
  #slow: SlowPath | undefined;

  constructor({ memory }: ShadowMemory) {
    const slow: SlowPath = {
      access: (address, root, byteLength, site) => this.#asked.access(address, root, byteLength, site),
      touch: (address, byteLength, site) => this.#asked.touch(address, byteLength, site),
      local: (address, site) => this.#asked.local(address, site),
      wait: (operation, mask, argument, site) => this.#asked.wait(operation, mask, argument, site),
      exit: () => this.#asked.exit(),
      thread: (index) => this.#asked.thread(index),
    };
    const imports = { env: { memory }, slow: { ...slow } };
    this.hooks = new WebAssembly.Instance(compiled(), imports).exports as unknown as FastHooks;
  }

  /** From now on this launch is asked. */
  ask(slow: SlowPath): void {
    this.#slow = slow;
  }

  get #asked(): SlowPath {
    if (this.#slow === undefined) throw new Error("internal: checked code runs outside of a launch");
    return this.#slow;
  }
}
