// Checks of host arrays that a device copies to or from while the program continues.

import { ArgumentTypeError } from "../core/errors.js";

/**
 * Throws unless the bytes are still there. An array that was transferred away has none, and one over resizable memory may have
 * fewer. @throws TypeError `CUTS_ARGUMENT_DETACHED`
 */
export function checkStillThere(bytes: Uint8Array, byteLength: number, device: string): void {
  if (bytes.byteLength >= byteLength) return;
  throw new ArgumentTypeError(
    "CUTS_ARGUMENT_DETACHED",
    `Cannot copy ${byteLength} bytes between an array and ${device}: the array must be there until the copy is done (got ${bytes.byteLength} bytes)\nTry: transfer it, shrink it or dispose it after the copy.`,
  );
}
