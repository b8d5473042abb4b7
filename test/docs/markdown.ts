// Reads what can be checked out of Markdown text: fenced code blocks and links. Enough for our own pages, no more.

/** A fenced code block. */
export interface CodeBlock {
  /** The first word after the fence: "ts", "sh"; empty when there is none. */
  readonly language: string;
  /** The words that follow: "run", "check". */
  readonly marks: readonly string[];
  /** The line of the opening fence, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The fenced code blocks of a page, in order; throws if one is not closed. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { readonly fence: string; readonly info: readonly string[]; readonly line: number } | undefined;
  let body: string[] = [];
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open === undefined) {
      const [, fence, info = ""] = /^(```+)(.*)$/.exec(line) ?? [];
      if (fence !== undefined) open = { fence, info: info.trim().split(/\s+/), line: index + 1 };
    } else if (line.trim() === open.fence) {
      const [language = "", ...marks] = open.info;
      blocks.push({ language, marks, line: open.line, text: body.join("\n") });
      open = undefined;
      body = [];
    } else {
      body.push(line);
    }
  }
  if (open !== undefined) throw new Error(`the code block at line ${open.line} is not closed`);
  return blocks;
}

/** The targets of links to other files of the repository, without their anchors. */
export function localLinks(markdown: string): readonly string[] {
  // Code may look like a link: `kernel[grid, block](x)`.
  const prose = markdown.replace(/^```[^]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .map((target) => target.replace(/#.*/, ""));
}

/** What a program says it prints: the text behind each "// → ", in order. */
export function promisedOutput(code: string): readonly string[] {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text = ""]) => text.trimEnd());
}
