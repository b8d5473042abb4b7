// The environment, by Node.

import { constants } from "node:buffer";
import { availableParallelism, homedir, totalmem } from "node:os";
import type { Platform } from "../../core/host-types.js";

export const platform: Platform = process.platform;
export const architecture: string = process.arch;
export const engineVersion: string = process.version;
export const longestArrayBytes: number = constants.MAX_LENGTH;

export function variable(name: string): string | undefined {
  return process.env[name];
}

export function allVariables(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

export function currentDirectory(): string {
  return process.cwd();
}

export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

export function coreCount(): number {
  return availableParallelism();
}

export function totalMemoryBytes(): number {
  return totalmem();
}
