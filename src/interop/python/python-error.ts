// An exception of Python as a JavaScript error.

import { CutsError } from "../../core/errors.js";

/** An exception of Python. Its message ends with Python's own traceback. */
export class PythonError extends CutsError {
  /** The class of the exception: `ValueError`, `torch.cuda.OutOfMemoryError`. */
  readonly pythonType: string;
  /** The result of `str(exception)`. */
  readonly pythonMessage: string;
  /** The traceback, as Python prints it. */
  readonly traceback: string;

  constructor(pythonType: string, pythonMessage: string, traceback: string, options?: ErrorOptions) {
    super("CUTS_PYTHON_ERROR", `${pythonType}: ${pythonMessage}\n${traceback}`, options);
    this.pythonType = pythonType;
    this.pythonMessage = pythonMessage;
    this.traceback = traceback;
  }
}
