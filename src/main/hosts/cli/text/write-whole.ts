import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type ApprovalFacts, factLines } from '../../../../shared/approvals.ts';
import { cardLines } from '../../../../shared/cards/card.ts';
import { parseCard } from '../../../../shared/cards/registry.ts';
import { lazily } from '../../../../shared/defined.ts';
import { messageOf } from '../../../../shared/errors.ts';
import type { Delta, EventOf, SessionEvent } from '../../../../shared/events.ts';
import { type Compared, comparedLines } from '../../../../shared/forms/compared.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { type CommandContext, printJson } from '../command.ts';
import { EXIT, type GlobalOptions, TerminalError } from '../run-options.ts';
import { oneLine, visible } from './visible.ts';

// Columns on a terminal, where Chinese characters and emoji take two.

/** East Asian Wide and Fullwidth (Unicode TR 11), by block. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const NONE = /^[\p{Mn}\p{Me}\p{Cf}]/u;
const segmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
/** Each is a column wide. */
const PLAIN = /^[\x20-\x7E]*$/;

function graphemeWidth(grapheme: string): number {
  if (NONE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes('\uFE0F') ? 2 : 1;
}

export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += graphemeWidth(segment);
  return width;
}

function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return side === 'left' ? text + space : space + text;
}

/** Cuts to `width` columns, with … in the last where something was cut. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter().segment(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…`;
}

export interface WholeFile {
  write(content: string | Uint8Array): void;
  /** Puts it in its place. */
  close(): void;
  /** Takes away what was not put in its place; safe to call afterwards. */
  dispose(): void;
}

/** Replaces a file atomically; readable by its owner alone, like the data folder. */
export function wholeFile(file: string, { words }: Pick<CommandContext, 'words'>): WholeFile {
  const fresh = `${file}.${process.pid}.part`;
  let descriptor: number | undefined;
  const dispose = (): void => {
    if (descriptor === undefined) return;
    closeSync(descriptor);
    descriptor = undefined;
    rmSync(fresh, { force: true });
  };
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      dispose();
      rmSync(fresh, { force: true });
      throw new TerminalError('home-unusable', words.export.cannotWrite(file, messageOf(error)), { cause: error });
    }
  };
  return {
    write: (content) =>
      explained(() => {
        descriptor ??= openSync(fresh, 'wx', 0o600);
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
      }),
    close: () =>
      explained(() => {
        descriptor ??= openSync(fresh, 'wx', 0o600);
        closeSync(descriptor);
        descriptor = undefined;
        renameSync(fresh, file);
      }),
    dispose,
  };
}

/** The same of what is there at once. */
export function writeWhole(file: string, content: string | Uint8Array, context: Pick<CommandContext, 'words'>): void {
  const whole = wholeFile(file, context);
  whole.write(content);
  whole.close();
}

/** Aligned columns for a person; scripts take `--json`. */
interface Figures {
  readonly title: string;
  readonly align: 'right';
}
export type Column = string | Figures;

/** A column of numbers; one of texts is its title. */
export const right = (title: string): Column => ({ title, align: 'right' });
const titleOf = (column: Column): string => (typeof column === 'string' ? column : column.title);
const alignOf = (column: Column | undefined): 'left' | 'right' => (typeof column === 'object' ? column.align : 'left');

const GAP = '  ';

/**
 * @param columns of the terminal: the last column is cut to fit. Undefined where nothing is to be cut.
 */
export function table(
  columns: readonly Column[],
  given: readonly (readonly string[])[],
  terminalWidth?: number,
): string {
  // No list can forget it: a title or a name of others turns nothing round.
  const rows = given.map((cells) => cells.map(visible));
  const last = columns.length - 1;
  // Its cells end where their texts do, so nothing is measured.
  const endsOpen = (index: number) => index === last && alignOf(columns[index]) === 'left';
  const widths = columns.map((column, index) =>
    endsOpen(index) ? 0 : Math.max(textWidth(titleOf(column)), ...rows.map((row) => textWidth(row[index] ?? ''))),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = terminalWidth === undefined ? undefined : Math.max(10, terminalWidth - before);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        if (endsOpen(index)) return room === undefined ? cell : shorten(cell, room);
        return pad(cell, widths[index] ?? 0, alignOf(columns[index]));
      })
      .join(GAP)
      .trimEnd();
  return [columns.map(titleOf), ...rows].map((row) => `${line(row)}\n`).join('');
}

// Progress on stderr: one plain line for each relevant event.

/** A command's answer: as JSON where `--json` asks for it, else for a person. */
type Asked = Pick<GlobalOptions, 'json'>;

/** Prints the answer as JSON where `--json` asks for it. @returns whether it did. */
export async function inJson({ out }: CommandContext, { json = false }: Asked, answer: unknown): Promise<boolean> {
  if (json) await printJson(out, answer);
  return json;
}

