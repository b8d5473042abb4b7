// Reads an uncompressed tar archive into a directory tree without copying the file contents.
// Only what the compiler package's archive has: regular files and directories with ustar names.
import { MemoryDirectory, putFile, makeDirectory } from "./memory-fs.js";

const BLOCK = 512;
const decoder = new TextDecoder();

/**
 * The tree in `archive`; file contents are views of it.
 * @param {Uint8Array} archive
 */
export function readTar(archive) {
  const root = new MemoryDirectory();
  let offset = 0;
  while (offset + BLOCK <= archive.length && archive[offset] !== 0) {
    const header = archive.subarray(offset, offset + BLOCK);
    const prefix = textAt(header, 345, 155);
    const path = (prefix === "" ? "" : `${prefix}/`) + textAt(header, 0, 100);
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    const type = textAt(header, 156, 1);
    const start = offset + BLOCK;
    if (type === "5") makeDirectory(root, path);
    else if (type === "0" || type === "") putFile(root, path, archive.subarray(start, start + size));
    else throw new Error(`internal: the entry ${path} of the archive has the unknown type ${type}`);
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return root;
}

/**
 * @param {Uint8Array} header
 * @param {number} offset
 * @param {number} length
 */
function textAt(header, offset, length) {
  const field = header.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end)).trim();
}
