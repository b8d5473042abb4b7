// Environment variables, and properties of the system that the process runs on.

import type { Platform } from "../core/host-types.js";
import * as node from "./node/environment.js";

export interface Environment {
  variable(this: void, name: string): string | undefined;
  /** All variables, to be passed to child processes. */
  allVariables(this: void): Readonly<Record<string, string | undefined>>;
  readonly platform: Platform;
  /** The processor, as `process.arch` names it. */
  readonly architecture: string;
  /** The version of the JavaScript runtime: "v24.1.0". */
  readonly engineVersion: string;
  /** The current directory. @throws Error of the system if it was removed. */
  currentDirectory(this: void): string;
  /** The user's home folder; undefined if there is none. */
  homeFolder(this: void): string | undefined;
  /** How many threads can run at once. */
  coreCount(this: void): number;
  totalMemoryBytes(this: void): number;
  /** The size of the longest possible typed array. */
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
