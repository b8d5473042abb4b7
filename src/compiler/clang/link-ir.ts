// Links the LLVM IR of several device units into one module, as nvcc's device linker does for relocatable code (-rdc=true). Functions
// that one unit declares may be defined in another; names that are local to a file stay apart.
import { CompileError } from "../../core/errors.js";
import { type Clang, clang as sharedClang } from "./clang.js";
import { targetOf, tripleOf } from "./device-target.js";
import type { IrModule } from "../ir/module.js";
import { parseModule } from "../ir/parse-module.js";
import { printModule } from "../ir/print.js";
import { compiledFile, requireNoCrash } from "./step-result.js";

const OUTPUT_PATH = "/linked.ll";

/** What clang's linker says of a name that two units define. */
const DEFINED_TWICE = /[Ll]inking globals named '([^']*)': symbol multiply defined/;

/**
 * Joins modules.
 *
 * @throws CompileError `CUTS_COMPILE_LINK` for a name that two of them define.
 */
export async function linkIr(
  modules: readonly [IrModule, ...IrModule[]],
  name: string,
  clang: Clang = sharedClang(),
): Promise<IrModule> {
  const [first, ...others] = modules;
  const base = `-cc1 -triple ${tripleOf(targetOf(first))} -x ir -disable-llvm-passes`.split(" ");
  const bitcode = others.map((_, i) => `/unit${i}.bc`);
  const result = await clang.run({
    steps: [
      ...others.map((_, i) => ({
        tool: "clang" as const,
        args: [...base, "-emit-llvm-bc", "-o", bitcode[i] as string, `/unit${i}.ll`],
      })),
      {
        tool: "clang",
        args: [
          ...base,
          ...bitcode.flatMap((path) => ["-mlink-bitcode-file", path]),
          ..."-emit-llvm -o".split(" "),
          OUTPUT_PATH,
          "/first.ll",
        ],
      },
    ],
    files: {
      "/first.ll": printModule(first),
      ...Object.fromEntries(others.map((ir, i) => [`/unit${i}.ll`, printModule(ir)])),
    },
    outputs: [OUTPUT_PATH],
  });
  const { stderr } = requireNoCrash(name, result.steps.at(-1));
  const twice = DEFINED_TWICE.exec(stderr)?.[1];
  if (twice !== undefined) {
    const why = `${twice} is defined in device code of two sources`;
    throw new CompileError("CUTS_COMPILE_LINK", `Cannot link ${name}: ${why}`, stderr);
  }
  return parseModule(Buffer.from(compiledFile(name, result, OUTPUT_PATH)).toString());
}
