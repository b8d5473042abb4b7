// Parses one `__global__` declaration into a signature: `template <typename T> __global__ void __launch_bounds__(256) f(T* x)`.

import type { KernelSignature, TypeTable } from "./ast.js";
import { annotate } from "./annotations.js";
import { closingIndex } from "./brackets.js";
import { parseParameters } from "./declarator.js";
import { joinTokens, type Token } from "./lexer.js";
import { Reader } from "./reader.js";
import type { FileDeclaration } from "./scan-declarations.js";
import type { SourceText } from "./source-text.js";
import { isReserved } from "./words.js";
import { parseTemplateList } from "./template-list.js";

/** The places of a kernel's name and parameter list among the tokens of its declaration. */
export interface KernelHead {
  readonly name: string;
  /** Its name with namespaces, `a::b::f`. */
  readonly qualifiedName: string;
  readonly nameToken: Token;
  readonly isExternC: boolean;
  /** The tokens between `template <` and `>`. */
  readonly template?: readonly Token[];
  /** The tokens from after the `(` to the end. */
  readonly list: readonly Token[];
  /** The parameters alone, with the closing parenthesis. */
  readonly parameterTokens: readonly Token[];
}

/** Attributes with an argument list that do not affect a function's type. */
const attributeWords: ReadonlySet<string> = new Set([
  "__launch_bounds__",
  "__cluster_dims__",
  "__block_size__",
  "__maxnreg__",
  "__attribute__",
  "__declspec",
  "__align__",
  "alignas",
  "noexcept",
  "requires",
  "explicit",
  "decltype",
]);
/** Words without arguments that do not change the signature, even in a conditional branch. */
const harmlessWords: ReadonlySet<string> = new Set([
  "static",
  "inline",
  "__forceinline__",
  "__noinline__",
  "constexpr",
]);

/** Whether a declaration is a kernel: it has `__global__` outside all brackets. Explicit instantiations do not count. */
export function isKernel(tokens: readonly Token[]): boolean {
  if (tokens[0]?.text === "template" && tokens[1]?.text !== "<") return false;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "punctuator") {
      if (token.text === "(") depth++;
      else if (token.text === ")") depth--;
    } else if (depth === 0 && token.text === "__global__") return true;
  }
  return false;
}

/** Finds the name of a kernel; throws a DeclarationError if there is none. */
export function readKernelHead(source: SourceText, declaration: FileDeclaration): KernelHead {
  const { tokens } = declaration;
  let template: readonly Token[] | undefined;
  let isExternC = declaration.isExternC;
  let conditions = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const after = tokens[at + 1];
    if (token.kind === "condition") {
      conditions += token.text === "if" ? 1 : token.text === "endif" ? -1 : 0;
      // A branch that began before the declaration ends here, so everything before is in that branch.
      if (conditions < 0) refuseConditional(source, tokens.slice(0, at));
      conditions = Math.max(conditions, 0);
    } else if (conditions > 0) refuseConditional(source, [token]);
    if (token.text === "extern" && after?.kind === "string") isExternC = after.text === '"C"';

    const isTemplate = token.text === "template" && after?.text === "<";
    const isAttribute = attributeWords.has(token.text) && after?.text === "(";
    const isName = token.kind === "identifier" && !attributeWords.has(token.text) && !isReserved(token.text);
    if (isName && (after?.text === "(" || after?.text === "<")) {
      const open = after.text === "<" ? bracketEnd(source, tokens, at + 1) : at + 1;
      if (tokens[open]?.text === "(" && isParameterList(tokens, open)) {
        return {
          ...readName(declaration, at, open),
          isExternC,
          ...(template && { template }),
          list: tokens.slice(open + 1),
          parameterTokens: tokens.slice(open + 1, Math.max(0, closingIndex(tokens, open))),
        };
      }
      at = tokens[open]?.text === "(" ? bracketEnd(source, tokens, open) : open;
    } else if (isTemplate) {
      const end = bracketEnd(source, tokens, at + 1);
      template = tokens.slice(at + 2, end - 1);
      at = end;
    } else if (isAttribute) at = bracketEnd(source, tokens, at + 1);
    else if (token.text === "(" || token.text === "[") at = bracketEnd(source, tokens, at);
    else at++;
  }
  const global = tokens.find((token) => token.text === "__global__") ?? tokens[0];
  const rule = "`__global__` must stand before a function with a name";
  throw source.error(global?.offset ?? 0, "CUTS_DECLARATION_SYNTAX", rule);
}

