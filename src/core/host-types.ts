// Types of what Node and browsers provide, for the published declarations: they are the project's own where it has them (by
// @types/node or the "dom" library), and their shape where it has not. So the declarations need neither.

/** A `URL`; only one of a file is of use. */
export type FileUrl = typeof globalThis extends { URL: { prototype: infer Known } }
  ? Known
  : { readonly href: string; readonly protocol: string; readonly pathname: string };

/** An `AbortSignal`. */
export type StopSignal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean; readonly reason: unknown; throwIfAborted(): void };

/** An operating system, as `process.platform` names it. */
export type Platform =
  | "aix"
  | "android"
  | "cygwin"
  | "darwin"
  | "freebsd"
  | "haiku"
  | "linux"
  | "netbsd"
  | "openbsd"
  | "sunos"
  | "win32";
