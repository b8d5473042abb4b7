// The result of kernel.profile() as users get it: the counts, as text, and as an HTML page.

import { inspectSymbol } from "../../core/inspect-symbol.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import { type Occupancy, occupancies } from "../../core/occupancy.js";
import { profileHtml } from "../../core/profile-html.js";
import { profileText } from "../../core/profile-text.js";

/** What a kernel does, line by line. Its text, as `console.log` shows it, has the counts beside the source. */
export interface KernelProfile extends ProfiledLaunch {
  /** Blocks that fit on a multiprocessor, by kinds of GPUs. */
  readonly occupancy: readonly Occupancy[];
  toString(): string;
  /** The same as one HTML page with bars, which needs no other file. */
  toHtml(): string;
}

/** The profile of what was counted. */
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
