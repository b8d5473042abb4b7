// The process of a program on the cpu device. It gets the program on descriptor 3, which ends with whoever started it, runs
// it on this thread, which may block, and exits with its exit code. Everything is written synchronously, so nothing is lost.
import { createCpuBackend } from "../../cpu-backend.js";
import { codeOf } from "../../../../core/system-error.js";
import { programUrl } from "../../../../host/assets.js";
import { platform } from "../../../../host/environment.js";
import { writeFile } from "../../../../host/files.js";
import { exitNow, MESSAGE_PIPE } from "../../../../host/own-program.js";
import { fromBytes } from "../../../../host/serialization.js";
import { startThread } from "../../../../host/threads.js";
import { instantiateProgram, type ProgramInstance } from "../instance/instantiate-program.js";
import type { ProgramMessage } from "./program-process.js";
import { ProgramProfile } from "./program-profile.js";
import { ProgramTrace } from "./program-trace.js";
import { runProgram } from "../instance/run-program.js";
import { Whereabouts } from "./whereabouts.js";
import { readSome, writeAll } from "../wasi/streams.js";

function readMessage(): ProgramMessage {
  const take = (byteLength: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(byteLength);
    for (let done = 0; done < byteLength; ) {
      const got = readSome(MESSAGE_PIPE, bytes.subarray(done));
      // Whoever started this is gone.
      if (got === 0) exitNow(1);
      done += got;
    }
    return bytes;
  };
  return fromBytes(take(new DataView(take(4).buffer).getUint32(0, true))) as ProgramMessage;
}

function write(fd: 1 | 2, text: string | Uint8Array): void {
  try {
    writeAll(fd, typeof text === "string" ? new TextEncoder().encode(text) : text);
  } catch (error) {
    if (codeOf(error) !== "EPIPE") throw error;
  }
}

const { code, args, environment, parent, observe, memoryBytes } = readMessage();
const whereabouts = new Whereabouts();
// On Windows the system ends the children of Node's processes with them.
if (platform !== "win32") {
  startThread(
    programUrl("backend/cpu/program/process/watchdog.js"),
    { parent, whereabouts: whereabouts.memory },
    [],
  ).unref();
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
if (observe !== undefined) writeFile(observe.file, trace?.toJson() ?? JSON.stringify(profile?.profiles));
if (message !== undefined) write(2, `${message}\n`);
// A checked program that has reports has failed.
exitNow(exitCode);
