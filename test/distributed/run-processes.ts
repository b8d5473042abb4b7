// Starts a program on several processes that find each other by an address, without MPI, each with a GPU that fakes are: see
// test/native-cuda/fake.c and fake-nccl.c.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { compileLibrary } from "../native/compile.js";

/** Compiles a file beside the fake driver. */
function fakeLibrary(name: string): string {
  return compileLibrary(
    name.replaceAll(/\W/g, ""),
    readFileSync(new URL(`../native-cuda/${name}.c`, import.meta.url), "utf8"),
  );
}

/** Variables that put fakes in the place of CUDA and NCCL. */
export function fakeGpus(): Record<string, string> {
  const driver = fakeLibrary("fake");
  return { CUTS_LIBCUDA: driver, CUTS_LIBNVRTC: driver, CUTS_LIBNCCL: fakeLibrary("fake-nccl") };
}

/** What became of a process. */
export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The longest it may take before it is ended as one that hangs. */
const LIMIT_MS = 400_000;

/** Runs a program (rank-program.ts) once for each environment, at the same time; what is left after a while is ended. */
export function runProcesses(
  program: string,
  environments: readonly Readonly<Record<string, string>>[],
  args: readonly string[] = [],
): Promise<ProcessResult[]> {
  return Promise.all(
    environments.map(
      (environment) =>
        new Promise<ProcessResult>((resolve, reject) => {
          const child = spawn(process.execPath, [program, ...args], {
            env: { ...process.env, CUTS_DEVICE: "", CUTS_DIST_TIMEOUT: "30", ...environment },
            stdio: ["ignore", "pipe", "pipe"],
          });
          const texts = ["", ""];
          child.stdout.on("data", (data: Buffer) => void (texts[0] += data.toString()));
          child.stderr.on("data", (data: Buffer) => void (texts[1] += data.toString()));
          const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
          child.on("error", reject);
          child.on("close", (code) => {
            clearTimeout(timer);
            const [stdout = "", stderr = ""] = texts;
            resolve({ code, stdout, stderr });
          });
        }),
    ),
  );
}

/** A port of this machine that nobody listens at, with a token: what CUTS_RENDEZVOUS says. */
export async function freeAddress(): Promise<string> {
  return `${randomUUID()}@127.0.0.1:${await freePort()}`;
}

/** A port that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
