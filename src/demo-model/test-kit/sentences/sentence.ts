/** What a sentence says, as a person would read it on Sunday 22 November 2026 (the day of the test). */
export interface Sentence {
  readonly say: string;
  /** The facts, in the names of the form `book-flight/search`; cities as city codes. Without `adults`, one adult is meant. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Facts that the sentence leaves open or says in two ways: acting on any of these is wrong. */
  readonly asks?: readonly string[];
  /** Words that no field can hold. An answer that acts must name them. */
  readonly beyond?: readonly string[];
}
