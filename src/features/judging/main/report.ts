/** A report over judged sessions, each statement with the moment that it is about: as a page, Markdown or a spreadsheet. */

import { homedir } from 'node:os';
import type { Core } from '../../../main/core/core.ts';
import { oneLine, visible } from '../../../main/lib/text.ts';
import { totalOf } from '../../../main/redaction/finds.ts';
import { type LastLook, redactLine, sessionRedaction } from '../../../main/redaction/preview.ts';
import { noSession } from '../../../main/session/requests.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import { foldRow, titleOf } from '../../../main/store/projections/session-list.ts';
import { reviewTexts, withoutPrivate } from '../../../main/store/reviews.ts';
import { defined } from '../../../shared/defined.ts';
import { describeEvent } from '../../../shared/messages/describe-event.ts';
import type { Language } from '../../../shared/messages/types.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { type Review, type Score, VERDICTS } from '../../../shared/review/reviews.ts';
import { escapeMarkup } from '../../../shared/text/text.ts';
import { agreementOf } from '../agreement.ts';
import type { ReportFormat } from '../contract.ts';
import { reviewReport as en, type ReviewReportWords } from '../report-words.en.ts';
import { reviewReport as zh } from '../report-words.zh.ts';

/** An event that somebody remarked on. */
interface Moment {
  readonly seq: number;
  /** Undefined where the log has no such event. */
  readonly at?: string;
  /** The event in words, with what was said or printed in it. */
  readonly text: string;
  readonly reviews: readonly Review[];
}

interface SessionInReport {
  readonly id: string;
  readonly title: string;
  /** Undefined where only its reviews are here. */
  readonly started?: string;
  readonly model?: string;
  /** Those on the whole session. */
  readonly reviews: readonly Review[];
  readonly moments: readonly Moment[];
  /** Places that were redacted. */
  readonly redacted: number;
  readonly lastLook: LastLook | undefined;
}

/** Characters quoted of an event. */
const QUOTED = 600;

interface Wish {
  readonly redact: boolean;
  readonly language: Language;
  readonly folders: string[];
}

/** A session's reviews, with the moments quoted from its log; private data removed. */
async function sessionOf(
  rows: readonly EventRow[],
  id: string,
  given: readonly Review[],
  { redact, language, folders }: Wish,
): Promise<SessionInReport> {
  const redaction = redact ? await sessionRedaction(rows, { folders, texts: reviewTexts(given) }) : undefined;
  const redactor = redaction?.redactor();
  const reviews = redactor === undefined ? given : withoutPrivate(given, redactor);
  const shown = (row: EventRow): EventRow =>
    redactor === undefined ? row : { ...row, raw: redactLine(row.raw, redactor) };
  const events = rows.map(toEvent);
  const title = titleOf(foldRow(events));
  const moments = [...new Set(reviews.map(({ seq }) => seq))].filter((seq) => seq > 0).sort((a, b) => a - b);
  return {
    id,
    title: redactor?.text(title) ?? title,
    ...(rows[0] === undefined ? {} : { started: rows[0].at, model: foldEvents(id, events).model }),
    reviews: reviews.filter(({ seq }) => seq === 0),
    moments: moments.map((seq) => {
      const row = rows.find((one) => one.seq === seq);
      return {
        seq,
        ...defined({ at: row?.at }),
        text: row === undefined ? '' : describeEvent(language, toEvent(shown(row)), QUOTED),
        reviews: reviews.filter((one) => one.seq === seq),
      };
    }),
    redacted: redactor === undefined ? 0 : totalOf(redactor.count),
    lastLook: redaction?.lastLook,
  };
}

// Tables over all sessions: verdicts of each reviewer, agreement of each two, scores of each criterion.

type Table = readonly [title: string, head: readonly string[], rows: readonly (readonly string[])[]];

