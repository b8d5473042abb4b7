// The device code of several sources as one module: relocatable device code (-rdc=true), of which one source declares what another one defines.
import type { CpuObject } from "../../cpu-object.js";
import { fromObjectCode } from "../../stored-object.js";
import { type CompileRequest, defaultCache } from "../../../../compiler/cache.js";
import { readOptions } from "../../../../compiler/clang/options.js";
import { extname } from "../../../../host/paths.js";
import { type CodeOptions, codeRequest, headersWithPtx, withPrelude } from "./compile-unit.js";
import type { SourceFile } from "../../../../compiler/source-files.js";

/** By which all of them register it. */
export const LINKED_KEY = "module:linked";

/** The sources whose device code is one module; none where each has its own. */
export function linkedSources(
  sources: readonly SourceFile[],
  { options, directory }: Pick<CodeOptions, "options" | "directory">,
): ReadonlySet<SourceFile> {
  const cuda = sources.filter(({ path }) => extname(path) === ".cu");
  return new Set(cuda.length > 1 && readOptions(options, directory).isRelocatable ? cuda : []);
}

/** The module if it was compiled before. */
export function findLinkedDevice(
  sources: readonly SourceFile[],
  options: CodeOptions,
): CpuObject | undefined {
  const found = defaultCache().findSync(linkedRequest(sources, options));
  return found && fromObjectCode(found);
}

/**
 * The module, compiled if need be.
 *
 * @throws CompileError for sources that do not compile or link.
 */
export async function compileLinkedDevice(
  sources: readonly SourceFile[],
  options: CodeOptions,
): Promise<CpuObject> {
  const code = await defaultCache().getOrCompile(linkedRequest(sources, options), async () => {
    const { compileForLinking, compileLinked } = await import("../../compile-source.js");
    const units = await Promise.all(
      sources.map((source) =>
        withPrelude(source, { ...options, batch: sources.length }, (prelude, own) =>
          compileForLinking(source.text, {
            options: own,
            fileName: source.path,
            prelude,
            watch: options.watch,
            addressBits: options.addressBits,
            changedHeaders: headersWithPtx(source, own, options.directory),
          }),
        ),
      ),
    );
    const [first] = sources as [SourceFile];
    return compileLinked(units, {
      options: options.options,
      fileName: first.path,
      prelude: "c",
      watch: options.watch,
      addressBits: options.addressBits,
    });
  });
  return fromObjectCode(code);
}

function linkedRequest(sources: readonly SourceFile[], options: CodeOptions): CompileRequest {
  return codeRequest("linked device code", JSON.stringify(sources), options);
}
