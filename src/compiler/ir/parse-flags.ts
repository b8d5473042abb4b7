// Reads the words between an instruction and its first operand, and lists of attributes.

import type { Cursor } from "./cursor.js";

const FLAGS: ReadonlySet<string> = new Set(
  (
    "nuw nsw exact disjoint nneg samesign inbounds nusw inrange " +
    "fast nnan ninf nsz arcp contract afn reassoc"
  ).split(" "),
);

const none: readonly string[] = [];
/** Flags come in few combinations, so that most instructions share their lists. */
const lists = new Map<string, readonly string[]>();

/** Flags of arithmetic, addresses and calls, in order. */
export function parseFlags(c: Cursor): readonly string[] {
  let word = c.peekWord();
  if (!FLAGS.has(word)) return none;
  const found: string[] = [];
  for (; FLAGS.has(word); word = c.peekWord()) {
    c.at += word.length;
    // `inrange(-16, 8)` of constant addresses.
    found.push(c.text[c.at] === "(" ? `${word}${c.bracket()}` : word);
  }
  const key = found.join(" ");
  const known = lists.get(key);
  if (known !== undefined) return known;
  lists.set(key, found);
  return found;
}

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "zeroext signext noext inreg byval byref preallocated inalloca sret elementtype align noalias captures nocapture nofree nest returned nonnull " +
    "dereferenceable dereferenceable_or_null swiftself swiftasync swifterror immarg noundef nofpclass alignstack allocalign allocptr " +
    "readnone readonly writeonly writable initializes dead_on_unwind dead_on_return range " +
    // Of functions and calls.
    "allockind allocsize alwaysinline builtin cold convergent coro_elide_safe coro_only_destroy_when_complete disable_sanitizer_instrumentation " +
    "fn_ret_thunk_extern hot hybrid_patchable inlinehint jumptable memory minsize mustprogress naked nobuiltin nocallback nocf_check " +
    "nocreateundeforpoison nodivergencesource noduplicate noimplicitfloat noinline nomerge nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage " +
    "nosync nounwind null_pointer_is_valid optdebug optforfuzzing optnone optsize presplitcoroutine returns_twice safestack sanitize_address " +
    "sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread " +
    "sanitize_type shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp uwtable vscale_range willreturn"
  ).split(" "),
);

/** The attributes that come next: words, with their brackets, groups `#n` and texts in quotes. */
export function parseAttributes(c: Cursor): readonly string[] {
  let found: string[] | undefined;
  for (let one = attribute(c); one !== undefined; one = attribute(c)) (found ??= []).push(one);
  return found ?? none;
}

function attribute(c: Cursor): string | undefined {
  const first = c.peek();
  if (first === "#") {
    c.at++;
    return `#${c.word()}`;
  }
  const start = c.at;
  if (first === '"') {
    c.quoted();
    if (c.text[c.at] === "=") {
      c.at++;
      c.quoted();
    }
    return c.text.slice(start, c.at);
  }
  const word = c.peekWord();
  if (!ATTRIBUTES.has(word)) return undefined;
  c.at += word.length;
  if (c.text[c.at] === "(") c.bracket();
  else if (c.text[c.at] === "=") {
    c.at++;
    c.word();
  } else if (word === "align" || word === "alignstack") c.number();
  return c.text.slice(start, c.at);
}
