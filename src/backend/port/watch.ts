// Code that is watched while it runs: compiled so that it tells what it does, to be checked or profiled.

import type { CheckReport } from "../../core/check-report.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import type { BackendModule, SourceOptions } from "./modules.js";

/** What watched code is watched for: "check" finds what is wrong, "profile" counts. */
export type Watch = "check" | "profile";

/** The capability of a device to watch code. */
export interface BackendWatch {
  /** Compiles code that tells what it does. Its launches say who is told (`BackendLaunch.watch`). */
  compile(source: string, options: SourceOptions, watch: Watch): BackendModule;
  /**
   * Launches from now on run their blocks one after the other, and the warps of each, in an order drawn from `seed`, 0 for
   * ascending; undefined: as usual.
   */
  reorder(seed: number | undefined): void;
}

/** Who is told what the code of a launch does. */
export type LaunchWatch = CheckedLaunchWatch | ProfiledLaunchWatch;

/** A launch of code that is checked. */
export interface CheckedLaunchWatch {
  readonly what: "check";
  /** Gets what is found; undefined: it is printed. */
  readonly onReports: ((reports: readonly CheckReport[]) => void) | undefined;
  /** The memory that the arguments name. */
  readonly arrays: readonly { readonly address: number; readonly byteLength: number }[];
  /** Told of each access to global memory. */
  readonly onAccess:
    | ((address: number, byteLength: number, how: "read" | "write" | "atomic") => void)
    | undefined;
}

/** A launch of code that is counted. */
export interface ProfiledLaunchWatch {
  readonly what: "profile";
  readonly onProfile: (profile: ProfiledLaunch) => void;
}
