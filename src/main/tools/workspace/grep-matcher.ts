/** One pattern over one file's text. Shared by our own search and its tests; no disk. */
export interface LineMatch {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** A leading `(?i)` ignores case. @throws SyntaxError naming the fault. */
export function compilePattern(pattern: string): RegExp {
  const insensitive = pattern.startsWith('(?i)');
  const source = insensitive ? pattern.slice(4) : pattern;
  const flags = insensitive ? 'i' : '';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Escapes such as `\-` are faults under `u` only.
    return new RegExp(source, flags);
  }
}

/** Lines that match, up to `limit`. A binary file (a NUL in it) has none. */
export function matchLines(content: Buffer, pattern: RegExp, limit: number): LineMatch[] {
  if (content.includes(0)) return [];
  const matches: LineMatch[] = [];
  const lines = content.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, raw] of lines.entries()) {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (pattern.test(text)) matches.push({ line: index + 1, text });
    if (matches.length >= limit) break;
  }
  return matches;
}
