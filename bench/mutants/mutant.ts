/** A small fault put into the product on purpose: a test has to notice it. */
export interface Mutant {
  /** Module and number. */
  readonly id: string;
  /** Below the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Effect that a user would see. */
  readonly fault: string;
  /** Files or folders of tests that should notice; `skills/…` runs Python tests: a folder's, or one file. */
  readonly tests: readonly string[];
  /** Reason why no test can notice it, where that is so. */
  readonly equivalent?: string;
}
