// Names of files, by Node.

import {
  basename,
  delimiter,
  dirname,
  extname,
  isAbsolute,
  join,
  parse,
  posix,
  relative,
  resolve,
  sep,
  win32,
} from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export { basename, delimiter, dirname, extname, isAbsolute, join, relative, resolve };
export const separator = sep;
export const windowsPaths = win32;
export const posixPaths = posix;
export const pathOfUrl = fileURLToPath;
export const urlOfPath = pathToFileURL;

export function rootOf(path: string): string {
  return parse(path).root;
}
