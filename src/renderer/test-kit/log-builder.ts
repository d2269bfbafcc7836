import type { EventBody, KnownEvent, TokenPart, TokenTable } from '../../shared/events.ts';

export const SHA = 'a3f1c2d4e5b60718293a4b5c6d7e8f90a3f1c2d4e5b60718293a4b5c6d7e8f90';

/** Writes a session's events by hand: `seq` and time are filled in, two seconds apart. */
export class LogBuilder {
  readonly events: KnownEvent[] = [];
  readonly session: string;
  #at: number;

  constructor(session: string, start: string) {
    this.session = session;
    this.#at = Date.parse(start);
  }

  add(...bodies: readonly EventBody[]): this {
    for (const body of bodies) {
      this.#at += 2_000;
      this.events.push({
        v: 1,
        seq: this.events.length + 1,
        at: new Date(this.#at).toISOString(),
        session: this.session,
        ...body,
      });
    }
    return this;
  }
}

const table = (parts: readonly TokenPart[], max = 128_000): TokenTable => ({
  total: parts.reduce((sum, part) => sum + part.tokens, 0),
  max,
  parts: [...parts],
  encoding: 'o200k_base',
});

export interface PartSizes {
  readonly skill?: number;
  readonly reference?: number;
  readonly user: number;
  readonly assistant?: number;
  readonly toolResult?: number;
  readonly max?: number;
}

/** A request's token table in the shape that the core's `context/` makes. */
export function requestTable(sizes: PartSizes): TokenTable {
  const { skill, reference, user, assistant, toolResult } = sizes;
  const row = (tokens: number | undefined, part: Omit<TokenPart, 'tokens'>): TokenPart[] =>
    tokens === undefined ? [] : [{ ...part, tokens }];
  const fly = { skill: 'book-flight', label: 'book-flight' };
  const read = { skill: 'book-flight', path: 'reference.md', label: 'book-flight - reference.md' };
  const parts = [
    ...row(612, { kind: 'base', label: 'base', reason: 'base' }),
    ...row(1_384, { kind: 'tools', label: 'tools', reason: 'tool', count: 9 }),
    ...row(431, { kind: 'catalog', label: 'catalog', reason: 'catalog', count: 5 }),
    ...row(skill, { kind: 'skill', ...fly, reason: 'loaded-by-agent', event: 9 }),
    ...row(reference, { kind: 'reference', ...read, reason: 'reference', event: 30 }),
    ...row(user, { kind: 'user', label: 'user', reason: 'conversation', count: 3 }),
    ...row(assistant, { kind: 'assistant', label: 'assistant', reason: 'conversation', count: 4 }),
    ...row(toolResult, { kind: 'tool-result', label: 'run_command', reason: 'conversation', count: 2 }),
  ];
  return table(parts, sizes.max);
}