/** Answers a command that changes something: as JSON, else in one line on stderr. */
export async function told(context: CommandContext, flags: Asked, answer: unknown, line: string): Promise<number> {
  if (!(await inJson(context, flags, answer))) context.note(oneLine(line));
  return EXIT.done;
}

/** @param none in place of an empty list. */
export async function printTable(
  { out, columns }: Pick<CommandContext, 'out' | 'columns'>,
  shape: readonly Column[],
  rows: readonly (readonly string[])[],
  none = '',
): Promise<void> {
  if (rows.length > 0) await out.write(table(shape, rows, columns));
  else if (none !== '') await out.line(none);
}

/** Prints the answer on stdout as it streams, each character once, even if text is repeated or restarted. */
interface AnswerText {
  /** Text to print now. */
  delta(delta: Extract<Delta, { type: 'text-delta' }>): string;
  responded(event: EventOf<'model-responded'>): string;
  /** A try failed: what comes next is a new beginning. */
  failed(): void;
}

/** Text of each answered request ends with a line break. */
export function createAnswerText(): AnswerText {
  let iteration = 0;
  let printed = '';
  let coming = '';
  const endLine = () => {
    const end = printed === '' || printed.endsWith('\n') ? '' : '\n';
    printed = '';
    coming = '';
    return end;
  };
  /** Empty while the new text repeats the printed one; starts a new line where it differs. */
  const print = (text: string): string => {
    if (printed.startsWith(text)) return '';
    if (text.startsWith(printed)) {
      const fresh = text.slice(printed.length);
      printed = text;
      return fresh;
    }
    const before = printed.endsWith('\n') ? '' : '\n';
    printed = text;
    return before + text;
  };
  return {
    delta({ iteration: of, offset, text }) {
      const before = of === iteration ? '' : endLine();
      iteration = of;
      coming = coming.slice(0, offset) + text;
      return before + print(coming);
    },
    responded(event) {
      const before = event.iteration === iteration ? '' : endLine();
      iteration = event.iteration;
      const rest = print(event.text);
      return before + rest + endLine();
    },
    failed() {
      coming = '';
    },
  };
}

/** A question's facts in the words of the terminal. */
export function approvalLines(facts: ApprovalFacts, { t, approval }: CliWords): string[] {
  return factLines(facts).map(({ code, items, tone }) => {
    const text = t(`chat.approval.fact.${code}`, { items: items.map(visible).join(approval.between) });
    return `  ${tone === 'warns' ? '!' : tone === 'grants' ? '+' : '-'} ${text}`;
  });
}

// A quote in plain lines: what a person says yes to, from the script's own figures.

/**
 * Undefined where `preview` is no card. Every line is safe to print.
 * @param language BCP 47.
 */
export function quoteLines(
  preview: unknown,
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] | undefined {
  const card = parseCard(preview)?.plain();
  return card === undefined ? undefined : cardLines(card, speechIn(words, language)).map(oneLine);
}

const speechIn = ({ number }: CliWords, language: string) => ({ language: language.slice(0, 2).toLowerCase(), number });

/** Wishes beside results, each line safe to print. */
export const askedLines = (
  compared: readonly Compared[],
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] => ['', ...comparedLines(compared, speechIn(words, language), words.t)].map((line) => `  ${visible(line)}`);

/** Characters of a text that others wrote. */
const MAX_DETAIL = 160;

const SHOWN: ReadonlySet<SessionEvent['type']> = new Set([
  ...(['tool-started', 'skill-loaded', 'skill-unloaded', 'loaded-skill-changed', 'reference-loaded'] as const),
  ...(['tool-server-changed', 'context-compacted', 'compaction-undone', 'model-failed', 'artifact-saved'] as const),
]);

/**
 * Undefined where the event is not worth a line.
 * @param begun a request was sent before it: what the first one brings is no change that anybody saw (seeds/003 §9).
 */
export function progressLine(event: SessionEvent, { run, language }: CliWords, begun: boolean): string | undefined {
  if (event.type === 'model-responded') {
    return event.purpose !== 'summary' && event.finishReason === 'length' ? run.cut : undefined;
  }
  if (event.type === 'run-finished' && event.state === 'max-iterations') return run.iterationLimit;
  if (!SHOWN.has(event.type) && !isShown(event, begun)) return undefined;
  // The end of a failure's text says what to do about it.
  const isFailure = event.type === 'model-failed' || event.type === 'run-finished';
  return oneLine(describeEvent(language, event, isFailure ? undefined : MAX_DETAIL));
}

/** Types of which only some events are worth a line. */
function isShown(event: SessionEvent, begun: boolean): boolean {
  switch (event.type) {
    case 'tool-finished':
      return !event.ok;
    case 'catalog-changed':
      return begun && event.added.length + event.removed.length > 0;
    case 'request-sent':
      return event.purpose === 'summary';
    case 'settings-changed':
      return event.learned !== undefined;
    case 'run-finished':
      return event.state !== 'completed' || event.code === 'refused';
    default:
      return false;
  }
}