function refuseConditional(source: SourceText, tokens: readonly Token[]): void {
  const token = tokens.find(
    ({ text, kind }) => kind === "identifier" && !attributeWords.has(text) && !harmlessWords.has(text),
  );
  if (token === undefined) return;
  const rule = "what is declared here depends on an #if that cannot be decided from this text";
  throw source.error(
    token.offset,
    "CUTS_DECLARATION_UNSUPPORTED",
    rule,
    "give the macros it tests as `defines`",
  );
}

/**
 * Parses the parameters of a kernel; throws a DeclarationError if it cannot. `isElsewhere` tells whether a name in a length may be
 * a number that only the compiler knows.
 */
export function parseKernel(
  source: SourceText,
  head: KernelHead,
  types: TypeTable,
  isElsewhere: (name: string) => boolean,
): KernelSignature {
  const templateNames = new Set(
    parseTemplateList(head.template ?? []).flatMap((parameter) => parameter.name ?? []),
  );
  const reader = new Reader(source, head.list, { language: "cuda", types, templateNames });
  const read = { result: { kind: "void" }, parameters: parseParameters(reader) } as const;
  const { parameters } = annotate(source, read, head.parameterTokens, types, {
    hides: templateNames,
    isElsewhere,
  });
  const { name, qualifiedName, isExternC: externC, template, nameToken } = head;
  const first = template?.[0];
  const last = template?.at(-1);
  // `template <>` is a specialization, and no template any more.
  const text = first && last && source.text.slice(first.offset, last.end);
  const { line, column } = source.positionOf(nameToken.offset);
  return {
    name,
    qualifiedName,
    externC,
    ...(text !== undefined && { template: text }),
    parameters,
    line,
    column,
  };
}

/**
 * Whether the parentheses at `open` are the parameter list and not the arguments of a macro: only attributes may follow a parameter
 * list. Unclosed parentheses count as the parameter list, so that the error is about them.
 */
function isParameterList(tokens: readonly Token[], open: number): boolean {
  const end = closingIndex(tokens, open);
  if (end === -1) return true;
  const after = tokens[end];
  return after?.kind !== "identifier" || attributeWords.has(after.text) || after.text === "const";
}

function readName(
  declaration: FileDeclaration,
  at: number,
  open: number,
): Pick<KernelHead, "name" | "qualifiedName" | "nameToken"> {
  const { tokens, namespaces } = declaration;
  let first = at;
  while (tokens[first - 1]?.text === "::" && tokens[first - 2]?.kind === "identifier") first -= 2;
  const qualifiers = tokens.slice(first, at).filter((token) => token.kind === "identifier");
  // An explicit specialization, `template <> void f<float>(…)`, is known by its whole name.
  const name = joinTokens(tokens.slice(at, open));
  const qualifiedName = [...namespaces, ...qualifiers.map((token) => token.text), name].join("::");
  return { name, qualifiedName, nameToken: tokens[at] as Token };
}

function bracketEnd(source: SourceText, tokens: readonly Token[], open: number): number {
  const end = closingIndex(tokens, open);
  if (end !== -1) return end;
  const token = tokens[open] as Token;
  throw source.error(token.offset, "CUTS_DECLARATION_SYNTAX", `"${token.text}" must be closed`);
}
