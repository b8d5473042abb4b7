// Turns the library name that a user wrote into the names to try, in order, by the rules of the platform. It lists folders but
// opens no library. A name with a slash is a path relative to the current folder; a bare name is searched by the system's loader.
// "m" is short for the platform's file name: libm.so or libm.so.6, libm.dylib, m.dll.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The names to try for `name`, in order. Null stands for the process itself. */
export function libraryCandidates(
  name: string | null,
  platform: NodeJS.Platform = process.platform,
): readonly (string | null)[] {
  if (name === null) return [null];
  const extension = platform === "win32" ? ".dll" : platform === "darwin" ? ".dylib" : ".so";
  const complete = hasExtension(name, platform);
  if (isPath(name, platform)) {
    const path = resolve(name);
    return complete ? [path] : [path, `${path}${extension}`];
  }
  if (complete) return [name];
  if (platform === "win32") return [`${name}.dll`, `lib${name}.dll`];
  const file = `${name.startsWith("lib") ? name : `lib${name}`}${extension}`;
  if (platform !== "darwin") return [...new Set([file, ...versionsOf(file), `${name}${extension}`])];
  return [
    file,
    `${name}${extension}`,
    `/opt/homebrew/lib/${file}`,
    `/usr/local/lib/${file}`,
    `/System/Library/Frameworks/${name}.framework/${name}`,
  ];
}

/** Whether `name` is a path and not a bare name that the loader searches. */
export function isPath(name: string, platform: NodeJS.Platform = process.platform): boolean {
  return name.includes("/") || (platform === "win32" && name.includes("\\"));
}

/**
 * The versioned files of an unversioned library, `libz.so.1` of `libz.so`, newest first. Systems without development packages have
 * only these. For Linux and similar systems; `folders` are those of the loader.
 */
export function versionsOf(file: string, folders: readonly string[] = loaderFolders()): readonly string[] {
  const found = new Map<string, readonly number[]>();
  for (const folder of folders) {
    for (const entry of list(folder)) {
      if (!entry.startsWith(`${file}.`)) continue;
      const version = entry.slice(file.length + 1);
      if (!/^\d+(\.\d+)*$/.test(version) || found.has(entry)) continue;
      found.set(entry, version.split(".").map(Number));
    }
  }
  // Of libz.so.1 and libz.so.1.2.13 the short name comes first: it is the one programs are linked with.
  return [...found].sort(([, a], [, b]) => newer(a, b)).map(([entry]) => entry);
}

function hasExtension(name: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return /\.dll$/i.test(name);
  if (platform === "darwin") return /\.(dylib|so|bundle|framework\/.*)$/.test(name);
  return /\.so(\.\d+)*$/.test(name);
}

function newer(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (b[i] ?? 0) - (a[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function loaderFolders(): readonly string[] {
  const own = (process.env["LD_LIBRARY_PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return [
    ...new Set([...own, ...configuredFolders("/etc/ld.so.conf"), "/lib", "/usr/lib", "/lib64", "/usr/lib64"]),
  ];
}

function configuredFolders(path: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const entry = line.replace(/#.*/, "").trim();
    const include = /^include\s+(.*)\/\*\.conf$/.exec(entry)?.[1];
    if (include !== undefined) {
      return list(include)
        .filter((file) => file.endsWith(".conf"))
        .flatMap((file) => configuredFolders(join(include, file)));
    }
    return entry.startsWith("/") ? [entry] : [];
  });
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
