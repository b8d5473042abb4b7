// Watched code: code that is compiled with instrumentation, to be checked or profiled while it runs.

import type { CheckReport } from "../../core/check-report.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import type { BackendModule, SourceOptions } from "./modules.js";

/** The purpose of the instrumentation: "check" finds mistakes, "profile" counts operations. */
export type Watch = "check" | "profile";

/** The capability of a device to watch code. */
export interface BackendWatch {
  /** Compiles instrumented code. Its launches name the receiver of what it reports (`BackendLaunch.watch`). */
  compile(source: string, options: SourceOptions, watch: Watch): BackendModule;
  /**
   * Makes later launches run their blocks, and the warps of each block, one after the other in a random order drawn from `seed`; 0
   * means ascending order. Undefined restores the usual order.
   */
  reorder(seed: number | undefined): void;
}

/** The receiver of what watched code reports. */
export type LaunchWatch = CheckedLaunchWatch | ProfiledLaunchWatch;

/** A launch of code that is checked. */
export interface CheckedLaunchWatch {
  readonly what: "check";
  /** Receives the reports; if undefined, they are printed. */
  readonly onReports: ((reports: readonly CheckReport[]) => void) | undefined;
  /** The memory that the arguments refer to. */
  readonly arrays: readonly { readonly address: number; readonly byteLength: number }[];
  /** Called for each access to global memory. */
  readonly onAccess:
    | ((address: number, byteLength: number, how: "read" | "write" | "atomic") => void)
    | undefined;
}

/** A launch of code that is profiled. */
export interface ProfiledLaunchWatch {
  readonly what: "profile";
  readonly onProfile: (profile: ProfiledLaunch) => void;
}
