// What a run of a program is watched for: its counts or a trace on the cpu device, where the process of the program writes them
// itself, or the times of its work on a GPU.

import type { ProfiledLaunch } from "../core/kernel-profile.js";
import { isThere, makeTemporaryFolder, readText, remove, writeFile } from "../host/files.js";
import { join, resolve } from "../host/paths.js";
import { type KernelProfile, profileObject } from "../runtime/kernels/profile-object.js";
import { chromeTrace } from "../core/chrome-trace.js";
import { readTracedWork } from "../backend/cuda/program/gpu-trace.js";
import type { Observation } from "../backend/cpu/program/process/program-process.js";
import { type WorkTime, workTimes } from "./work-times.js";

export class RunObserver implements Disposable {
  /** For the process of the program; undefined when it is not watched. */
  readonly observation: Observation | undefined;
  readonly #folder: string | undefined;
  readonly #device: string;
  readonly #trace: string | undefined;

  /** `trace` is the name of the file that gets one. */
  constructor(device: string, isProfiled: boolean, trace: string | undefined) {
    this.#device = device;
    this.#trace = trace === undefined ? undefined : resolve(trace);
    const isOnGpu = device !== "cpu";
    if (isProfiled || (isOnGpu && trace !== undefined)) {
      this.#folder = makeTemporaryFolder("cuts-observe-");
      const what = isOnGpu ? "work" : "profile";
      this.observation = { what, file: join(this.#folder, `${what}.json`) };
    } else if (this.#trace !== undefined) this.observation = { what: "trace", file: this.#trace };
  }

  /** What was seen, when the program has ended. */
  results(): { profiles?: readonly KernelProfile[]; times?: readonly WorkTime[] } {
    if (this.observation === undefined) return {};
    const { what, file } = this.observation;
    if (what === "trace") return {};
    if (what === "profile") {
      if (!isThere(file)) return {};
      const found = JSON.parse(readText(file)) as ProfiledLaunch[];
      return { profiles: found.map(profileObject) };
    }
    const work = readTracedWork(file);
    if (this.#trace !== undefined) {
      const devices = 1 + Math.max(0, ...work.map(({ device = 0 }) => device));
      // A program that is to run on one GPU sees it as its first.
      const names = Array.from({ length: devices }, (_, at) => (at === 0 ? this.#device : `cuda:${at}`));
      writeFile(this.#trace, chromeTrace(names, work));
      return {};
    }
    return { times: workTimes(work) };
  }

  [Symbol.dispose](): void {
    if (this.#folder !== undefined) remove(this.#folder);
  }
}
