// A cache of the last launch configuration of a kernel. Most launches repeat the configuration before, and then it is neither
// checked nor converted again.

import type { BackendLaunch } from "../../backend/backend.js";
import type { Extent, LaunchConfig } from "./launch-config.js";

/** The last configuration of one kernel on one device. */
export class LaunchCache {
  /** The launch that it means; undefined if it has no threads. */
  launch: BackendLaunch | undefined;
  #grid: Extent | undefined;
  #block: Extent | undefined;
  #threads: Extent | undefined;
  #cluster: Extent | undefined;
  #shared: number | undefined;
  #cooperative: boolean | undefined;
  #timeoutMs: number | undefined;
  /** The number of sizes in the last configuration; -1 before the first launch. */
  #size = -1;

  /** The last configuration object if all its sizes are numbers; then only these need to be compared. */
  #config: LaunchConfig | undefined;

  /** Whether `config` equals the last one. */
  matches(config: LaunchConfig): boolean {
    if (this.#config !== undefined && config === this.#config) {
      return (
        config.grid === this.#grid &&
        config.block === this.#block &&
        config.threads === this.#threads &&
        config.cluster === this.#cluster &&
        config.shared === this.#shared &&
        config.cooperative === this.#cooperative &&
        config.timeoutMs === this.#timeoutMs
      );
    }
    let size = 0;
    for (const key in config) {
      switch (key) {
        case "grid":
          if (!sameExtent(config.grid, this.#grid)) return false;
          break;
        case "block":
          if (!sameExtent(config.block, this.#block)) return false;
          break;
        case "threads":
          if (!sameExtent(config.threads, this.#threads)) return false;
          break;
        case "cluster":
          if (!sameExtent(config.cluster, this.#cluster)) return false;
          break;
        case "shared":
          if (config.shared !== this.#shared) return false;
          break;
        case "cooperative":
          if (config.cooperative !== this.#cooperative) return false;
          break;
        case "timeoutMs":
          if (config.timeoutMs !== this.#timeoutMs) return false;
          break;
        case "stream":
          continue;
        default:
          return false;
      }
      size++;
    }
    return size === this.#size;
  }

  /** Remembers the launch that the valid configuration `config` means. */
  remember(config: LaunchConfig, launch: BackendLaunch | undefined): void {
    this.#grid = copyExtent(config.grid);
    this.#block = copyExtent(config.block);
    this.#threads = copyExtent(config.threads);
    this.#cluster = copyExtent(config.cluster);
    this.#shared = config.shared;
    this.#cooperative = config.cooperative;
    this.#timeoutMs = config.timeoutMs;
    this.#size = 0;
    for (const key in config) if (key !== "stream") this.#size++;
    this.launch = launch;
    const extents = [config.grid, config.block, config.threads, config.cluster];
    this.#config = extents.some((extent) => typeof extent === "object") ? undefined : config;
  }
}

function sameExtent(left: Extent | undefined, right: Extent | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left.length !== right.length) return false;
  for (let axis = 0; axis < left.length; axis++) if (left[axis] !== right[axis]) return false;
  return true;
}

/** Copies sizes, because users may change their arrays. */
function copyExtent(extent: Extent | undefined): Extent | undefined {
  return typeof extent === "object" ? [...extent] : extent;
}
