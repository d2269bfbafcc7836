/** Text at a terminal: columns, tables, and untrusted words made visible. */
import { lazily } from '../../../../shared/defined.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import type { WordKey } from '../../../../shared/messages/types.ts';
import { isConfusable, spelledOut } from '../../../../shared/skills/skill-list.ts';
import { invisibleExcept } from '../../../../shared/text/invisible.ts';
import { oneLine, visible } from '../../../lib/text.ts';

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

/** Columns that the window names too; the terminal's own are in its words. */
const WINDOWS = {
  skill: 'library.filter.skill',
  skills: 'common.skills',
  name: 'common.name',
  tool: 'library.costs.column.tool',
  tokens: 'common.tokenCount',
  session: 'chat.region',
  title: 'library.column.title',
  changed: 'library.column.when',
  outcome: 'library.column.outcome',
  model: 'common.model',
  address: 'common.address',
  description: 'improving.description.columns.description',
  version: 'common.version',
  notes: 'publishing.notes',
  repository: 'publishing.repository',
  installed: 'repositories.standing.current',
  context: 'common.context',
  environment: 'library.column.environment',
  inUse: 'settings.environments.current',
  folder: 'settings.environments.folder',
  verdict: 'judging.verdict',
  remark: 'judging.remark',
  why: 'map.detail.why',
  file: 'improving.versions.file',
  cost: 'library.column.cost',
  place: 'map.detail.place',
  after: 'map.ghost',
  dialect: 'library.compare.setting.dialect',
  instructions: 'author.costs.instructions',
  references: 'author.costs.references',
  tools: 'author.costs.tools',
  sentence: 'evals.sentences.sentence',
  reasoning: 'library.costs.column.thought',
  errors: 'review.ticks.error',
  requests: 'common.requests',
  loads: 'library.costs.column.loads',
  calls: 'library.costs.column.calls',
  failed: 'library.costs.column.failed',
  kind: 'library.costs.column.kind',
  what: 'library.costs.column.what',
  setting: 'library.compare.setting.name',
  source: 'author.about.origin',
  turns: 'library.column.turns',
  part: 'common.part',
  share: 'common.share',
  madeOf: 'improving.versions.columns.from',
  passed: 'evals.results.columns.passed',
  difference: 'library.compare.difference',
  reason: 'improving.versions.columns.reason',
  passRate: 'evals.results.columns.rate',
  expectations: 'evals.results.columns.expectations',
} as const satisfies Record<string, WordKey>;

type ColumnId = keyof typeof WINDOWS | keyof CliWords['columns'];

/** Columns of numbers, at the right. */
const FIGURES: ReadonlySet<string> = new Set<ColumnId>([
  'tokens',
  'skills',
  'context',
  'cost',
  'after',
  'instructions',
  'tools',
  'reasoning',
  'errors',
  'requests',
  'loads',
  'calls',
  'failed',
  'turns',
  'share',
  'madeOf',
  'passed',
  'difference',
  'passRate',
  'expectations',
  'since',
  'output',
  'interval',
  'training',
  'heldOut',
  'seconds',
  'triggered',
  'remarks',
  'cached',
  'base',
  'catalog',
  'carried',
  'took',
  'event',
  'count',
  'lastRequest',
]);

/** A known column, or one that this table alone has. */
export type Column = ColumnId | { readonly title: string; readonly align?: 'right' };

export const right = (title: string): Column => ({ title, align: 'right' });

const isOwn = (id: ColumnId, { columns }: CliWords): id is keyof CliWords['columns'] => id in columns;

function titleOf(column: Column, words: CliWords): string {
  if (typeof column === 'object') return column.title;
  return (isOwn(column, words) ? words.columns[column] : words.t(WINDOWS[column])).toUpperCase();
}

const isRight = (column: Column | undefined): boolean =>
  typeof column === 'object' ? column.align === 'right' : column !== undefined && FIGURES.has(column);

const GAP = '  ';

/** Part of a command's context. */
interface Screen {
  readonly out: Output;
  readonly words: CliWords;
  /** To fit tables to; undefined where stdout is no terminal. */
  readonly columns: number | undefined;
}

/** Aligned columns for a person; scripts take `--json`. The last column is cut to fit the terminal, where there is one. */
export function table(
  { words, columns: terminalWidth }: Omit<Screen, 'out'>,
  columns: readonly Column[],
  given: readonly (readonly string[])[],
): string {
  // No list can forget it: a title or a name of others turns nothing round.
  const rows = [columns.map((column) => titleOf(column, words)), ...given.map((cells) => cells.map(visible))];
  const last = columns.length - 1;
  // Its cells end where their texts do, so nothing is measured.
  const endsOpen = (index: number) => index === last && !isRight(columns[index]);
  const widths = columns.map((_, index) =>
    endsOpen(index) ? 0 : Math.max(...rows.map((row) => textWidth(row[index] ?? ''))),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = terminalWidth === undefined ? undefined : Math.max(10, terminalWidth - before);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        if (endsOpen(index)) return room === undefined ? cell : shorten(cell, room);
        return pad(cell, widths[index] ?? 0, isRight(columns[index]) ? 'right' : 'left');
      })
      .join(GAP)
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

/** @param none in place of an empty list. */
export async function printTable(
  context: Screen,
  shape: readonly Column[],
  rows: readonly (readonly string[])[],
  none = '',
): Promise<void> {
  if (rows.length > 0) await context.out.write(table(context, shape, rows));
  else if (none !== '') await context.out.line(none);
}

/** Makes untrusted text safe for a terminal. */

export { oneLine, visible };

/** A skill's id; where it looks like another, spelled out behind it. */
export const shownName = (id: string, found: Parameters<typeof isConfusable>[0]): string =>
  isConfusable(found) ? `${oneLine(id)} = ${spelledOut(id)}` : oneLine(id);

// JSON in which names and texts of others stay exact, and can still be printed: what is hidden is written as an escape.

/** Line feeds are the indentation; in strings JSON escapes them itself. */
const HIDDEN = invisibleExcept('\\n');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');

/** @param indent blanks; 0 for one line. */
export const visibleJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, escaped);

// Writing to stdout so that nothing is lost at the end, and a reader that went away does no harm.

export type Output = ReturnType<typeof createOutput>;

/** A reader that went away, by the systems' names for it, and what is written after that. */
const LEFT: ReadonlySet<unknown> = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

export function createOutput(stream: NodeJS.WritableStream) {
  let gone = false;
  let fault: Error | undefined;
  let last: Promise<void> = Promise.resolve();
  const end = (error: NodeJS.ErrnoException) => {
    gone = true;
    if (!LEFT.has(error.code)) fault ??= error;
  };
  stream.on('error', end);
  const write = (text: string): Promise<void> => {
    if (gone || text === '') return last;
    last = new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) end(error);
        resolve();
      });
    });
    return last;
  };
  return {
    /** Resolves when the text has left the process; never rejects. */
    write,
    line: (text: string) => write(`${text}\n`),
    /** True once nothing can be written any more (`| head`): what comes now is thrown away. */
    get gone() {
      return gone;
    },
    /** Fault, where it was not the reader that went: a full disk under `> FILE`. */
    get fault() {
      return fault;
    },
    // Writes complete in their order.
    /** Everything written before has left the process. */
    drained: () => last,
  };
}
