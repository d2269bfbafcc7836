/** An export that another person wrote: every line is checked, and what is shown of it is folded from its events. */
import { damagedExport } from '../../../main/skills/import/names.ts';
import { ChainWalk, checkSignature, LinesHash, readClosing } from '../../../main/store/chain.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import { MAX_EVENTS, readLogLine, summarise } from '../../../main/store/log-intake.ts';
import { SEARCHED, searchedText } from '../../../main/store/projections/search-texts.ts';
import type { SessionFacts } from '../../../main/store/projections/session-facts.ts';
import { titleOf } from '../../../main/store/projections/session-list.ts';
import type { SharedText } from '../../../main/store/reading.ts';

/** UTF-16 code units of one text that is searched, and of all of them. */
const TEXT = 20_000;
const TEXTS = 400_000;

export interface CheckedLog {
  readonly session: string;
  readonly events: number;
  /** SHA-256 of the public key that signed it. */
  readonly key: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly environment: string;
  readonly turns: number;
  readonly tokens: number;
  readonly facts: SessionFacts;
  /** Searched texts: messages, answers, results. */
  readonly texts: readonly SharedText[];
}

const SEARCHED_TYPES: ReadonlySet<string> = new Set(SEARCHED);

export interface ReadLog {
  readonly rows: readonly EventRow[];
  /** The last line. */
  readonly closing: string;
  /** SHA-256 of the public key that signed it. */
  readonly key: string;
}

/** @param text the whole export. @throws `import-refused`, which says what is wrong. */
export function readLog(text: string): ReadLog {
  const rows: EventRow[] = [];
  const chain = new ChainWalk();
  const lines = new LinesHash();
  let closing: ReturnType<typeof readClosing>;
  let end = '';
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    if (closing !== undefined) throw damagedExport('after-end', { line: index + 1 });
    closing = rows.length > 0 ? readClosing(line) : undefined;
    if (closing !== undefined) {
      end = line;
      continue;
    }
    if (rows.length >= MAX_EVENTS) throw damagedExport('too-many-events', { most: MAX_EVENTS });
    const { row } = readLogLine(line, index + 1, rows[0], rows.length + 1);
    rows.push(row);
    chain.add(row);
    lines.add(line);
  }
  const [first] = rows;
  if (first === undefined) throw damagedExport('no-events');
  if (closing === undefined || closing.events !== rows.length || closing.head !== chain.head.hash)
    throw damagedExport('export-cut');
  const brokenAt = chain.result(chain.head)?.brokenAt;
  if (brokenAt !== undefined) throw damagedExport('export-altered', { at: brokenAt });
  const signature = checkSignature(closing, { session: first.session, lines: lines.digest() });
  if (signature?.ok !== true) throw damagedExport('export-signature');
  return { rows, closing: end, key: signature.by };
}

/** Like `readLog`, with a summary. */
export function checkLog(text: string): CheckedLog {
  const { rows, key } = readLog(text);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A log without events');
  const { row, facts } = summarise(
    [rows],
    rows.some(({ type }) => type === 'history-rewound'),
  );
  return {
    session: first.session,
    events: rows.length,
    key,
    title: titleOf(row),
    createdAt: row.createdAt,
    updatedAt: last.at,
    environment: row.environment,
    turns: row.turns,
    tokens: row.tokens,
    facts,
    texts: textsOf(rows),
  };
}

function textsOf(rows: readonly EventRow[]): SharedText[] {
  const texts: SharedText[] = [];
  let length = 0;
  for (const row of rows) {
    if (!SEARCHED_TYPES.has(row.type)) continue;
    const searched = searchedText(toEvent(row), () => '');
    const text = searched.text.slice(0, TEXT);
    if (text === '') continue;
    length += text.length;
    if (length > TEXTS) break;
    texts.push({ ...searched, text, seq: row.seq, at: row.at });
  }
  return texts;
}
