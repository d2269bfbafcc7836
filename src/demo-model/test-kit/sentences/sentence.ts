/** The meaning of a sentence, as a person would read it on Sunday 22 November 2026 (the day of the test). */
export interface Sentence {
  readonly say: string;
  /** The facts, in the names of the form `book-flight/search`; cities as city codes. Without `adults`, one adult is meant. */
  readonly facts: Readonly<Record<string, string | true>>;
  /** Facts that the sentence leaves open or says in two ways: acting on any of these is wrong. */
  readonly asks: readonly string[];
  /** Words that no field can hold. An answer that acts must name them. */
  readonly beyond: readonly string[];
}

/** A line each: `SENTENCE → name=value; flag | asks NAME, NAME | beyond WORDS / WORDS`. */
export function sentencesOf(table: string): Sentence[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [say = '', rest = ''] = line.split(' → ');
      const parts = rest.split(' | ');
      const after = (word: string, between: string): string[] =>
        parts
          .find((part) => part.startsWith(`${word} `))
          ?.slice(word.length + 1)
          .split(between) ?? [];
      const facts = parts.filter((part) => !/^(?:asks|beyond) /.test(part)).flatMap((part) => part.split('; '));
      return {
        say,
        facts: Object.fromEntries(
          facts.map((fact): [string, string | true] => {
            const [name = '', value] = fact.split('=');
            return [name, value ?? true];
          }),
        ),
        asks: after('asks', ', '),
        beyond: after('beyond', ' / '),
      };
    });
}
