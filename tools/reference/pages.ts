// The reference as Markdown: one page a topic, from the exports and their doc comments.

import type { Documented, Export } from "./surface.js";

/** A page of the reference. */
export interface ReferencePage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Where names go: the first whose pattern fits the file that declares them. */
const topics: readonly { readonly name: string; readonly title: string; readonly files: RegExp }[] = [
  { name: "errors", title: "Errors", files: /^src\/core\/error/ },
  {
    name: "native-libraries",
    title: "Native libraries",
    files: /^src\/(ffi\/|cdecl\/types\/native-pointer)/,
  },
  {
    name: "devices",
    title: "Devices, streams, events, graphs",
    files: /^src\/(backend\/(?!check)|runtime\/(devices|order|graphs))/,
  },
  {
    name: "machine",
    title: "The machine and the cache",
    files: /^src\/(doctor|compiler\/cache|core\/text)/,
  },
  { name: "lifetimes", title: "Lifetimes", files: /^src\/runtime\/lifetimes/ },
  { name: "kernels", title: "Kernels, modules, pinned memory", files: /^src\/(runtime|cdecl)/ },
  { name: "programs", title: "Whole programs", files: /^src\/program/ },
  { name: "ndarray", title: "NDArray", files: /^src\/array\/(ndarray|methods|access|nest)/ },
  { name: "elementwise", title: "Element-wise functions", files: /^src\/array\/elementwise/ },
  { name: "linalg", title: "Linear algebra", files: /^src\/array\/linalg/ },
  { name: "reductions", title: "Reductions and sorting", files: /^src\/array\/(reduction|order)/ },
  {
    name: "indexing",
    title: "Indexing and joining",
    files: /^src\/array\/(indexing|joining|slices|views|view)/,
  },
  {
    name: "signals",
    title: "Fourier transforms, convolutions, random numbers",
    files: /^src\/array\/(fft|convolution|random)/,
  },
  { name: "arrays", title: "Making arrays, dtypes, files", files: /^src\/(array|core)/ },
  { name: "exchange", title: "Exchange", files: /^src\/interop/ },
  { name: "operators", title: "Operators, gradients, fusion", files: /^src\/ops/ },
  { name: "checks", title: "Checks", files: /^src\/(check|backend\/check)/ },
  { name: "building", title: "Native code from source, packages", files: /^src\/(build|compiler)/ },
];

/** The pages, in order, with an index first. */
export function referencePages(surface: readonly Export[]): readonly ReferencePage[] {
  const byTopic = groupByTopic(surface);
  const pages = topics
    .filter(({ name }) => byTopic.has(name))
    .map(({ name, title }) => ({ name, title, text: pageOf(title, byTopic.get(name) ?? []) }));
  return [{ name: "index", title: "Reference", text: indexOf(byTopic) }, ...pages];
}

function groupByTopic(surface: readonly Export[]): Map<string, Export[]> {
  const groups = new Map<string, Export[]>();
  for (const one of surface) {
    const topic = topics.find(({ files }) => files.test(one.file));
    if (topic === undefined) throw new Error(`no topic of the reference has ${one.name} of ${one.file}`);
    const group = groups.get(topic.name);
    if (group === undefined) groups.set(topic.name, [one]);
    else group.push(one);
  }
  return groups;
}

function indexOf(byTopic: ReadonlyMap<string, readonly Export[]>): string {
  const sections = topics.flatMap(({ name, title }) => {
    const names = (byTopic.get(name) ?? []).filter(({ isValue }) => isValue);
    const links = names.map((one) => `[\`${one.name}\`](${name}.md#${one.name})`);
    return [`## [${title}](${name}.md)`, links.join(" · ")];
  });
  return [
    "# Reference",
    'Every name that `import * as cu from "cuts"` has, from the doc comments of the code. Guides are in [the index](../index.md).',
    ...sections,
    "",
  ].join("\n\n");
}

function pageOf(title: string, exports: readonly Export[]): string {
  const values = exports.filter(({ isValue }) => isValue);
  const types = exports.filter(({ isValue }) => !isValue);
  return [
    `# ${title}`,
    ...values.flatMap(sectionOf),
    ...(types.length > 0 && values.length > 0 ? ["## Types"] : []),
    ...types.flatMap(sectionOf),
    "",
  ].join("\n\n");
}

function sectionOf(one: Export): readonly string[] {
  return [
    `### ${one.name} {#${one.name}}`,
    ...bodyOf(one),
    ...one.members.flatMap((member) => memberOf(one.name, member)),
  ];
}

function memberOf(owner: string, member: Documented): readonly string[] {
  return [`#### .${member.name} {#${owner}.${member.name}}`, ...bodyOf(member)];
}

function bodyOf({ signatures, text, throws, examples }: Documented): readonly string[] {
  return [
    ...(signatures.length === 0 ? [] : [fenced(signatures.join(";\n"))]),
    ...(text === "" ? [] : [prose(text)]),
    ...throws.map((what) => `Throws: ${prose(what)}`),
    ...examples.map(fenced),
  ];
}

// Not `ts`: those are programs, which the tests run.
function fenced(code: string): string {
  return `\`\`\`typescript\n${code}\n\`\`\``;
}

/** Doc comments as the site takes them: links are code, and what looks like a tag or a template of Vue is text. */
function prose(text: string): string {
  return text
    .replace(/\{@link ([^}]*)\}/g, "`$1`")
    .split(/(`+[^`]*`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;"),
    )
    .join("")
    .trim();
}
