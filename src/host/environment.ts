// The environment: its variables, and the system that this runs on.

import type { Platform } from "../core/host-types.js";
import * as node from "./node/environment.js";

export interface Environment {
  variable(this: void, name: string): string | undefined;
  /** All variables, for whoever is started. */
  allVariables(this: void): Readonly<Record<string, string | undefined>>;
  readonly platform: Platform;
  /** The processor, as `process.arch` names it. */
  readonly architecture: string;
  /** What runs JavaScript, with its version: "v24.1.0". */
  readonly engineVersion: string;
  /** The current directory. @throws Error of the system where it was removed. */
  currentDirectory(this: void): string;
  /** Undefined for none. */
  homeFolder(this: void): string | undefined;
  /** How many threads can run at once. */
  coreCount(this: void): number;
  totalMemoryBytes(this: void): number;
  /** The longest typed array that there can be. */
  readonly longestArrayBytes: number;
}

export const {
  variable,
  allVariables,
  platform,
  architecture,
  engineVersion,
  currentDirectory,
  homeFolder,
  coreCount,
  totalMemoryBytes,
  longestArrayBytes,
}: Environment = node;
