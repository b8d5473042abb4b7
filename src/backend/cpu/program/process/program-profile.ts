// Counts what the kernels of a program do: launches of one kernel with the same grid and block together.

import type { BackendLaunch } from "../../../backend.js";
import { addProfiles } from "../../../../core/add-profiles.js";
import type { ProfiledLaunch } from "../../../../core/kernel-profile.js";
import { readableSymbol } from "../../../../core/readable-symbol.js";
import { QuietWatcher } from "../cudart/runtime-watcher.js";

export class ProgramProfile extends QuietWatcher {
  readonly #found = new Map<string, ProfiledLaunch>();

  /** What was counted, in the order of the first launches. */
  get profiles(): readonly ProfiledLaunch[] {
    return [...this.#found.values()];
  }

  override launched(_kernel: string, launch: BackendLaunch): BackendLaunch {
    return { ...launch, watch: { what: "profile", onProfile: (profile) => this.#add(profile) } };
  }

  #add(profile: ProfiledLaunch): void {
    const key = JSON.stringify([profile.name, profile.grid, profile.block, profile.sharedBytes]);
    const known = this.#found.get(key);
    const own = { ...profile, name: readableSymbol(profile.name) };
    this.#found.set(key, known === undefined ? own : addProfiles(known, own));
  }
}
