// Saves a user's file completely or not at all: after any error, such as a full disk, the old file is unchanged and no other file
// is left. The file keeps its permissions and owner. If it is a symbolic link, the target is replaced, not the link. A file that
// cannot be replaced, because of its folder, its owner or a mount, is overwritten in place.

import type { Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { notAFile } from "./plain-file.js";
import { codeOf } from "../../core/system-error.js";
import { replaceFile } from "./replace-file.js";

/**
 * Saves what `write` writes. `write` may be called twice, each time with an empty file.
 * @throws CutsError `CUTS_NOT_A_FILE` for a directory or a FIFO; errors of the file system; what `write` throws.
 */
export async function saveFile(
  path: string | URL,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const name = path instanceof URL ? fileURLToPath(path) : path;
  const old = await stat(name).catch(ifMissing);
  if (old?.isCharacterDevice() === true) return writeInPlace(name, write);
  if (old !== undefined && !old.isFile()) throw notAFile("write", name, old);
  const target = await followLinks(name);
  // A short name of its own, because the target's name may already have the maximum length.
  const temporary = join(dirname(target), `.cuts-${crypto.randomUUID()}`);
  const mode = old === undefined ? 0o666 : old.mode & 0o777;
  try {
    await replaceFile(target, { temporary, mode }, async (file) => {
      if (old !== undefined) await keepRights(file, old);
      await write(file);
    });
  } catch (error) {
    if (old === undefined || !isRefusal(error)) throw error;
    await writeInPlace(target, write);
  }
}

async function writeInPlace(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "w");
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

async function keepRights(file: FileHandle, old: Stats): Promise<void> {
  if (process.platform === "win32") return;
  const own = await file.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) await file.chown(old.uid, old.gid);
  await file.chmod(old.mode & 0o7777);
}

/** Whether the error means that the file cannot be replaced, although it may be writable. */
function isRefusal(error: unknown): boolean {
  const { syscall } = error as { readonly syscall?: unknown };
  const isReplacing =
    syscall === "open" || syscall === "fchown" || syscall === "fchmod" || syscall === "rename";
  return isReplacing && ["EACCES", "EPERM", "EBUSY", "EXDEV"].includes(codeOf(error) ?? "");
}

/** The target of a path, through symbolic links, even if the target does not exist yet. */
async function followLinks(path: string): Promise<string> {
  const found = await realpath(path).catch(ifMissing);
  if (found !== undefined) return found;
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : followLinks(resolve(await realpath(dirname(path)), link));
}

function ifMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