function tablesOf(sessions: readonly SessionInReport[], words: ReviewReportWords): readonly Table[] {
  const all = sessions.flatMap(({ reviews }) => reviews);
  const names = [...new Set(all.map(({ reviewer }) => reviewer))].sort();
  const scored = Map.groupBy(
    all.flatMap(({ rubric, scores = [] }) =>
      scores.map((one) => ({ ...one, rubric: `${rubric?.name ?? ''} ${rubric?.version ?? ''}`.trim() })),
    ),
    ({ rubric, criterion }) => JSON.stringify([rubric, criterion]),
  );
  const pairs = names.flatMap((a, index) => names.slice(index + 1).map((b) => agreementOf(all, a, b)));
  const tables: readonly Table[] = [
    [
      '',
      [words.reviewer, words.sessions, ...VERDICTS.map((verdict) => words.verdicts[verdict])],
      names.map((name) => {
        const own = all.filter(({ reviewer }) => reviewer === name);
        const counts = VERDICTS.map((verdict) => own.filter((one) => one.verdict === verdict).length);
        return [name, words.number(own.length), ...counts.map(words.number)];
      }),
    ],
    [
      words.agreement,
      [words.reviewers, words.both, words.same, words.kappa, ''],
      pairs.map(({ a, b, n, same, percent, kappa, tooFew }) => [
        `${a} · ${b}`,
        words.number(n),
        percent === null ? '–' : `${words.number(same)} (${Math.round(percent * 100)} %)`,
        kappa === null ? words.undefinedKappa : kappa.toFixed(2),
        tooFew ? words.tooFew(n) : '',
      ]),
    ],
    [
      words.criteria,
      [words.rubric, words.criterion, words.scores, words.mean, words.scale],
      [...scored.values()].map((scores) => {
        const { rubric = '', criterion = '', min = 0, max = 0 } = scores[0] ?? {};
        const mean = scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
        return [rubric, criterion, words.number(scores.length), mean.toFixed(2), `${min}–${max}`];
      }),
    ],
  ];
  return tables.filter(([, , rows]) => rows.length > 0);
}

/** Signs of one kind of markup; each escapes the text that it is given. */
interface Markup {
  heading(level: 1 | 2 | 3, text: string, anchor?: string): string;
  line(parts: readonly string[]): string;
  table(head: readonly string[], rows: readonly (readonly string[])[]): string;
  /** An event, before the remarks on it. */
  moment(anchor: string, title: string, text: string): string;
  remark(anchor: string, name: string, review: Review, verdict: string, rest: string): string;
  page(title: string, body: string): string;
}

/** '' where there are none. */
function scoresText({ rubric, scores = [] }: Review): string {
  if (scores.length === 0) return '';
  const list = scores.map(({ criterion, score, max }) => `${criterion} ${score}/${max}`).join(', ');
  return ` · ${rubric === undefined ? list : `${list} (${rubric.name} ${rubric.version})`}`;
}

function inMarkup(markup: Markup, { at, sessions, redact }: Report, words: ReviewReportWords): string {
  const redacted = sessions.reduce((sum, one) => sum + one.redacted, 0);
  const title = words.title(sessions.length);
  const body = [
    markup.heading(1, title),
    markup.line([`${words.written}: ${words.when(at)}`]),
    markup.line([redact ? words.redacted(words.number(redacted)) : words.notRedacted]),
    markup.line([words.covers]),
    markup.heading(2, words.summary),
    ...tablesOf(sessions, words).flatMap(([name, head, rows]) => [
      ...(name === '' ? [] : [markup.heading(3, name)]),
      markup.table(head, rows),
    ]),
    ...sessions.flatMap((session) => sessionIn(markup, session, words)),
  ];
  return markup.page(title, body.join('\n\n'));
}

