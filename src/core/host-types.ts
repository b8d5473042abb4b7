// Types of objects that Node and browsers provide, for the published declarations. Where the user's project declares such a type
// (through @types/node or the "dom" library) it is that type, and otherwise an equivalent shape, so the declarations depend on
// neither.

/** A `URL`, which must be a `file:` URL. */
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
