// Most launches of a kernel look like the one before. This remembers the last configuration by its values and what it
// became, so that such a launch neither checks nor allocates again.

import type { BackendLaunch } from "../backend/backend.js";
import type { Extent, LaunchConfig } from "./launch-config.js";

/** The last configuration of one kernel on one device. */
export class LaunchCache {
  /** What it became; undefined when it has no threads. */
  launch: BackendLaunch | undefined;
  #config: LaunchConfig | undefined;
  #size = 0;

  /** Whether `config` says the same as the last one. */
  matches(config: LaunchConfig): boolean {
    const last = this.#config;
    if (last === undefined || typeof config !== "object" || config === null) return false;
    let size = 0;
    for (const key in config) {
      size++;
      switch (key) {
        case "grid":
        case "block":
        case "threads":
        case "cluster":
          if (!sameExtent(config[key], last[key])) return false;
          break;
        case "shared":
        case "cooperative":
        case "timeoutMs":
          if (config[key] !== last[key]) return false;
          break;
        case "stream":
          size--;
          break;
        default:
          return false;
      }
    }
    return size === this.#size;
  }

  /** Remembers what `config` became. */
  remember(config: LaunchConfig, launch: BackendLaunch | undefined): void {
    const { stream: _, ...rest } = config;
    this.#config = copyExtents(rest);
    this.#size = Object.keys(rest).length;
    this.launch = launch;
  }
}

function sameExtent(left: Extent | undefined, right: Extent | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left.length !== right.length) return false;
  for (let axis = 0; axis < left.length; axis++) if (left[axis] !== right[axis]) return false;
  return true;
}

/** The user's arrays may change. */
function copyExtents(config: LaunchConfig): LaunchConfig {
  const entries = Object.entries(config).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(entries) as LaunchConfig;
}
