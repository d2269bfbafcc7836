/** A transcript format of another program, recognised by content. */
import type { ImportFormat } from '../../../../../shared/review.ts';
import type { ForeignMessage } from '../messages.ts';

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
