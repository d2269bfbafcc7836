/** A transcript format of another program, recognised by content. */
import type { Usage } from '../../../../../shared/events.ts';
import type { ImportFormat } from '../../../../../shared/review.ts';
import type { ForeignMessage } from '../messages.ts';

/** Messages of role and parts, as OpenTelemetry's GenAI conventions and LangChain write them; a log of requests repeats them. */
const key = (message: ForeignMessage): string =>
  JSON.stringify([
    message.role,
    message.text.trim(),
    message.role === 'assistant' ? message.calls.map(({ name, arguments: given }) => [name, given]) : [],
  ]);

export interface Exchange {
  readonly asked: readonly ForeignMessage[];
  readonly answered: readonly ForeignMessage[];
  /** Messages of the conversation, without instructions, that `asked` continues; absent where it repeats them. */
  readonly omitted?: number | undefined;
}

interface ModelCall extends Exchange {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly model: string | undefined;
  /** For answers that do not have their own. */
  readonly usage: Usage | undefined;
}

/** A call of a model, whose times, model and usage become those of its messages. */
export function exchangeOf({ asked, answered, omitted, from, to, model, usage }: ModelCall): Exchange {
  return {
    asked: asked.map((one) => ({ ...one, ...(from === undefined ? {} : { at: from }) })),
    answered: answered.map((one) => ({
      ...one,
      ...(to === undefined ? {} : { at: to }),
      ...(one.role === 'assistant' && model !== undefined ? { model } : {}),
      ...(one.role === 'assistant' && one.usage === undefined && usage !== undefined ? { usage } : {}),
    })),
    omitted,
  };
}

/**
 * The conversation behind requests that each repeat what went before: what a request adds is appended, and its answer
 * with it. A request that begins again (another agent's, or after a compaction) adds what was not there yet.
 */
export function conversationOf(exchanges: readonly Exchange[]): ForeignMessage[] {
  let whole: ForeignMessage[] = [];
  const seen = new Set<string>();
  for (const { asked, answered, omitted } of exchanges) {
    if (omitted !== undefined) {
      whole = [...continued(whole, omitted, asked), ...answered];
      continue;
    }
    let at = 0;
    while (
      at < asked.length &&
      at < whole.length &&
      key(asked[at] as ForeignMessage) === key(whole[at] as ForeignMessage)
    ) {
      at += 1;
    }
    const isContinued = at === whole.length;
    for (const message of asked.slice(at)) {
      if (!isContinued && seen.has(key(message))) continue;
      seen.add(key(message));
      whole.push(message);
    }
    for (const message of answered) {
      seen.add(key(message));
      whole.push(message);
    }
  }
  return whole;
}

/** Leaves out what was removed in between; instructions replace those before. */
function continued(
  whole: readonly ForeignMessage[],
  omitted: number,
  asked: readonly ForeignMessage[],
): readonly ForeignMessage[] {
  const isSystem = ({ role }: ForeignMessage) => role === 'system';
  const [before, now] = [whole, asked].map((list) => list.filter(isSystem));
  const said = whole.filter((one) => !isSystem(one)).slice(0, omitted);
  const system = now?.length === 0 ? before : now;
  return [...(system ?? []), ...said, ...asked.filter((one) => !isSystem(one))];
}

export type FormatName = Exclude<ImportFormat, 'skilldeck'>;

export interface ForeignTranscript {
  readonly messages: readonly ForeignMessage[];
  readonly tools: readonly unknown[];
  readonly model: string | undefined;
  readonly title: string | undefined;
  readonly at: string | undefined;
  /** Content that is not in `messages`, by kind. */
  readonly leftOut: LeftOut;
}

export type Raw = Readonly<Record<string, unknown>>;

/** A file's JSON: one document, or one value a line. */
export interface Parsed {
  readonly values: readonly unknown[];
  readonly isLines: boolean;
}

export interface Format {
  readonly name: FormatName;
  recognises(parsed: Parsed): boolean;
  /** One for each conversation. @throws SkilldeckError `import-refused`, with the place in the file. */
  read(parsed: Parsed): readonly ForeignTranscript[];
}

export const isObject = (value: unknown): value is Raw =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const objectsIn = (values: readonly unknown[]): readonly Raw[] => values.filter(isObject);
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const countIn = (value: unknown): number => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0;
};

/** Counts what is left out, by kind. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  merge(other: LeftOut): void {
    for (const { what, count } of other.list()) this.add(what, count);
  }

  list(): { readonly what: string; readonly count: number }[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

/** Messages one after the other: parts of one answer that come apart are put together. */
export class Messages {
  readonly list: ForeignMessage[] = [];

  add(message: ForeignMessage): void {
    this.list.push(message);
  }

  /** Adds to an answer: another text, thought or call joins the last message where `joins` says that it belongs to it. */
  answer(given: Omit<Extract<ForeignMessage, { role: 'assistant' }>, 'role'>, joins: boolean): void {
    const last = this.list.at(-1);
    if (!joins || last?.role !== 'assistant') {
      this.list.push({ role: 'assistant', ...given });
      return;
    }
    const both = (a: string | undefined, b: string | undefined): string =>
      [a, b].filter((part) => part !== undefined && part !== '').join('\n');
    const reasoning = both(last.reasoning, given.reasoning);
    this.list[this.list.length - 1] = {
      ...last,
      ...given,
      at: last.at ?? given.at,
      text: both(last.text, given.text),
      calls: [...last.calls, ...given.calls],
      ...(reasoning === '' ? {} : { reasoning }),
      ...(given.usage === undefined && last.usage === undefined ? {} : { usage: given.usage ?? last.usage }),
    };
  }
}

/** Text of a content; of a part without one, its type. */
export function wordsOf(content: unknown, leftOut: LeftOut): string {
  if (typeof content === 'string') return content;
  return objectsIn(Array.isArray(content) ? content : [])
    .map((part) => {
      if (typeof part.text === 'string') return part.text;
      leftOut.add(String(part.type ?? 'part'));
      return `[${String(part.type ?? 'part')}]`;
    })
    .join('\n');
}
