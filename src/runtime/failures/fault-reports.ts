// The fault pages of one stream that were not read yet. Waiting for the stream reads them.

import { allOf, type DeferredErrors, type Report } from "./deferred-errors.js";

const none: DeferredErrors = [];

export class FaultReports {
  #reports: Report[] = [];

  add(report: Report): void {
    this.dropRead();
    this.#reports.push(report);
  }

  /** Those that were looked at are nobody's any more. */
  dropRead(): void {
    if (this.#reports.length > 0) this.#reports = this.#reports.filter((one) => one.isDue);
  }

  /** The report of some kind that was added last. */
  findLast<R extends Report>(isOfKind: (report: Report) => report is R): R | undefined {
    return this.#reports.findLast(isOfKind);
  }

  /** What a wait for all work so far must look at. */
  due(): DeferredErrors {
    return this.#reports.length === 0 ? none : allOf(this.#reports.filter((report) => report.isDue));
  }

  /** The memory is gone, or the stream is. */
  forget(): void {
    this.#reports = [];
  }
}
