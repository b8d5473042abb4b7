// Instantiates the signature of a kernel template: `scan<float, 256>` of `template <typename T, int N> __global__ void scan(const
// T* x)` takes a `const float*`.

import type { CType, KernelSignature, Parameter, TypeTable } from "./ast.js";
import { closingIndex, splitList } from "./brackets.js";
import { buildType } from "./build-type.js";
import { parseDeclarator } from "./declarator.js";
import { joinTokens, type Token, tokenize } from "./lexer.js";
import { noTypes, Reader } from "./reader.js";
import { SourceText } from "./source-text.js";
import { parseSpecifiers } from "./specifiers.js";
import { parseTemplateList, type TemplateParameter } from "./template-list.js";

/**
 * The signature of a kernel template with the arguments of a name expression put in; `types` are the typedefs that
 * the arguments may use. The result has no `template` any more. Throws a DeclarationError when the expression is not
 * for this kernel, or its arguments do not fit the template.
 * @example instantiate(scan, "scan<float, 256>").parameters[0]?.type // a pointer to float32
 */
export function instantiate(
  signature: KernelSignature,
  expression: string,
  types: TypeTable = noTypes,
): KernelSignature {
  const source = new SourceText(`the name expression "${expression}"`, expression);
  const tokens = tokenize(expression).slice(0, -1);
  const open = tokens.findIndex((token) => token.text === "<");
  const name = joinTokens(open === -1 ? tokens : tokens.slice(0, open)).replace(/^::/, "");
  if (name !== signature.name && name !== signature.qualifiedName) {
    throw source.error(0, "CUTS_KERNEL_UNKNOWN", `it must name "${signature.qualifiedName}"`);
  }
  const { template, ...plain } = signature;
  if (template === undefined) {
    if (open === -1) return signature;
    throw source.error(
      tokens[open]?.offset ?? 0,
      "CUTS_DECLARATION_TYPE",
      `"${name}" is no template`,
      `"${name}"`,
    );
  }
  if (open !== -1 && closingIndex(tokens, open) !== tokens.length) {
    throw source.error(
      tokens[open]?.offset ?? 0,
      "CUTS_DECLARATION_SYNTAX",
      'the arguments must end with ">"',
    );
  }
  const given = open === -1 ? [] : splitList(tokens.slice(open + 1, -1));
  const list = parseTemplateList(tokenize(template).slice(0, -1));
  const bindings = bind(source, list, given, types);
  const parameters = signature.parameters.map(
    (parameter): Parameter => ({ ...parameter, type: substitute(parameter.type, bindings).type }),
  );
  return { ...plain, parameters };
}

/** The argument of a template parameter: its text, and its type if that is known. */
interface Binding {
  readonly text: string;
  readonly type?: { readonly type: CType; readonly readonly: boolean };
}

const maximumArgument = 4096;

type Bindings = ReadonlyMap<string, Binding>;

function bind(
  source: SourceText,
  list: readonly TemplateParameter[],
  given: readonly (readonly Token[])[],
  types: TypeTable,
): Bindings {
  const bindings = new Map<string, Binding>();
  for (const [index, parameter] of list.entries()) {
    // All further arguments belong to a pack, and kernels with packs in their parameters are not supported.
    if (parameter.isPack) return bindings;
    const tokens = given[index] ?? parameter.fallback?.flatMap((token) => replaceToken(token, bindings));
    if (tokens === undefined || tokens.length === 0) {
      const rule = `the template parameter "${parameter.name ?? index}" must have an argument`;
      throw source.error(source.text.length, "CUTS_DECLARATION_TYPE", rule);
    }
    // Defaults that name each other twice grow without bound.
    if (tokens.length > maximumArgument) {
      throw source.error(
        source.text.length,
        "CUTS_DECLARATION_UNSUPPORTED",
        "a template argument is too long",
      );
    }
    const end: Token = {
      kind: "end",
      text: "",
      offset: source.text.length,
      end: source.text.length,
      glued: false,
    };
    const text = joinTokens(tokens);
    const type =
      parameter.kind === "type"
        ? readType(new Reader(source, [...tokens, end], { language: "cuda", types }))
        : undefined;
    if (parameter.name !== undefined) bindings.set(parameter.name, { text, ...(type && { type }) });
  }
  const extra = given[list.length]?.[0];
  if (extra !== undefined) {
    const rule = `the template takes ${list.length} arguments, not ${given.length}`;
    throw source.error(extra.offset, "CUTS_DECLARATION_TYPE", rule);
  }
  return bindings;
}

function readType(reader: Reader): { readonly type: CType; readonly readonly: boolean } {
  const specifiers = parseSpecifiers(reader);
  const { name, modifiers } = parseDeclarator(reader);
  if (name !== undefined || reader.peek().kind !== "end") throw reader.unexpected("a type");
  const { type, readonly } = buildType(reader, specifiers, modifiers, (length) => length.expression);
  return { type, readonly };
}

function replaceToken(token: Token, bindings: Bindings): readonly Token[] {
  const binding = bindings.get(token.text);
  return binding === undefined ? [token] : tokenize(binding.text).slice(0, -1);
}

/** A type with the bindings put in; `readonly` when the argument was const. */
function substitute(type: CType, bindings: Bindings): { readonly type: CType; readonly readonly: boolean } {
  if (type.kind === "pointer") {
    const to = substitute(type.to, bindings);
    return { type: { ...type, to: to.type, readonly: type.readonly || to.readonly }, readonly: false };
  }
  if (type.kind !== "opaque") return { type, readonly: false };
  const whole = bindings.get(type.text)?.type;
  if (whole !== undefined) return whole;
  const tokens = tokenize(type.text).slice(0, -1);
  const text = joinTokens(tokens.flatMap((token) => replaceToken(token, bindings)));
  return { type: { kind: "opaque", text }, readonly: false };
}
