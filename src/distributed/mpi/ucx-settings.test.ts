import { expect, it } from "vitest";
import { leaveFaults } from "./ucx-settings.js";

it("leaves faults to the process, unless the user has said something", () => {
  const [plain, told]: Record<string, string | undefined>[] = [{}, { UCX_HANDLE_ERRORS: "bt" }];
  for (const environment of [plain, told]) leaveFaults(environment ?? {});
  expect([plain, told]).toEqual([{ UCX_HANDLE_ERRORS: "none" }, { UCX_HANDLE_ERRORS: "bt" }]);
});
