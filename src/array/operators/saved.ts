// An array that a gradient needs later. It is kept as a view of its own, so the user may dispose of the array meanwhile. It
// remembers the version of its memory, and reading it after another write is an error, instead of giving wrong numbers.

import { CutsError } from "../../core/errors.js";
import { describeArray, NDArray } from "../ndarray.js";

/** An array saved for a gradient. */
export class SavedArray {
  readonly #view: NDArray;
  readonly #version: number;

  constructor(array: NDArray) {
    this.#view = aliasOf(array);
    this.#view.handle.leaveScope();
    this.#version = array.storage.version;
  }

  /** The array. @throws CutsError `CUTS_GRADIENT_CHANGED` where its memory was written since. */
  read(operator: string): NDArray {
    const view = this.#view;
    if (view.storage.version !== this.#version) {
      throw new CutsError(
        "CUTS_GRADIENT_CHANGED",
        `Cannot compute the gradient of ${operator}: an array that it needs was written after it was used (${describeArray(view)}, or a view of its memory)` +
          "\nTry: a form that returns a new array, or write to x.copy(); const in C, where a function only reads it",
      );
    }
    return view;
  }

  dispose(): void {
    this.#view.dispose();
  }
}

/** Another object for the same array, with the same variable. */
export function aliasOf(array: NDArray): NDArray {
  const { dtype, shape, strides, offset, size, isContiguous, isReadonly } = array;
  const storage = array.storage.retain();
  const view: NDArray = new NDArray(storage, dtype, shape, strides, offset, size, isContiguous, isReadonly);
  view.variable = array.variable;
  return view;
}
