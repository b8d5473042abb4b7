// What the host says of a file, as WASI lays it out.
import type { FullStatus } from "../../../../host/shapes.js";
import { FILE_TYPE } from "./descriptors.js";
import type { GuestMemory } from "./guest-memory.js";

/** The WASI type of a file. */
export function typeOf(stat: FullStatus): number {
  if (stat.isDirectory()) return FILE_TYPE.directory;
  if (stat.isFile()) return FILE_TYPE.file;
  if (stat.isSymbolicLink()) return FILE_TYPE.link;
  if (stat.isCharacterDevice()) return FILE_TYPE.character;
  return stat.isBlockDevice() ? FILE_TYPE.block : FILE_TYPE.unknown;
}

/** Writes the 64 bytes of a filestat. */
export function fillStat(memory: GuestMemory, address: number, stat: FullStatus): void {
  memory.bytes(address, 64).fill(0);
  memory.setU64(address, stat.dev);
  memory.setU64(address + 8, stat.ino);
  memory.setU8(address + 16, typeOf(stat));
  memory.setU64(address + 24, stat.nlink);
  memory.setU64(address + 32, stat.size);
  memory.setU64(address + 40, stat.atimeNs);
  memory.setU64(address + 48, stat.mtimeNs);
  memory.setU64(address + 56, stat.ctimeNs);
}
