// The process of a program on the cpu device. It gets the program on descriptor 3, which ends with whoever started it, runs
// it on this thread, which may block, and exits with its exit code. Everything is written synchronously, so nothing is lost.
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { createCpuBackend } from "../backend/cpu/cpu-backend.js";
import { programUrl } from "../host/assets.js";
import { instantiateProgram, type ProgramInstance } from "./instantiate-program.js";
import { fromBytes } from "./program-code.js";
import type { ProgramMessage } from "./program-process.js";
import { ProgramProfile } from "./program-profile.js";
import { ProgramTrace } from "./program-trace.js";
import { runProgram } from "./run-program.js";
import { Whereabouts } from "./whereabouts.js";
import { readSome, writeAll } from "./wasi/streams.js";

const MESSAGE_FD = 3;

function readMessage(): ProgramMessage {
  const take = (byteLength: number): Buffer => {
    const bytes = Buffer.alloc(byteLength);
    for (let done = 0; done < byteLength; ) {
      const got = readSome(MESSAGE_FD, bytes.subarray(done));
      // Whoever started this is gone.
      if (got === 0) process.exit(1);
      done += got;
    }
    return bytes;
  };
  return fromBytes(take(take(4).readUInt32LE())) as ProgramMessage;
}

function write(fd: 1 | 2, text: string | Uint8Array): void {
  try {
    writeAll(fd, Buffer.from(text));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

const { code, args, environment, parent, observe, memoryBytes } = readMessage();
const whereabouts = new Whereabouts();
// On Windows the system ends the children of Node's processes with them.
if (process.platform !== "win32") {
  const workerData = { parent, fd: MESSAGE_FD, whereabouts: whereabouts.memory };
  new Worker(programUrl("program/watchdog.js"), { workerData, execArgv: [] }).unref();
}
let program: ProgramInstance | undefined;
const device = createCpuBackend({
  // What host code has printed before comes first.
  print: (bytes) => {
    program?.flush();
    write(1, bytes);
  },
  timeoutMs: 0,
  stopsAtNull: true,
  ...(memoryBytes !== undefined && { memoryBytes }),
});
const profile = observe?.what === "profile" ? new ProgramProfile() : undefined;
const trace =
  observe?.what === "trace"
    ? new ProgramTrace(device.properties.name, () => device.synchronizeSync(device.defaultStream))
    : undefined;
const watcher = profile ?? trace;
program = instantiateProgram(code, {
  device,
  ...(watcher && { watcher }),
  whereabouts,
  args,
  environment,
  warn: (text) => write(2, text.endsWith("\n") ? text : `${text}\n`),
});
const { exitCode, message } = runProgram(program);
if (observe !== undefined) writeFileSync(observe.file, trace?.toJson() ?? JSON.stringify(profile?.profiles));
if (message !== undefined) write(2, `${message}\n`);
// A checked program that has reports has failed.
process.exit(exitCode === 0 ? (process.exitCode ?? 0) : exitCode);
