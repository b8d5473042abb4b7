import { describe, expect, it } from "vitest";
import { joinLaunchBrackets } from "./launch-brackets.js";

describe("joinLaunchBrackets", () => {
  it("joins brackets with spaces and keeps every column behind them", () => {
    expect(joinLaunchBrackets("k << < n, dim3(1, 2) >> > (x);")).toBe("k <<<  n, dim3(1, 2) >>>  (x);");
    expect(joinLaunchBrackets("k<float> <<\n< a >>>(x);")).toBe("k<float> <<<\n a >>>(x);");
    expect(joinLaunchBrackets("k<<<a >> 1, b >> >(x);")).toBe("k<<<a >> 1, b >>> (x);");
  });

  it("leaves what is no such launch", () => {
    for (const text of [
      "k<<<a, b>>>(x);",
      "std::vector<std::pair<int, A<B>> > v(3);",
      "friend S& operator<< <T>(S&); A<B<C<int>> > (x);",
      "int a = 1 << b; A<B<C<1>> > (x);",
    ])
      expect(joinLaunchBrackets(text)).toBe(text);
  });
});
