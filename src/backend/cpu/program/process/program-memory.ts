// How much memory a program on the cpu device may have: what was asked for, checked before anything is compiled.
import { type AskedMemory, askedMemory } from "../../asked-memory.js";
import { variable } from "../../../../host/environment.js";

/**
 * The memory that was asked for, with the option or by CUTS_MEMORY; undefined for what all have.
 *
 * @throws TypeError, RangeError `CUTS_PROGRAM_MEMORY` for what is no size, or none that can be; UnsupportedError
 * `CUTS_PROGRAM_MEMORY` where it takes a later Node.
 */
export function programMemory(
  option: string | number | undefined,
  hasWide?: () => boolean,
): AskedMemory | undefined {
  const name = option === undefined ? "CUTS_MEMORY" : "its memory";
  const asked = option ?? variable("CUTS_MEMORY");
  const what = { action: "run a program", place: " on the cpu device", name } as const;
  return askedMemory(asked, { ...what, code: "CUTS_PROGRAM_MEMORY" }, hasWide);
}
