/**
 * The source of a pattern whose small letters match capitals too, as one group; escapes, classes and names of groups stay.
 * For a part of a pattern, as Node 22 has no `(?i:…)`, and that of V8 fails to match once a process has many patterns.
 */
export const anyCase = (source: string): string =>
  `(?:${source.replace(/\\p\{[^}]*\}|\\.|\[[^\]]*\]|\(\?<\w+>|\p{Ll}/gu, bothCases)})`;

function bothCases(part: string): string {
  const capital = part.toUpperCase();
  return part.length === 1 && capital.length === 1 && capital !== part ? `[${part}${capital}]` : part;
}
