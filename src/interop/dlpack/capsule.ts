// A DLPack struct on its way from one library to another. The library that takes it frees it; if nobody does, the capsule frees
// it.

import { closeLifetime, Lifetime, openLifetime } from "../../host/garbage.js";
import { CutsError } from "../../core/errors.js";
import type { StructForm } from "./format.js";

/** The contents of a capsule. */
interface Contents {
  readonly form: StructForm;
  readonly pointer: bigint;
  /** Calls the deleter of the struct. */
  free(): void;
}

/**
 * A DLPack struct that is handed over once, like a capsule in Python. Native code is given `capsule.take()` and calls the struct's
 * deleter when done; {@link fromDlpack} takes a capsule directly. A capsule that nobody takes is freed by `dispose()` or by the
 * garbage collector.
 */
export class DlpackCapsule implements Disposable {
  readonly #life: CapsuleLife;

  /** @internal */
  constructor(contents: Contents) {
    this.#life = new CapsuleLife(contents);
    openLifetime(this.#life, this);
  }

  /** `dltensor_versioned` or `dltensor`, with the prefix `used_` once it was taken. */
  get name(): string {
    const { form } = this.#life.contents;
    return this.#life.isOpen ? form.name : `used_${form.name}`;
  }

  /** The address of the struct, `DLManagedTensorVersioned` or `DLManagedTensor`, which the capsule owns until it is taken. */
  get pointer(): bigint {
    return this.#life.contents.pointer;
  }

  /** Whether it was taken. */
  get isUsed(): boolean {
    return !this.#life.isOpen;
  }

  /**
   * Transfers ownership of the struct: the caller must call its deleter once.
   * @throws CutsError `CUTS_DLPACK` where it was taken or disposed before.
   */
  take(): bigint {
    if (!this.#life.isOpen) {
      throw new CutsError(
        "CUTS_DLPACK",
        `Cannot take a DLPack capsule: it is handed over once (got ${this.name})`,
      );
    }
    closeLifetime(this.#life);
    return this.pointer;
  }

  /** Frees the struct if it was not taken. */
  dispose(): void {
    this.#life.end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  get form(): StructForm {
    return this.#life.contents.form;
  }
}

class CapsuleLife extends Lifetime {
  override readonly nativeBytes = 256;
  readonly contents: Contents;

  constructor(contents: Contents) {
    super();
    this.contents = contents;
  }

  end(): void {
    if (!this.isOpen) return;
    closeLifetime(this);
    this.contents.free();
  }

  override ownerIsGone(): void {
    this.end();
  }
}
