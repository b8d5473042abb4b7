// Opens NCCL for the ranks of a job, or tells why it cannot: every rank needs the library and a GPU of its own as its default
// device. Ranks exchange what they have first, so that all of them reach the same decision.

import { LibraryNotFoundError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { check } from "../../native/check.js";
import { openRawDriver } from "../../native/driver.js";
import { openRawNccl, type RawNccl } from "../../native/nccl.js";
import { currentDevice } from "../../runtime/devices/devices.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import type { Control } from "../control.js";
import { NcclTransport } from "./nccl-transport.js";

/** Bytes of what a rank says. */
const NOTE_BYTES = 256;

/** What a rank tells the others: its GPU, or why it has none. */
interface Note {
  /** The UUID of the GPU. */
  readonly gpu?: string;
  /** Why the rank has no GPU. */
  readonly why?: string;
}

/** NCCL over the GPUs of all ranks, or a text that says why not. @throws what NCCL says where it cannot start. */
export async function openNccl(control: Control): Promise<NcclTransport | string> {
  const device = currentDevice();
  const { api, note } = lookHere(device);
  const bytes = Buffer.alloc(NOTE_BYTES);
  bytes.write(JSON.stringify(note));
  const notes = (await control.exchange(bytes, "init")).map(readNote);
  const without = notes.findIndex(({ gpu }) => gpu === undefined);
  if (without !== -1) return `rank ${without} ${notes[without]?.why ?? "has none"}`;
  const second = notes.findIndex(({ gpu }, rank) => notes.findIndex((one) => one.gpu === gpu) < rank);
  if (second !== -1) {
    const first = notes.findIndex(({ gpu }) => gpu === notes[second]?.gpu);
    return `ranks ${first} and ${second} share a GPU, and NCCL needs one for each rank`;
  }
  return NcclTransport.create(api as RawNccl, device, control);
}

function lookHere(device: DeviceCore): { readonly api?: RawNccl; readonly note: Note } {
  if (device.backend.transport !== "nccl") return { note: { why: `has ${device.id} as its default device` } };
  try {
    const api = openRawNccl();
    return { api, note: { gpu: uuidOf(device.id) } };
  } catch (error) {
    if (!(error instanceof LibraryNotFoundError)) throw error;
    return { note: { why: "has no libnccl.so.2 (pip install nvidia-nccl-cu13, or CUTS_LIBNCCL=its path)" } };
  }
}

function uuidOf(id: string): string {
  const driver = openRawDriver();
  const uuid = new Uint8Array(new ArrayBuffer(16));
  check(driver.cuDeviceGetUuid_v2(numberAddressOf(uuid), Number(id.split(":")[1])), "cuDeviceGetUuid");
  return Buffer.from(uuid).toString("hex");
}

function readNote(bytes: Uint8Array): Note {
  const end = bytes.indexOf(0);
  return JSON.parse(Buffer.from(bytes.subarray(0, end === -1 ? bytes.length : end)).toString("utf8")) as Note;
}
