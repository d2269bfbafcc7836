import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { lazily } from '../../../../shared/defined.ts';
import { messageOf } from '../../../../shared/errors.ts';
import type { CommandContext } from '../context.ts';
import { TerminalError } from '../exit-status.ts';
import { visible } from './visible.ts';

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