function sessionIn(markup: Markup, session: SessionInReport, words: ReviewReportWords): string[] {
  const { id, title, started, model = '', reviews, moments } = session;
  // Ids of sessions are letters, digits, '.', '_' and '-'.
  const remark = (review: Review, name: string): string => {
    const verdict = review.verdict ?? (review.seq === 0 ? 'noVerdict' : undefined);
    const said = verdict === undefined ? '' : verdict === 'noVerdict' ? words.noVerdict : words.verdicts[verdict];
    return markup.remark(`${id}-${review.seq}`, name, review, said, words.when(review.at) + scoresText(review));
  };
  return [
    markup.heading(2, title || words.untitled, `${id}-0`),
    markup.line([
      `${words.session}: ${id}`,
      started === undefined ? words.notHere : `${words.started}: ${words.when(started)}`,
      ...(model === '' ? [] : [`${words.model}: ${model}`]),
    ]),
    ...reviews.map((review) => remark(review, words.whole)),
    ...(moments.length === 0 ? [] : [markup.heading(3, words.moments)]),
    ...moments.flatMap(({ seq, at, text, reviews: given }) => [
      markup.moment(
        `${id}-${seq}`,
        at === undefined ? words.event(seq) : `${words.event(seq)} · ${words.when(at)}`,
        text || words.unknownEvent,
      ),
      ...given.map((review) => remark(review, words.event(seq))),
    ]),
  ];
}

// One page that needs nothing else: no script, no picture, no network.

const STYLE = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c1c20; --line: #d9d9de; --soft: #6b6b76; --quote: #f4f4f6; --pass: #1a7f4b; --fail: #c2362b; --unclear: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --page: #1b1b1f; --ink: #ececf0; --line: #3a3a42; --soft: #a0a0ab; --quote: #24242a; --pass: #5cc98d; --fail: #ff8178; --unclear: #e0b04a; } }
body { background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.meta, th { color: var(--soft); font-weight: 500; } .said { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
blockquote { margin: .4rem 0; padding: .4rem .8rem; background: var(--quote); border-left: 3px solid var(--line); }
article { margin: .7rem 0; } .pass { color: var(--pass); } .fail { color: var(--fail); } .unclear { color: var(--unclear); } :target { outline: 2px solid var(--soft); outline-offset: 4px; }
`;

const inline = (text: string): string => `<bdi>${escapeMarkup(oneLine(text))}</bdi>`;
const block = (text: string): string => `<p class="said" dir="auto">${escapeMarkup(visible(text))}</p>`;
const cellsIn = (tag: 'th' | 'td', row: readonly string[]): string =>
  `<tr>${row.map((one) => `<${tag}>${inline(one)}</${tag}>`).join('')}</tr>`;

const html = (language: 'en' | 'zh'): Markup => ({
  heading: (level, text, anchor) =>
    `<h${level}${anchor === undefined ? '' : ` id="${escapeMarkup(anchor)}"`}>${inline(text)}</h${level}>`,
  line: (parts) => `<p class="meta">${parts.map(inline).join(' · ')}</p>`,
  table: (head, rows) =>
    `<table><thead>${cellsIn('th', head)}</thead><tbody>${rows.map((row) => cellsIn('td', row)).join('')}</tbody></table>`,
  moment: (anchor, title, text) =>
    `<div id="${escapeMarkup(anchor)}"><p class="meta">${inline(title)}</p><blockquote>${block(text)}</blockquote></div>`,
  remark: (anchor, name, { reviewer, verdict = '', text }, said, rest) =>
    `<article><a href="#${escapeMarkup(anchor)}">${escapeMarkup(name)}</a> · <strong>${inline(reviewer)}</strong> <strong class="${verdict}">${inline(said)}</strong> <span class="meta">${inline(rest)}</span>${text === undefined ? '' : block(text)}</article>`,
  page: (title, body) =>
    [
      `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      `<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>`,
      body,
      '</body></html>\n',
    ].join('\n'),
});

