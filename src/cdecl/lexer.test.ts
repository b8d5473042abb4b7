import { describe, expect, it } from "vitest";
import { joinTokens, tokenize } from "./lexer.js";

/** Kinds and texts, without the end token. */
function read(text: string): string[] {
  return tokenize(text)
    .slice(0, -1)
    .map((token) => `${token.kind} ${token.text}`);
}

describe("tokenize", () => {
  it("reads words, numbers and signs", () => {
    expect(read("float4 a_1[16u], $x;")).toEqual([
      "identifier float4",
      "identifier a_1",
      "punctuator [",
      "number 16u",
      "punctuator ]",
      "punctuator ,",
      "identifier $x",
      "punctuator ;",
    ]);
    expect(read("1'000'000 0x1Fu .5f 1e-3 1.5E+10")).toEqual([
      "number 1'000'000",
      "number 0x1Fu",
      "number .5f",
      "number 1e-3",
      "number 1.5E+10",
    ]);
  });

  it("joins signs of two and three characters, and never `>>`", () => {
    expect(read("a::b -> c ... << <= == != && || ## >> >=").filter((one) => one.startsWith("p"))).toEqual(
      ["::", "->", "...", "<<", "<=", "==", "!=", "&&", "||", "##", ">", ">", ">", "="].map(
        (sign) => `punctuator ${sign}`,
      ),
    );
  });

  it("passes comments, and sees none inside strings", () => {
    expect(read("a // b\nc /* d\n e */ f")).toEqual(["identifier a", "identifier c", "identifier f"]);
    expect(read('"// no" "/* no */"')).toEqual(['string "// no"', 'string "/* no */"']);
    expect(read("a // continued \\\n b\nc")).toEqual(["identifier a", "identifier c"]);
  });

  it("reads strings and characters with escapes and prefixes", () => {
    expect(read(String.raw`"a\"b" L"x" u8"y" '\'' u'z' '"'`)).toEqual([
      String.raw`string "a\"b"`,
      'string L"x"',
      'string u8"y"',
      String.raw`character '\''`,
      "character u'z'",
      `character '"'`,
    ]);
  });

  it("reads raw strings with quotes, parentheses and line breaks in them", () => {
    expect(read('R"(a"b)" c')).toEqual(['string R"(a"b)"', "identifier c"]);
    expect(read('R"x(a)" \n __global__)x" c')).toEqual(['string R"x(a)" \n __global__)x"', "identifier c"]);
    expect(read('LR"(\\)" c')).toEqual(['string LR"(\\)"', "identifier c"]);
  });

  it("makes one token of a preprocessor line, with its continuations and comments", () => {
    expect(read("#define A(x) \\\n  x\nb")).toEqual(["directive #define A(x) \\\n  x", "identifier b"]);
    expect(read("  # if 1 /* two\n lines */ + 1\nb")).toEqual([
      "directive # if 1 /* two\n lines */ + 1",
      "identifier b",
    ]);
    expect(read("#error don't \"stop\nb")).toEqual(["directive #error don't \"stop", "identifier b"]);
    expect(read("a # b")).toEqual(["identifier a", "punctuator #", "identifier b"]);
  });

  it("joins a word that a continuation splits, with \\n and \\r\\n", () => {
    expect(read("flo\\\nat x\\\r\n y")).toEqual(["identifier float", "identifier x", "identifier y"]);
  });

  it("says what is wrong with what is no token, and goes on", () => {
    const problems = (text: string) => tokenize(text).flatMap((token) => token.problem ?? []);
    expect(problems("a @ b")).toEqual(['"@" is no sign of C']);
    expect(problems("a /* b")).toEqual(["a comment that begins with /* must end with */"]);
    expect(problems('"a\nb')).toEqual(['a literal that begins with " must end on its line']);
    expect(problems('R"(a')).toEqual(['a raw string must end with )" and its delimiter']);
    expect(read('"a\nb').at(-1)).toBe("identifier b");
  });

  it("knows where each token stands and whether it is glued to the one before", () => {
    const [a, b, c] = tokenize("ab +c");
    expect([a?.offset, a?.end, b?.offset, b?.glued, c?.glued]).toEqual([0, 2, 3, false, true]);
  });
});

describe("joinTokens", () => {
  it("spaces words and commas only", () => {
    expect(joinTokens(tokenize("pair< unsigned   int ,3 > *"))).toBe("pair<unsigned int, 3>*");
  });
});
