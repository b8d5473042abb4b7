// The result of kernel.profile() as users get it: the counts, as text, and as an HTML page.

import { inspectSymbol } from "../../core/inspect-symbol.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import { type Occupancy, occupancies } from "../../core/occupancy.js";
import { profileHtml } from "../../core/profile-html.js";
import { profileText } from "../../core/profile-text.js";

/** What a kernel does, line by line. `console.log` prints the source with the counts beside it. */
export interface KernelProfile extends ProfiledLaunch {
  /** The blocks that fit on a multiprocessor, for each GPU architecture. */
  readonly occupancy: readonly Occupancy[];
  toString(): string;
  /** The same as a self-contained HTML page with bars. */
  toHtml(): string;
}

/** Makes the profile for users from the counts. */
export function profileObject(profile: ProfiledLaunch): KernelProfile {
  const { block, sharedBytes } = profile;
  const occupancy = occupancies(block[0] * block[1] * block[2], sharedBytes);
  const text = (): string => profileText(profile);
  return Object.defineProperties({ ...profile, occupancy } as KernelProfile, {
    toString: { value: text },
    toHtml: { value: () => profileHtml(profile) },
    [inspectSymbol]: { value: text },
  });
}
