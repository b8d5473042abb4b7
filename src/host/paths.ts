// File names, by the rules of the system that the process runs on.

import * as node from "./node/paths.js";

/** The rules of one kind of system. */
export interface PathRules {
  join(this: void, ...parts: string[]): string;
  resolve(this: void, ...parts: string[]): string;
  isAbsolute(this: void, path: string): boolean;
}

export interface Paths extends PathRules {
  dirname(this: void, path: string): string;
  basename(this: void, path: string): string;
  extname(this: void, path: string): string;
  relative(this: void, from: string, to: string): string;
  /** The root of an absolute path: "/", "C:\"; empty for a relative one. */
  rootOf(this: void, path: string): string;
  /** The separator between folders. */
  readonly separator: string;
  /** The separator between paths in a list such as `PATH`. */
  readonly delimiter: string;
  /** The path of a file URL. */
  pathOfUrl(this: void, url: string | URL): string;
  /** The file URL of a path. */
  urlOfPath(this: void, path: string): URL;
  /** The rules of Windows. */
  readonly windowsPaths: PathRules;
  /** The rules of all others, and of programs on the cpu device. */
  readonly posixPaths: PathRules;
}

export const {
  join,
  resolve,
  isAbsolute,
  dirname,
  basename,
  extname,
  relative,
  rootOf,
  separator,
  delimiter,
  pathOfUrl,
  urlOfPath,
  windowsPaths,
  posixPaths,
}: Paths = node;
