// NVRTC in programs: a source is compiled in a process of its own while the program waits. What it gives for PTX and machine code is
// a module-image.ts. A name expression is its own lowered name: modules know their kernels by both.

import { CompileError } from "../../../../../core/errors.js";
import type { Implementations } from "../bind-function.js";
import { HandleTable } from "../handle-table.js";
import { type ModuleSource, writeImage } from "../module-image.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import type { Runtime } from "../runtime.js";
import type { NVRTC } from "../signatures/nvrtc.js";
import { CudaFailure } from "../error-state.js";

/** nvrtcResult by number. */
const RESULTS = [
  "NVRTC_SUCCESS",
  "NVRTC_ERROR_OUT_OF_MEMORY",
  "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
  "NVRTC_ERROR_INVALID_INPUT",
  "NVRTC_ERROR_INVALID_PROGRAM",
  "NVRTC_ERROR_INVALID_OPTION",
  "NVRTC_ERROR_COMPILATION",
  "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
  "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
  "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
  "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
] as const;
type ResultName = (typeof RESULTS)[number];

/** CUDA's version, and the architecture of the cpu device's properties. */
const [MAJOR, MINOR, ARCHITECTURE] = [13, 0, 90];

interface NvrtcProgram {
  readonly source: string;
  readonly fileName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly nameExpressions: string[];
  /** Once it was compiled: empty where that failed. */
  image: string | undefined;
  log: string;
}

export function nvrtcFunctions(rt: Runtime): Implementations<typeof NVRTC> {
  const { guest } = rt;
  const programs = new HandleTable<NvrtcProgram>();
  const texts = (list: number, count: number): string[] =>
    Array.from({ length: count }, (_, i) => guest.text(guest.word(list + i * POINTER_BYTES)));
  /** A function of one program: its own handle is checked first. */
  const of =
    (action: (program: NvrtcProgram, ...args: number[]) => ResultName | undefined) =>
    (handle = 0, ...args: number[]): number => {
      const program = found(() => programs.get(handle));
      return RESULTS.indexOf(
        program === undefined ? "NVRTC_ERROR_INVALID_PROGRAM" : (action(program, ...args) ?? "NVRTC_SUCCESS"),
      );
    };
  const sizeOf = (text: (program: NvrtcProgram) => string | undefined) =>
    of((program, size = 0) => {
      const value = text(program);
      if (value === undefined) return "NVRTC_ERROR_INVALID_PROGRAM";
      guest.setWord(size, Buffer.byteLength(value) + 1);
      return undefined;
    });
  const give = (text: (program: NvrtcProgram) => string | undefined) =>
    of((program, place = 0) => {
      const value = text(program);
      if (value === undefined) return "NVRTC_ERROR_INVALID_PROGRAM";
      guest.setText(place, value);
      return undefined;
    });
  const imageOf = ({ image }: NvrtcProgram): string | undefined => (image === "" ? undefined : image);
  const logOf = ({ log }: NvrtcProgram): string => log;
  return {
    nvrtcVersion: (major = 0, minor = 0) => {
      guest.setU32(major, MAJOR);
      guest.setU32(minor, MINOR);
      return 0;
    },
    nvrtcGetErrorString: (result = 0) => rt.texts.address(RESULTS[result] ?? "NVRTC_ERROR unknown"),
    nvrtcGetNumSupportedArchs: (count = 0) => {
      guest.setU32(count, 1);
      return 0;
    },
    nvrtcGetSupportedArchs: (architectures = 0) => {
      guest.setU32(architectures, ARCHITECTURE);
      return 0;
    },
    nvrtcCreateProgram: (place = 0, source = 0, name = 0, count = 0, headers = 0, includeNames = 0) => {
      if (place === 0 || source === 0 || count < 0) return RESULTS.indexOf("NVRTC_ERROR_INVALID_INPUT");
      const contents = texts(headers, count);
      const program: NvrtcProgram = {
        source: guest.text(source),
        fileName: name === 0 ? "default_program" : guest.text(name),
        headers: Object.fromEntries(texts(includeNames, count).map((key, i) => [key, contents[i] ?? ""])),
        nameExpressions: [],
        image: undefined,
        log: "",
      };
      guest.setWord(place, programs.add(program));
      return 0;
    },
    nvrtcDestroyProgram: (place = 0) => {
      const removed = found(() => programs.remove(guest.word(place)));
      if (removed === undefined) return RESULTS.indexOf("NVRTC_ERROR_INVALID_PROGRAM");
      guest.setWord(place, 0);
      return 0;
    },
    nvrtcAddNameExpression: of((program, expression = 0) => {
      if (program.image !== undefined) return "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
      program.nameExpressions.push(guest.text(expression));
      return undefined;
    }),
    nvrtcCompileProgram: of((program, count = 0, options = 0) => compile(rt, program, texts(options, count))),
    nvrtcGetLoweredName: of((program, expression = 0, place = 0) => {
      if (program.image === undefined) return "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
      const name = guest.text(expression);
      if (!program.nameExpressions.includes(name)) return "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
      guest.setWord(place, rt.texts.address(name));
      return undefined;
    }),
    nvrtcGetProgramLogSize: sizeOf(logOf),
    nvrtcGetProgramLog: give(logOf),
    nvrtcGetPTXSize: sizeOf(imageOf),
    nvrtcGetPTX: give(imageOf),
    nvrtcGetCUBINSize: sizeOf(imageOf),
    nvrtcGetCUBIN: give(imageOf),
  };
}

function compile(rt: Runtime, program: NvrtcProgram, options: readonly string[]): ResultName | undefined {
  const { source, fileName, headers, nameExpressions } = program;
  const request: ModuleSource = { source, options: { options, headers, nameExpressions, fileName } };
  program.image = "";
  const module = rt.backend.compile(source, { ...request.options, waitsItself: false });
  try {
    module.readySync();
  } catch (error) {
    program.log = error instanceof CompileError ? error.log : (error as Error).message;
    return "NVRTC_ERROR_COMPILATION";
  } finally {
    module.dispose();
  }
  program.image = writeImage(request);
  return undefined;
}

/** What an action gives; undefined when it fails by a wrong handle. */
function found<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof CudaFailure) return undefined;
    throw error;
  }
}
