// Finds a CPython to embed. Each candidate interpreter is run and asked for its shared library. CUTS_PYTHON comes first, then an
// active virtual or conda environment; otherwise it is the first `python3` on the PATH that has a shared library.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { LibraryNotFoundError } from "../../core/errors.js";
import { runTool } from "../../host/tools.js";

/** An interpreter and its shared library. */
export interface FoundPython {
  /** The path of the program, which decides which packages are found. */
  readonly executable: string;
  readonly library: string;
  /** "3.11.2". */
  readonly version: string;
  readonly hasNumpy: boolean;
}

/** The result of a search. */
export interface PythonSearch {
  readonly found: FoundPython | undefined;
  /** Every candidate, and why it was rejected. */
  readonly tried: readonly string[];
}

const QUESTION = `
import sys, sysconfig, json, importlib.util
g = sysconfig.get_config_var
print(json.dumps({
  "version": "%d.%d.%d" % sys.version_info[:3], "base": sys.base_prefix, "soname": g("INSTSONAME"), "ld": g("LDLIBRARY"),
  "libdir": g("LIBDIR"), "multiarch": g("MULTIARCH"), "numpy": importlib.util.find_spec("numpy") is not None,
  "implementation": sys.implementation.name, "executable": sys.executable, "short": "%d%d" % sys.version_info[:2]}))
`;

interface Answer {
  readonly version: string;
  readonly base: string;
  readonly soname: string | null;
  readonly ld: string | null;
  readonly libdir: string | null;
  readonly multiarch: string | null;
  readonly numpy: boolean;
  readonly implementation: string;
  readonly executable: string;
  readonly short: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks for an interpreter with a shared library; runs each candidate. */
export async function searchPython(
  environment: Environment = process.env,
  timeoutMs?: number,
): Promise<PythonSearch> {
  const tried: string[] = [];
  for (const executable of candidates(environment)) {
    const found = await ask(executable, environment, timeoutMs, tried);
    if (found !== undefined) return { found, tried };
  }
  return { found: undefined, tried };
}

/** The interpreter to embed. @throws LibraryNotFoundError `CUTS_PYTHON_NOT_FOUND` */
export async function findPython(environment: Environment = process.env): Promise<FoundPython> {
  const { found, tried } = await searchPython(environment);
  if (found !== undefined) return found;
  throw new LibraryNotFoundError(
    "CUTS_PYTHON_NOT_FOUND",
    `Cannot start Python: CPython 3.8 or newer with a shared library must be there${tried.map((line) => `\n  ${line}`).join("")}` +
      "\nTry: CUTS_PYTHON=/path/to/python3; on Debian and Ubuntu `apt-get install libpython3-dev`; with pyenv `PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install`",
  );
}

function candidates(environment: Environment): readonly string[] {
  const isWindows = process.platform === "win32";
  const inside = (folder: string): string =>
    isWindows ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python3");
  const { CUTS_PYTHON, VIRTUAL_ENV, CONDA_PREFIX, PATH = "" } = environment;
  // What somebody has chosen is what is taken, or it is an error.
  if (CUTS_PYTHON !== undefined && CUTS_PYTHON !== "") return [CUTS_PYTHON];
  if (VIRTUAL_ENV !== undefined && VIRTUAL_ENV !== "") return [inside(VIRTUAL_ENV)];
  if (CONDA_PREFIX !== undefined && CONDA_PREFIX !== "") {
    return [isWindows ? join(CONDA_PREFIX, "python.exe") : inside(CONDA_PREFIX)];
  }
  const name = isWindows ? "python.exe" : "python3";
  return [...new Set(PATH.split(delimiter).filter((folder) => folder !== ""))]
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path));
}

async function ask(
  executable: string,
  environment: Environment,
  timeoutMs: number | undefined,
  tried: string[],
): Promise<FoundPython | undefined> {
  const answer = await answerOf(executable, environment, timeoutMs);
  if (typeof answer === "string") {
    tried.push(`${executable}: ${answer}`);
    return undefined;
  }
  const { version, implementation } = answer;
  const minor = Number(version.split(".")[1]);
  if (implementation !== "cpython" || !version.startsWith("3.") || minor < 8) {
    tried.push(`${executable}: it is ${implementation} ${version}`);
    return undefined;
  }
  const paths = libraryPaths(answer);
  const library = paths.find((path) => existsSync(path));
  if (library !== undefined)
    return { executable: answer.executable, library, version, hasNumpy: answer.numpy };
  tried.push(`${executable} (${version}): it has no shared library, neither ${paths.join(" nor ")}`);
  return undefined;
}

/** An interpreter's answer, or why it gave none. */
async function answerOf(
  executable: string,
  environment: Environment,
  timeoutMs = 30_000,
): Promise<Answer | string> {
  if (!existsSync(executable)) return "there is no such file";
  try {
    const { status, stdout, stderr } = await runTool(executable, ["-c", QUESTION], {
      env: environment,
      timeoutMs,
    });
    if (status !== 0) return stderr.trim().split("\n").at(-1) || `it ended with status ${status}`;
    return JSON.parse(stdout) as Answer;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Where the library may be. Debian says that it is shared, and has it in a package of its own. */
function libraryPaths({ base, soname, ld, libdir, multiarch, short }: Answer): readonly string[] {
  if (process.platform === "win32") return [join(base, `python${short}.dll`)];
  const names = [soname, ld].filter((name) => name !== null && /\.(so|dylib)/.test(name)) as string[];
  const folders = [libdir, join(base, "lib"), multiarch && join(base, "lib", multiarch)].filter(
    (folder) => folder !== null && folder !== "",
  ) as string[];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return found.length > 0 ? [...new Set(found)] : [join(base, "lib", ld ?? "libpython3.so")];
}