/** Signs that begin markup inside a line. */
const SIGNS = /[\\`*_{}[\]()<>#|!~&$]/g;

const escaped = (text: string): string => text.replace(SIGNS, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`));
const plain = (text: string): string => escaped(oneLine(text));
const quoted = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) => `> ${escaped(line).replace(/^(\s*)([-+=]|\d+\.)/, '$1\\$2')}`)
    .join('\n');
const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;

const MARKDOWN: Markup = {
  heading: (level, text, anchor) =>
    `${'#'.repeat(level)} ${anchor === undefined ? '' : `<a id="${anchor}"></a>`}${plain(text)}`,
  line: (parts) => parts.map(plain).join(' · '),
  table: (head, rows) => [row(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(row)].join('\n'),
  moment: (anchor, title, text) => `<a id="${anchor}"></a>**${plain(title)}**\n\n${quoted(text)}`,
  remark: (anchor, name, { reviewer, text = '' }, said, rest) =>
    `- [${name}](#${anchor}) · **${plain(reviewer)}** ${[said, plain(rest)].filter((part) => part !== '').join(' · ')}${text === '' ? '' : `\n\n${quoted(text)}`}`,
  page: (_title, body) => `${body}\n`,
};

// A row for each review, and one more for each score; for spreadsheets.

/** Spreadsheets run a cell that begins so as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value);
  const shown = visible(value ?? '');
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The byte order mark tells spreadsheets that it is UTF-8. */
function toCsv({ sessions }: Report, words: ReviewReportWords): string {
  const rows = sessions.flatMap(({ id, title, reviews, moments }) =>
    [{ reviews, seq: undefined, at: undefined, text: undefined }, ...moments].flatMap((moment) =>
      moment.reviews.flatMap(({ reviewer, at, verdict, rubric, scores = [], text }) => {
        const head = [id, title, moment.seq, moment.at, moment.text, reviewer, at];
        const rowOf = (said?: string, { criterion, score, min, max }: Partial<Score> = {}, remark?: string) => [
          ...head,
          said,
          rubric?.name,
          rubric?.version,
          criterion,
          score,
          min,
          max,
          remark,
        ];
        const said = verdict === undefined ? undefined : words.verdicts[verdict];
        return [rowOf(said, {}, text), ...scores.map((one) => rowOf(undefined, one))];
      }),
    ),
  );
  const lines = [Object.values(words.columns), ...rows];
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

interface Report {
  /** ISO 8601. */
  readonly at: string;
  readonly sessions: readonly SessionInReport[];
  readonly redact: boolean;
}

const MIME = { html: 'text/html', md: 'text/markdown', csv: 'text/csv' } as const;

/** @throws SkilldeckError `session-not-found`, `not-redacted`. */
export async function reviewReport(
  { store, home }: Pick<Core, 'store' | 'home'>,
  {
    sessionIds,
    format,
    redact = true,
    language = 'en',
  }: { readonly sessionIds?: readonly string[] | undefined; readonly format: ReportFormat } & {
    readonly redact?: boolean | undefined;
    readonly language?: Language | undefined;
  },
) {
  const ids = [...new Set(sessionIds ?? store.reviews.all().map(({ session }) => session))];
  const words = { en, zh }[language];
  const sessions: SessionInReport[] = [];
  for (const id of ids) {
    const reviews = store.reviews.all(id);
    if (reviews.length === 0 && !store.has(id)) throw noSession(id);
    sessions.push(await sessionOf(store.rows(id), id, reviews, { redact, language, folders: [homedir(), home] }));
  }
  const report = { at: new Date().toISOString(), sessions, redact };
  const text =
    format === 'csv' ? toCsv(report, words) : inMarkup(format === 'md' ? MARKDOWN : html(language), report, words);
  for (const { lastLook } of sessions) lastLook?.page(text);
  return {
    text,
    mime: MIME[format],
    fileName: `review-${report.at.slice(0, 10)}.${format}`,
    sessions: sessions.length,
    redacted: sessions.reduce((sum, one) => sum + one.redacted, 0),
  };
}
