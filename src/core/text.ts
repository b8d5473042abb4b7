// Small pieces of text for messages and reports: plain, without color, the same on every terminal.

import { isProxy, ownText } from "../host/values.js";
import { bufferByteLength, byteLengthOf, isBuffer, lengthOf, typedArrayName } from "./view-facts.js";

/** "1 array", "3 arrays"; `many` when the plural is irregular. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "0 B", "1.5 KiB", "3.2 GiB". */
export function formatByteSize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let value = bytes;
  let unit = 0;
  // 1023.95 would be printed as 1024.0, so it already counts as the next unit.
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${bytes} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** Bytes of a size with or without a unit: `4096`, `512MiB`, `4G`; undefined for other text. Units are powers of 1024. */
export function byteSize(text: string): number | undefined {
  const [, digits, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?i?B?)\s*$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const power = "KMGT".indexOf(unit.charAt(0).toUpperCase()) + 1;
  return Math.floor(Number(digits) * 1024 ** (unit === "" ? 0 : power));
}

/**
 * The candidate nearest to a misspelled name, or undefined when none is near: at most a third of the letters may differ,
 * and case does not count.
 * @example suggest("flaot32", ["float32", "float64"]) // "float32"
 */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  return suggestAll(name, candidates, 1)[0];
}

/** Up to `limit` candidates near a misspelled name, nearest first. */
export function suggestAll(name: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const wanted = name.toLowerCase();
  const near: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= allowed && distance < name.length) near.push({ candidate, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map((entry) => entry.candidate);
}

/** Names sorted by their similarity to a misspelled one. */
export function nearestFirst(name: string, names: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase();
  return Array.from(names, (one) => ({ one, distance: editDistance(wanted, one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ one }) => one);
}

/** The number of insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, at(previous, j) + 1, at(current, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforePrevious, j - 2) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

/**
 * A value for the "(got …)" of an error message: short, on one line, with its type visible.
 * @example formatValue(3n) // "3n"
 * @example formatValue(new Float32Array(4)) // "Float32Array(4)"
 * @example formatValue(cu.ones([2, 3])) // "NDArray float32[2, 3]"
 */
export function formatValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "undefined":
    case "boolean":
      return String(value);
    case "symbol":
      return value.toString();
    case "function":
      return value.name === "" ? "a function" : `function ${value.name}`;
    case "object":
      try {
        return isProxy(value) ? "a Proxy" : formatObject(value);
      } catch {
        // A getter of the value throws. The message is about something else, so that is ignored.
        return "an object";
      }
    default:
      return "a value of unknown type";
  }
}

function formatObject(value: object | null): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    const shown = value.slice(0, 8).map((item) => (Array.isArray(item) ? "[…]" : formatValue(item)));
    return `[${shown.join(", ")}${value.length > 8 ? `, … ${value.length} in all` : ""}]`;
  }
  const name = className(value);
  // For all array objects, because the mistake is usually in the dtype or shape.
  const { dtype, shape } = value as { readonly dtype?: unknown; readonly shape?: unknown };
  if (
    typeof dtype === "string" &&
    /^\w+$/.test(dtype) &&
    Array.isArray(shape) &&
    shape.every(Number.isInteger)
  )
    return `${name === "Object" ? "" : `${name} `}${dtype}[${shape.join(", ")}]`;
  if (ArrayBuffer.isView(value)) {
    return `${name}(${typedArrayName(value) === undefined ? byteLengthOf(value) : lengthOf(value)})`;
  }
  if (isBuffer(value)) return `${name}(${bufferByteLength(value)})`;
  // Classes may be hidden behind an interface, whose name they show.
  const shown = ownText(value) ?? "";
  if (shown !== "" && shown.length <= 80 && !shown.includes("\n")) return shown;
  if (name !== "Object") return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? "{}" : `{ ${keys.slice(0, 4).join(", ")}${keys.length > 4 ? ", …" : ""} }`;
}

/** The class name of an object; "Object" if it has none (a null prototype, an anonymous class). */
function className(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown };
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "Object";
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
