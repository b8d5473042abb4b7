import { describe, expect, it } from "vitest";
import { HostLines, withLongLines } from "./host-lines.js";

const tag = /\[\d+,(\d+)\]<std(?:out|err)>:/;
// As sed writes it.
const mark = /s\/\^\/([^/]+)\//.exec(withLongLines(["true"])[2] ?? "")?.[1] ?? "";

describe("lines of ranks on other machines", () => {
  it("are whole, whatever mpirun has mixed", () => {
    const lines = new HostLines(tag);
    expect(lines.take(`[1,0]<stdout>:${mark}one`)).toEqual(["[0] one"]);
    // Cut in the middle of a line and of what is before it.
    expect(
      lines.take(
        `[1,0]<stdout>:${mark}tw[1,1]<stdout>:${mark}[1,2]<stdout>:${mark.slice(0, 9)}[1,1]<stdout>:three`,
      ),
    ).toEqual(["[1] three"]);
    expect(lines.take("[1,0]<stdout>:o")).toEqual(["[0] two"]);
    expect(lines.take(`[1,2]<stdout>:${mark.slice(9)}four [1,x] ${mark}`)).toEqual([
      `[2] four [1,x] ${mark}`,
    ]);
    expect(lines.take(`[1,3]<stderr>:${mark}`)).toEqual(["[3] "]);
    expect(lines.rest()).toEqual([]);
  });

  it("are given at the end where they have none, and as they are without sed", () => {
    const lines = new HostLines(tag);
    expect(lines.take(`[1,0]<stdout>:${mark}no end[1,1]<stdout>:plain`)).toEqual(["[1] plain"]);
    expect(lines.take("mpirun says this")).toEqual(["mpirun says this"]);
    expect(lines.rest()).toEqual(["[0] no end"]);
  });

  it("become at most twice as long by what Open MPI puts before them", () => {
    expect(mark.length + 1).toBeGreaterThan("[65535,999999]<stdout>:".length);
  });
});
