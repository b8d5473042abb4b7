// thread_local in host code. For this target LLVM makes such a variable one that all threads share; here each use of it, as clang
// writes it in IR, becomes a call that gives the thread's own (include/cuts/program/threads.cpp).

const NAME = String.raw`@(?:"[^"]*"|[-\w$.]+)`;
const VARIABLE = new RegExp(String.raw`^(${NAME}) = (.*?)\bthread_local(?:\(\w+\))? (.*)$`, "gm");
const USE = new RegExp(
  String.raw`\b(?:tail )?call (?:[\w()]+ )*?ptr @llvm\.threadlocal\.address\.p0\(ptr (?:[\w()]+ )*?(${NAME})\)`,
  "g",
);
const LINKAGE = /\b(?:external|internal|linkonce_odr|linkonce|weak_odr|weak|common)\b/;

/** Whether a source, or a header of it, has variables of threads. */
export function hasThreadLocals(text: string): boolean {
  return /\b(?:thread_local|__thread|_Thread_local)\b/.test(text);
}

/** LLVM IR of host code in which each thread has its own variables. */
export function separateThreadLocals(ir: string): string {
  const record = "{ i64, i64, i64, ptr }";
  const records: string[] = [];
  const names = new Set<string>();
  const plain = ir.replaceAll(VARIABLE, (_, name: string, before: string, after: string) => {
    const linkage = LINKAGE.exec(before)?.[0] ?? "";
    const type = leadingType(after.replace(/^.*?\b(?:global|constant) /, ""));
    const size = `ptrtoint (ptr getelementptr (${type}, ptr null, i32 1) to i64)`;
    const alignment = /, align (\d+)/.exec(after)?.[1] ?? "16";
    const value = `{ i64 ${size}, i64 ${alignment}, i64 0, ptr ${name} }`;
    names.add(name);
    const isElsewhere = linkage === "external";
    records.push(`${recordOf(name)} = ${linkage} global ${record}${isElsewhere ? "" : ` ${value}`}`);
    return `${name} = ${before}${after}`;
  });
  if (records.length === 0) return ir;
  const used = plain.replaceAll(
    USE,
    (_, name: string) => `call ptr @__cuts_thread_local(ptr ${recordOf(name)})`,
  );
  return `${replaceMentions(used, names)}\n${records.join("\n")}\ndeclare ptr @__cuts_thread_local(ptr)\n`;
}

const ANY_NAME = new RegExp(NAME, "g");

// Where clang initialises and ends a variable it mentions it as if it were any other.
function replaceMentions(ir: string, names: ReadonlySet<string>): string {
  let count = 0;
  return ir
    .split("\n")
    .flatMap((line) => {
      const mentioned = line.startsWith("  ") ? (line.match(ANY_NAME) ?? []).filter((n) => names.has(n)) : [];
      if (mentioned.length === 0) return [line];
      const own = new Map([...new Set(mentioned)].map((name) => [name, `%cuts.own.${count++}`]));
      if (/\((?:[^()]* )?ptr @/.test(line.replace(/^.*?\bcall\b[^@]*@[^(]*\(/, "")))
        throw new Error(`internal: a thread-local variable is used in a constant expression: ${line}`);
      const calls = [...own].map(
        ([name, value]) => `  ${value} = call ptr @__cuts_thread_local(ptr ${recordOf(name)})`,
      );
      return [...calls, line.replaceAll(ANY_NAME, (name) => own.get(name) ?? name)];
    })
    .join("\n");
}

function recordOf(name: string): string {
  return `@"__cuts_thread_local.${name.slice(1).replaceAll('"', "")}"`;
}

/** The type that a text begins with. */
function leadingType(text: string): string {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if ("[{<(".includes(c)) depth++;
    else if ("]}>)".includes(c)) depth--;
    else if (depth === 0 && (c === " " || c === ",")) return text.slice(0, i);
  }
  return text;
}
