// Builds a shared library from sources: one object for each source, in parallel and from the cache if nothing changed, then one
// link. Processes that want the same build run it once. The result is a cache entry that names a kept file. A build killed at any
// point leaves the cache unchanged or complete.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type Compilation,
  type CompileRequest,
  defaultCache,
  type FileRead,
  type ObjectCode,
} from "../../compiler/cache.js";
import { digestOf } from "../../compiler/cache/digest.js";
import { keptFileName } from "../../compiler/cache/kept-files.js";
import { buildOnce } from "./build-lock.js";
import { type BuildPlan, planBuild } from "./build-plan.js";
import type { BuildRequest, BuiltFile } from "./build-request.js";
import {
  type CompiledObject,
  compileObject,
  type FileList,
  filesOf,
  isStill,
  readSource,
} from "./compile-object.js";
import { linkFailure } from "./diagnostics.js";
import { runTool } from "./run-tool.js";
import { stampOf } from "./system-headers.js";
import { processFolder, withBuildFolder } from "./temporary-folder.js";

/**
 * Builds a shared library or an addon, or finds it in the cache.
 * @throws CompileError `CUTS_COMPILE`, `CUTS_COMPILE_LINK`; UnsupportedError `CUTS_COMPILER_NOT_FOUND`.
 */
export async function buildShared(request: BuildRequest): Promise<BuiltFile> {
  const plan = planBuild(request);
  const cache = defaultCache();
  const key = requestFor(plan);
  const find = (): BuiltFile | undefined => {
    const object = cache.findSync(key);
    return object && reopen(object);
  };
  const directory = cache.offReason === undefined ? cache.directory : undefined;
  const id = JSON.stringify([plan.name, plan.extension, plan.directory, plan.objects, plan.link]);
  return buildOnce(
    directory,
    id,
    find,
    () => build(plan, key, request),
    () =>
      request.onProgress?.({
        name: plan.name,
        step: "wait",
        done: 0,
        total: 1,
        subject: plan.name,
        tool: "another process",
      }),
  );
}

/** A build by the contents of its sources; the headers are the entry's files. */
function requestFor(plan: BuildPlan): CompileRequest {
  const { objects, link } = plan;
  return {
    compiler: "build",
    compilerVersion: [...objects.map(({ compiler }) => compiler.version), link.compiler.version].join("\n"),
    target: `${process.platform} ${process.arch} ${plan.extension}`,
    options: [
      ...objects.flatMap(({ args }) => ["object", ...args]),
      ...link.args,
      ...link.rest,
      ...plan.environment,
    ],
    source: JSON.stringify(objects.map(({ source }) => [source, readSource(source)])),
    sourceName: plan.name,
    directory: plan.directory,
  };
}

interface BuildInfo extends FileList {
  /** The kept file's name. */
  readonly fileName: string;
}

/** What an entry stands for, if its file is whole and the system's headers are what they were. */
function reopen(object: ObjectCode): BuiltFile | undefined {
  const { fileName } = object.info as unknown as BuildInfo;
  const path = defaultCache().findFile(fileName);
  const files = filesOf(object);
  return path === undefined || !isStill(files) ? undefined : { path, files: files.own, isFresh: false };
}

async function build(plan: BuildPlan, key: CompileRequest, request: BuildRequest): Promise<BuiltFile> {
  const cache = defaultCache();
  const made = await cache.getOrCompile(key, () => compileBuild(plan, request), { force: true });
  const { fileName, own } = made.info as unknown as BuildInfo;
  const path = cache.findFile(fileName) ?? join(processFolder(), fileName);
  return { path, files: own, isFresh: true };
}

async function compileBuild(plan: BuildPlan, request: BuildRequest): Promise<Compilation> {
  const before = plan.objects.map(({ source }) => readSource(source));
  const { bytes, files } = await withBuildFolder((folder) => compileAndLink(plan, folder, request));
  const info: BuildInfo = { ...files, fileName: await keep(plan, bytes) };
  const sources = plan.objects.map(({ source }, index): FileRead => {
    const contents = before[index] ?? "";
    // If the text is the same as before, it was the same meanwhile; if not, the cache finds that it changed.
    return readSource(source) === contents ? { path: source, contents } : source;
  });
  const isSource = new Set(plan.objects.map(({ source }) => source));
  const others = files.own.filter((file) => !isSource.has(file));
  return { code: new Uint8Array(), info: { ...info }, files: [...sources, ...others] };
}

/** Puts the library where a loader can open it, in the cache or, without one, in a folder of this process; its name. */
async function keep(plan: BuildPlan, bytes: Uint8Array): Promise<string> {
  const kept = await defaultCache().keepFile(plan.name, plan.extension, bytes);
  if (kept !== undefined) return basename(kept);
  const fileName = keptFileName(plan.name, digestOf(bytes), plan.extension);
  writeFileSync(join(processFolder(), fileName), bytes, { mode: 0o700 });
  return fileName;
}

async function compileAndLink(
  plan: BuildPlan,
  folder: string,
  { onProgress }: BuildRequest,
): Promise<{ readonly bytes: Uint8Array; readonly files: FileList }> {
  const total = plan.objects.length + 1;
  let done = 0;
  const report = (step: "compile" | "link", subject: string, tool: string): void =>
    onProgress?.({ name: plan.name, step, done, total, subject, tool });
  const outcomes = await Promise.allSettled(
    plan.objects.map(async (object, index) => {
      const start = (): void => report("compile", object.source, object.compiler.name);
      const compiled = await compileObject(plan, object, folder, index, start);
      done++;
      return compiled;
    }),
  );
  // All have ended, so nothing writes into the folder any more; the first in the order of the sources is told.
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const objects = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  report("link", plan.name, plan.link.compiler.name);
  const bytes = await link(plan, objects, folder);
  return { bytes, files: allFiles(plan, objects) };
}

async function link(
  plan: BuildPlan,
  objects: readonly CompiledObject[],
  folder: string,
): Promise<Uint8Array> {
  const inputs = objects.map(({ code }, index) => {
    const path = join(folder, `${index}-${basename(plan.objects[index]?.source ?? "")}.o`);
    writeFileSync(path, code);
    return path;
  });
  const { compiler, args, rest } = plan.link;
  const output = join(folder, `output${plan.extension}`);
  const outcome = await runTool(
    compiler.path,
    [...args, "-o", output, ...inputs, ...rest],
    plan.directory,
    folder,
  );
  if (!outcome.ok) throw linkFailure(plan.name, outcome.log);
  return readFileSync(output);
}

function allFiles(plan: BuildPlan, objects: readonly CompiledObject[]): FileList {
  const own = new Set([...objects.flatMap(({ files }) => files.own), ...plan.link.files]);
  const system = [...new Set(objects.flatMap(({ files }) => files.system))];
  return { own: [...own], system, stamp: stampOf(system) };
}
