// Parses the subscripts of einsum: "ij,jk->ik". A letter names an axis, and "..." stands for all axes without a name. Without
// "->", the result has the axes of "...", followed by the letters that occur once, in alphabetical order.

import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, type Shape } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";

/** An axis: a letter, or "0", "1"… for the axes of "...", counted from the last. */
export type Label = string;

/** The parsed subscripts. */
export interface Subscripts {
  /** The axes of each operand, in order; a letter may come more than once. */
  readonly inputs: readonly (readonly Label[])[];
  readonly output: readonly Label[];
  readonly sizes: ReadonlyMap<Label, number>;
}

/** Parses subscripts for operands of these shapes. @throws TypeError or RangeError `CUTS_EINSUM`. */
export function readSubscripts(text: string, shapes: readonly Shape[]): Subscripts {
  if (typeof text !== "string") refuse(text, 'subscripts must be text such as "ij,jk->ik"');
  const bare = text.replaceAll(/\s/g, "");
  const [left = "", right, ...more] = bare.split("->");
  if (more.length > 0) refuse(text, "there must be one -> at most");
  const terms = left.split(",");
  if (terms.length !== shapes.length)
    refuse(text, `there must be a term for each operand (got ${terms.length} for ${shapes.length} operands)`);
  const inputs = terms.map((term, index) => labelsOf(text, term, (shapes[index] as Shape).length));
  const hidden = inputs.flat().filter((label) => isHidden(label));
  const rank = Math.max(0, ...hidden.map((label) => Number(label) + 1));
  const output = right === undefined ? implied(inputs, rank) : labelsOf(text, right, undefined, rank);
  checkOutput(text, output, new Set(inputs.flat()));
  return { inputs, output, sizes: sizesOf(text, inputs, shapes) };
}

function isHidden(label: Label): boolean {
  return label >= "0" && label <= "9";
}

/** The labels of one term; `axes` is how many an operand has, `rank` how many "..." stands for where that is not known. */
function labelsOf(text: string, term: string, axes: number | undefined, rank = 0): Label[] {
  const match = /^([A-Za-z]*)(\.\.\.)?([A-Za-z]*)$/.exec(term);
  if (match === null) refuse(text, `a term has letters and one "..." at most (got ${formatValue(term)})`);
  const [, before = "", dots, after = ""] = match;
  const named = before.length + after.length;
  if (axes !== undefined && (dots === undefined ? named !== axes : named > axes))
    refuse(text, `a term names every axis of its operand (got ${formatValue(term)} for ${axes} axes)`);
  const count = dots === undefined ? 0 : axes === undefined ? rank : axes - named;
  const hidden = Array.from({ length: count }, (_, index) => String(count - 1 - index));
  return [...before.split(""), ...hidden, ...after.split("")];
}

function implied(inputs: readonly (readonly Label[])[], rank: number): Label[] {
  const all = inputs.flat();
  const once = [...new Set(all)].filter(
    (label) => !isHidden(label) && all.indexOf(label) === all.lastIndexOf(label),
  );
  const hidden = Array.from({ length: rank }, (_, index) => String(rank - 1 - index));
  return [...hidden, ...once.toSorted((a, b) => (a < b ? -1 : 1))];
}

function checkOutput(text: string, output: readonly Label[], known: ReadonlySet<Label>): void {
  const unknown = output.find((label) => !known.has(label));
  if (unknown !== undefined)
    refuse(text, `the result can only have axes of operands (got ${formatValue(unknown)})`);
  if (new Set(output).size !== output.length) refuse(text, "the result names an axis once");
  const left = [...known].find((label) => isHidden(label) && !output.includes(label));
  if (left !== undefined) refuse(text, 'the result must have the axes of "..."');
}

function sizesOf(
  text: string,
  inputs: readonly (readonly Label[])[],
  shapes: readonly Shape[],
): ReadonlyMap<Label, number> {
  const sizes = new Map<Label, number>();
  for (const [index, labels] of inputs.entries()) {
    for (const [axis, label] of labels.entries()) {
      const size = (shapes[index] as Shape)[axis] as number;
      const before = sizes.get(label) ?? 1;
      if (before !== 1 && size !== 1 && size !== before) {
        throw new ArgumentRangeError(
          "CUTS_EINSUM",
          `Cannot compute einsum(${formatValue(text)}): axes of one name must be of one size or 1 (got ${before} and ${size} for ${label}, in shapes ${shapes.map(formatShape).join(" and ")})`,
        );
      }
      sizes.set(label, before === 1 ? size : before);
    }
  }
  return sizes;
}

function refuse(text: unknown, rule: string): never {
  throw new ArgumentTypeError("CUTS_EINSUM", `Cannot compute einsum(${formatValue(text)}): ${rule}`);
}
