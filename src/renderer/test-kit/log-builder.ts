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

const part = (kind: TokenPart['kind'], label: string, tokens: number, reason: string): TokenPart => ({
  kind,
  label,
  tokens,
  reason,
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
  const parts = [
    part('base', 'base prompt', 612, 'how the agent works'),
    part('tools', 'tool list', 148, 'names the tools on offer'),
    part('catalog', '5 skills', 431, 'name and description of each skill, so that the model can choose'),
  ];
  if (sizes.skill !== undefined)
    parts.push(part('skill', 'book-flight', sizes.skill, 'loaded by the agent at event 9'));
  if (sizes.reference !== undefined) {
    parts.push(part('reference', 'book-flight - reference.md', sizes.reference, 'loaded at event 30'));
  }
  parts.push(part('tools', '9 tool definitions', 1_236, 'names, descriptions and parameters of the tools'));
  parts.push(part('user', 'user × 3', sizes.user, 'the conversation so far'));
  if (sizes.assistant !== undefined)
    parts.push(part('assistant', 'assistant × 4', sizes.assistant, 'the conversation so far'));
  if (sizes.toolResult !== undefined) {
    parts.push(part('tool-result', 'run_command × 2', sizes.toolResult, 'the conversation so far'));
  }
  return table(parts, sizes.max);
}
