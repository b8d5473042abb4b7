// The only access to koffi, the native module that makes C calls. It is loaded at its first use, never on import. Its functions are
// typed `any`; this file gives them the types that CuTS relies on.

import { createRequire } from "node:module";
import { UnsupportedError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { keepBeside, moduleUrl, resolvePackage } from "../host/assets.js";

/** koffi's own description of a C type, or its name for one. */
export type KoffiType = string | object;

/** The type of a struct member, optionally with its minimum alignment. */
export type KoffiMember = KoffiType | [alignment: number, type: KoffiType];

/** A C function bound by koffi: the synchronous call, and `async` with a Node-style callback as the last argument. */
export interface KoffiFunction {
  (...args: unknown[]): unknown;
  readonly async: (...args: unknown[]) => void;
}

/** A shared library as koffi holds it. */
export interface KoffiLibrary {
  func(name: string, result: KoffiType, parameters: readonly KoffiType[]): KoffiFunction;
  symbol(name: string): bigint;
  unload(): void;
}

/** The part of koffi that CuTS uses. */
export interface Koffi {
  readonly version: string;
  load(path: string | null, options?: { lazy?: boolean; global?: boolean }): KoffiLibrary;
  struct(members: Record<string, KoffiMember>): object;
  array(element: KoffiType, length: number, hint: "Array" | "String"): object;
  pointer(to: KoffiType): object;
  inout(type: KoffiType): object;
  proto(result: KoffiType, parameters: readonly KoffiType[]): object;
  register(callback: (...args: never[]) => unknown, type: KoffiType): bigint;
  unregister(pointer: bigint): void;
  /** Calls the function at an address. */
  call(pointer: bigint, type: KoffiType, ...args: unknown[]): unknown;
  address(value: ArrayBufferView | ArrayBuffer): bigint;
  view(pointer: bigint | number, byteLength: number): ArrayBuffer;
  readonly decode: {
    (from: bigint | Uint8Array, type: KoffiType): unknown;
    string(pointer: bigint, byteLength?: number): string;
  };
  encode(to: Uint8Array, type: KoffiType, value: unknown): void;
  sizeof(type: KoffiType): number;
  errno(value?: number): number;
  stats(): { readonly callbacks: number };
}

/**
 * koffi, loaded on the first call.
 * @throws UnsupportedError `CUTS_FFI_UNAVAILABLE` if koffi is not installed, or has no binary for this platform.
 */
export const koffi: () => Koffi = lazy(load);

function load(): Koffi {
  const place = findKoffi();
  try {
    return createRequire(moduleUrl)(place) as Koffi;
  } catch (cause) {
    throw new UnsupportedError(
      "CUTS_FFI_UNAVAILABLE",
      `Cannot call native code: koffi must have a binary for this platform (got ${process.platform}-${process.arch})\n` +
        "Try: reinstall with optional dependencies (npm install --include=optional)",
      { cause },
    );
  }
}

function findKoffi(): string {
  try {
    return resolvePackage("koffi");
  } catch (cause) {
    throw new UnsupportedError(
      "CUTS_FFI_UNAVAILABLE",
      `Cannot call native code: the package koffi must be in a node_modules folder above this code (got ${moduleUrl})\n${keepBeside}`,
      { cause },
    );
  }
}
