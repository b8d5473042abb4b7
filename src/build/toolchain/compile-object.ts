// Compiles one source to an object, through the disk cache. The cache key is the contents of the source and of every header it
// includes.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type CompileRequest, type FileRead, defaultCache, type ObjectCode } from "../../compiler/cache.js";
import { dependencies } from "../../compiler/make-rules.js";
import { CutsError } from "../../core/errors.js";
import { readPlainText, whyUnreadable } from "../../host/plain-files.js";
import type { BuildPlan, ObjectPlan } from "./build-plan.js";
import { compileFailure, shown } from "./diagnostics.js";
import { runTool } from "./run-tool.js";
import { partHeaders, stampOf } from "./system-headers.js";

/** An object, and the files it was made of. */
export interface CompiledObject {
  readonly code: Uint8Array;
  readonly files: FileList;
}

/** The files that something was built from. */
export interface FileList {
  /** The source and the headers that go by contents. */
  readonly own: readonly string[];
  /** Headers of the system, and what they were. */
  readonly system: readonly string[];
  readonly stamp: string;
}

/** The text of a source. @throws CutsError `CUTS_SOURCE` when it cannot be read. */
export function readSource(path: string): string {
  try {
    return readPlainText(path);
  } catch (error) {
    const why = whyUnreadable(error);
    throw new CutsError("CUTS_SOURCE", `Cannot read the source ${shown(path)}: ${why}`, { cause: error });
  }
}

/**
 * Compiles a source unless the cache has it.
 * @param folder where the compiler may write; `index` keeps two sources of one name apart.
 * @throws CompileError `CUTS_COMPILE` with file, line and the compiler's own text.
 */
export async function compileObject(
  plan: BuildPlan,
  object: ObjectPlan,
  folder: string,
  index: number,
  onStart: () => void,
): Promise<CompiledObject> {
  const { source, compiler, args } = object;
  const text = readSource(source);
  const request: CompileRequest = {
    compiler: compiler.name,
    compilerVersion: compiler.version,
    target: `${process.platform} ${process.arch} object`,
    options: [...args, ...plan.environment],
    source: text,
    sourceName: source,
    directory: plan.directory,
  };
  const compile = async (): Promise<ObjectCode & { files: readonly FileRead[] }> => {
    onStart();
    const output = join(folder, `${index}-${basename(source)}.o`);
    const rules = `${output}.d`;
    const outcome = await runTool(
      compiler.path,
      [...args, "-MD", "-MF", rules, "-o", output, source],
      plan.directory,
      folder,
    );
    if (!outcome.ok) throw compileFailure(source, outcome.log);
    const read = dependencies(readFileSync(rules, "utf8"), plan.directory).filter((file) => file !== source);
    const { own, system } = partHeaders(read, plan.ownFolders);
    // If the text is the same as before, it was the same while the compiler ran.
    const isSteady = readSource(source) === text;
    const list: FileList = { own: [source, ...own], system, stamp: stampOf(system) };
    return {
      code: new Uint8Array(readFileSync(output)),
      names: new Map(),
      info: { ...list },
      blobs: new Map(),
      files: [isSteady ? { path: source, contents: text } : source, ...own],
    };
  };
  const cache = defaultCache();
  const found = cache.findSync(request);
  const isCurrent = found !== undefined && isStill(filesOf(found));
  const made = isCurrent ? found : await cache.getOrCompile(request, compile, { force: true });
  return { code: made.code, files: filesOf(made) };
}

/** Whether the system headers are unchanged. */
export function isStill({ system, stamp }: FileList): boolean {
  return stampOf(system) === stamp;
}

/** The file list of a cache entry. */
export function filesOf(object: ObjectCode): FileList {
  return object.info as unknown as FileList;
}
