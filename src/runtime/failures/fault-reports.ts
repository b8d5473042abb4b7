// The fault pages of one stream with launches whose reports were not read yet. Waiting for the stream reads them.

import { allOf, type DeferredErrors, type Report } from "./deferred-errors.js";

const none: DeferredErrors = [];

export class FaultReports {
  #reports: Report[] = [];

  add(report: Report): void {
    this.dropRead();
    this.#reports.push(report);
  }

  /** Removes the pages that were read completely. */
  dropRead(): void {
    if (this.#reports.length > 0) this.#reports = this.#reports.filter((one) => one.isDue);
  }

  /** The newest report that passes the test. */
  findLast<R extends Report>(isOfKind: (report: Report) => report is R): R | undefined {
    return this.#reports.findLast(isOfKind);
  }

  /** The deferred errors that a wait for all work so far must check. */
  due(): DeferredErrors {
    return this.#reports.length === 0 ? none : allOf(this.#reports.filter((report) => report.isDue));
  }

  /** Removes all pages, because their memory or the stream is gone. */
  forget(): void {
    this.#reports = [];
  }
}
