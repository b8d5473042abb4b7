// Programs for a GPU: nvcc builds the executable once, the cache keeps it, and each run starts a copy of it.
import { type CompileRequest, defaultCache } from "../../../compiler/cache.js";
import { dependencies } from "../../../compiler/make-rules.js";
import { findNvcc } from "../../../compiler/nvcc.js";
import type { SourceFile } from "../../../compiler/source-files.js";
import { CompileError, UnsupportedError } from "../../../core/errors.js";
import { allVariables, architecture, platform } from "../../../host/environment.js";
import { makeTemporaryFolder, readBytes, remove, writeFile } from "../../../host/files.js";
import { basename, join } from "../../../host/paths.js";
import { runExecutable } from "../../../host/processes.js";
import type { ProgramExit, ProgramStart } from "../../../host/shapes.js";
import { runTool, temporaryIn } from "../../../host/tools.js";

/**
 * Builds the executable of a program, or gets it from the cache.
 *
 * @throws UnsupportedError `CUTS_NVCC_NOT_FOUND`; CompileError `CUTS_COMPILE` with nvcc's text.
 */
export async function buildWithNvcc(
  sources: readonly SourceFile[],
  options: readonly string[],
  directory: string,
  onCompile: (() => void) | undefined,
): Promise<Uint8Array> {
  const nvcc = findNvcc();
  if (nvcc === undefined) {
    throw new UnsupportedError(
      "CUTS_NVCC_NOT_FOUND",
      "Cannot compile a program for a GPU: there is no nvcc on this machine\nTry: install the CUDA toolkit, or --device cpu.",
    );
  }
  const request: CompileRequest = {
    compiler: "nvcc",
    compilerVersion: nvcc.version,
    target: `${platform} ${architecture} program`,
    options,
    source: JSON.stringify(sources),
    directory,
  };
  const { code } = await defaultCache().getOrCompile(request, async () => {
    onCompile?.();
    return build(nvcc.path, sources, options, directory);
  });
  return code;
}

/** Runs an executable from a temporary file, which is removed afterwards. */
export async function runFromFile(
  executable: Uint8Array,
  args: readonly string[],
  setup: ProgramStart,
): Promise<ProgramExit> {
  const folder = makeTemporaryFolder("cuts-run-");
  try {
    const path = join(folder, basename(args[0] ?? "program"));
    writeFile(path, executable, 0o700);
    return await runExecutable(setup, path, args.slice(1));
  } finally {
    remove(folder);
  }
}

async function build(
  nvcc: string,
  sources: readonly SourceFile[],
  options: readonly string[],
  directory: string,
): Promise<{ code: Uint8Array<ArrayBuffer>; files: readonly string[] }> {
  const folder = makeTemporaryFolder("cuts-nvcc-");
  const output = join(folder, "program");
  const env = { ...allVariables(), ...temporaryIn(folder) };
  const paths = sources.map(({ path }) => path);
  const call = async (args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await runTool(nvcc, args, { cwd: directory, env });
    if (status === 0) return stdout;
    const log = `${stdout}${stderr}`.trim();
    throw new CompileError("CUTS_COMPILE", `Cannot compile ${paths.join(", ")} with nvcc:\n${log}`, log);
  };
  // Without an architecture nvcc's own default may not run on this GPU.
  const target = options.some((o) => /^-?-(?:arch|gencode|gpu-arch|generate-code)/.test(o))
    ? []
    : ["-arch=native"];
  try {
    const [rules] = await Promise.all([
      call(["-M", ...options.filter((option) => !option.startsWith("-l")), ...paths]),
      call([...target, ...options, ...paths, "-o", output]),
    ]);
    return { code: readBytes(output), files: dependencies(rules, directory) };
  } finally {
    remove(folder);
  }
}
