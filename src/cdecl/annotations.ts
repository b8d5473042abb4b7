// Annotations for what a C signature cannot say and CuTS checks: the length of an array, and that it is on a GPU. An annotation is
// a comment right after the parameter, so every compiler accepts the source unchanged:
//
//   extern "C" void scale(float* x /*[n]*/, const float* w /*[rows][cols]*/, float* y /*__device__ [n]*/, int n, …)
//   __global__ void scale(float* x /*[n]*/, int n)
//
// `/*[in]*/`, `/*[out]*/` and `/*[in, out]*/`, which other tools use, are ignored.

import type { CType, FunctionDeclaration, Parameter, PointerType, TypeTable } from "./ast.js";
import { splitList } from "./brackets.js";
import { formatType } from "./format.js";
import type { Token } from "./lexer.js";
import { parseDeclaration } from "./parse-declaration.js";
import type { SourceText } from "./source-text.js";

interface Annotation {
  readonly isDevice: boolean;
  /** `[n]`, `[rows][cols]`, or nothing. */
  readonly brackets: string;
  readonly offset: number;
}

/** Names in lengths whose value is unknown; such a length is not checked. */
export interface UnknownNames {
  /** Template parameters: they hide constants of the same name. */
  readonly hides?: ReadonlySet<string>;
  /** Whether a name that is no parameter and no constant may stand for a number all the same. */
  readonly isElsewhere?: (name: string) => boolean;
}

const DIRECTION = /^\[\s*(?:in|out|inout|in\s*,\s*out)\s*\]\s*$/;
const COMMENT = /\/\*\s*(__device__)?\s*((?:\[[^\]]*\]\s*)*)\*\//;

/**
 * A declaration with what the comments in its parameter list add. Brackets after what is no pointer are a comment like others.
 * @param list the tokens between the parentheses, and the closing one.
 * @throws DeclarationError for a length that names no integer parameter, and for `__device__` after what is no pointer.
 */
export function annotate(
  source: SourceText,
  declaration: FunctionDeclaration,
  list: readonly Token[],
  types: TypeTable,
  unknown: UnknownNames = {},
): FunctionDeclaration {
  const names = new Set(declaration.parameters.map(({ name }) => name));
  const isUnknown = (name: string): boolean => {
    if (unknown.hides?.has(name)) return true;
    if (names.has(name)) return false;
    const value = types.constants.get(name);
    return value === undefined ? (unknown.isElsewhere?.(name) ?? false) : Number.isNaN(value);
  };
  const annotations = annotationsIn(source.text, list).map((one) =>
    one?.brackets.match(/[A-Za-z_]\w*/g)?.some(isUnknown) ? { ...one, brackets: "" } : one,
  );
  if (annotations.every((annotation) => annotation === undefined)) return declaration;
  const parameters = declaration.parameters.map((parameter, index): Parameter => {
    const annotation = annotations[index];
    if (annotation === undefined) return parameter;
    const pointer = pointerOf(parameter.type);
    if (pointer === undefined) {
      if (!annotation.isDevice) return parameter;
      const rule = "only a pointer can live on a device";
      throw source.error(annotation.offset, "CUTS_DECLARATION_LENGTH", rule);
    }
    const device = annotation.isDevice || pointer.device;
    const { length } = lengthOf(source, annotation, declaration.parameters, types);
    const type: CType = onDevice({ ...pointer, ...(length !== undefined && { length }) }, device);
    return { ...parameter, type };
  });
  return { ...declaration, parameters };
}

function annotationsIn(text: string, list: readonly Token[]): readonly (Annotation | undefined)[] {
  const close = list.at(-1);
  const parts = splitList(list.slice(0, -1));
  return parts.map((part, index) => {
    const begin = part.at(-1)?.end ?? 0;
    const following = parts[index + 1]?.[0]?.offset ?? close?.offset ?? begin;
    // Up to the comma, because comments after it belong to the next parameter.
    const between = text.slice(begin, following).split(",", 1)[0] ?? "";
    const match = COMMENT.exec(between);
    // Constants are known by their last name, in whatever namespace they are.
    const brackets = match?.[2]?.replace(/(?:\b[A-Za-z_]\w*\s*)?::\s*/g, "") ?? "";
    if (match === null || (match[1] === undefined && brackets === "") || DIRECTION.test(brackets))
      return undefined;
    return { isDevice: match[1] !== undefined, brackets, offset: begin + match.index };
  });
}

/** The pointer that a parameter is; a string with a length is memory. */
function pointerOf(type: CType): PointerType | undefined {
  if (type.kind === "pointer") return type;
  if (type.kind !== "string") return undefined;
  return { kind: "pointer", to: { kind: "scalar", name: "char" }, readonly: true, device: false };
}

function onDevice(type: PointerType, device: boolean): PointerType {
  const to = device && type.to.kind === "pointer" ? onDevice(type.to, device) : type.to;
  return { ...type, to, device };
}

/** The length, read by the parser of declarations, so that it means what it means there. */
function lengthOf(
  source: SourceText,
  { brackets, offset }: Annotation,
  parameters: readonly Parameter[],
  types: TypeTable,
): { readonly length?: PointerType["length"] } {
  if (brackets === "") return {};
  const others = parameters.flatMap(({ name, type }) =>
    name === undefined ? [] : type.kind === "scalar" ? formatType(type, name) : `void* ${name}`,
  );
  try {
    const { parameters: read } = parseDeclaration(
      `void(${[`char${brackets}`, ...others].join(", ")})`,
      types,
    );
    const type = read[0]?.type;
    return type?.kind === "pointer" && type.length !== undefined ? { length: type.length } : {};
  } catch (error) {
    const rule = /: (.*) \(line/.exec((error as Error).message)?.[1] ?? (error as Error).message;
    throw source.error(offset, "CUTS_DECLARATION_LENGTH", rule);
  }
}
