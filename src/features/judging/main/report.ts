/** The report as Markdown. What reviewers and logs say is quoted, and never markup. */

import { homedir } from 'node:os';
import type { Core } from '../../../main/core/core.ts';
import { oneLine, visible } from '../../../main/lib/text.ts';
import { totalOf } from '../../../main/redaction/finds.ts';
import { type LastLook, redactLine, sessionRedaction } from '../../../main/redaction/preview.ts';
import { noSession } from '../../../main/session/requests.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import { foldRow, titleOf } from '../../../main/store/projections/session-list.ts';
import { reviewTexts, withoutPrivate } from '../../../main/store/reviews.ts';
import { describeEvent } from '../../../shared/messages/describe-event.ts';
import type { Language } from '../../../shared/messages/types.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Review, VERDICTS, Verdict } from '../../../shared/review/reviews.ts';
import { escapeMarkup } from '../../../shared/text/text.ts';
import { agreementOf } from '../agreement.ts';
import type { ReportFormat } from '../contract.ts';
import { reviewReport as en, type ReviewReportWords } from '../report-words.en.ts';
import { reviewReport as zh } from '../report-words.zh.ts';
import {
  agreementCells,
  type CriterionSum,
  criterionCells,
  type Moment,
  type Report,
  reviewerCells,
  type SessionInReport,
  scoresText,
} from './figures.ts';

/** Figures of reviews. Pure. */
function summaryOf(sessions: readonly SessionInReport[]): Pick<Report, 'reviewers' | 'criteria' | 'agreements'> {
  const all = sessions.flatMap(({ reviews }) => reviews);
  const names = [...new Set(all.map(({ reviewer }) => reviewer))].sort();
  const count = (reviewer: string, verdict: Verdict): number =>
    all.filter((one) => one.reviewer === reviewer && one.verdict === verdict).length;
  const criteria = new Map<string, CriterionSum>();
  for (const { rubric, scores = [] } of all) {
    for (const { criterion, score, min, max } of scores) {
      const which = { rubric: rubric?.name ?? '', version: rubric?.version ?? '', criterion };
      const key = JSON.stringify(which);
      const { n, mean } = criteria.get(key) ?? { n: 0, mean: 0 };
      criteria.set(key, { ...which, min, max, n: n + 1, mean: mean + (score - mean) / (n + 1) });
    }
  }
  return {
    reviewers: names.map((reviewer) => ({
      reviewer,
      sessions: all.filter((one) => one.reviewer === reviewer).length,
      verdicts: {
        pass: count(reviewer, 'pass'),
        fail: count(reviewer, 'fail'),
        unclear: count(reviewer, 'unclear'),
      } satisfies Record<(typeof VERDICTS)[number], number>,
    })),
    criteria: [...criteria.values()],
    agreements: names.flatMap((a, index) => names.slice(index + 1).map((b) => agreementOf(all, a, b))),
  };
}

// A session as a report shows it: what was said of it, with the moments quoted from its log; private data removed.

/** Characters quoted of an event. */
const QUOTED = 600;

export interface ReportedSession {
  readonly session: SessionInReport;
  readonly redacted: number;
  readonly lastLook?: LastLook;
}

async function reportedSession(
  rows: readonly EventRow[],
  id: string,
  given: readonly Review[],
  { redact, language, folders }: { readonly redact: boolean; readonly language: Language; readonly folders: string[] },
): Promise<ReportedSession> {
  const redaction = redact ? await sessionRedaction(rows, { folders, texts: reviewTexts(given) }) : undefined;
  const redactor = redaction?.redactor();
  const reviews = redactor === undefined ? given : withoutPrivate(given, redactor);
  const shown = (row: EventRow): EventRow =>
    redactor === undefined ? row : { ...row, raw: redactLine(row.raw, redactor) };
  const head = rows.map(toEvent);
  const title = titleOf(foldRow(head));
  const [first] = rows;
  const moments = [...new Set(reviews.map(({ seq }) => seq))].filter((seq) => seq > 0).sort((a, b) => a - b);
  const session: SessionInReport = {
    id,
    title: redactor?.text(title) ?? title,
    ...(first === undefined ? {} : { started: first.at, model: foldEvents(id, head).model }),
    reviews: reviews.filter(({ seq }) => seq === 0),
    moments: moments.map((seq) => {
      const row = rows.find((one) => one.seq === seq);
      return {
        seq,
        ...(row === undefined ? {} : { at: row.at }),
        text: row === undefined ? '' : describeEvent(language, toEvent(shown(row)), QUOTED),
        reviews: reviews.filter((one) => one.seq === seq),
      };
    }),
  };
  return {
    session,
    redacted: redactor === undefined ? 0 : totalOf(redactor.count),
    ...(redaction === undefined ? {} : { lastLook: redaction.lastLook }),
  };
}

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
  const rows = sessions.flatMap((session) => [
    ...session.reviews.flatMap((review) => rowsOf(session, undefined, review, words)),
    ...session.moments.flatMap((moment) => moment.reviews.flatMap((review) => rowsOf(session, moment, review, words))),
  ]);
  const lines = [Object.values(words.columns), ...rows];
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

function rowsOf(
  { id, title }: SessionInReport,
  moment: Moment | undefined,
  { reviewer, at, verdict, rubric, scores = [], text }: Review,
  words: ReviewReportWords,
): (string | number | undefined)[][] {
  const head = [id, title, moment?.seq, moment?.at, moment?.text, reviewer, at];
  const said = verdict === undefined ? undefined : words.verdicts[verdict];
  const one = [...head, said, rubric?.name, rubric?.version, undefined, undefined, undefined, undefined, text];
  return [
    one,
    ...scores.map(({ criterion, score, min, max }) => [
      ...head,
      undefined,
      rubric?.name,
      rubric?.version,
      criterion,
      score,
      min,
      max,
      undefined,
    ]),
  ];
}

/** The report as one page that needs nothing else: no script, no picture, no network. */
const line = (text: string): string => `<bdi>${escapeMarkup(oneLine(text))}</bdi>`;
const block = (text: string): string => `<p class="said" dir="auto">${escapeMarkup(visible(text))}</p>`;

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

function table([head, rows]: readonly [readonly string[], readonly (readonly string[])[]]): string {
  const cells = (tag: 'th' | 'td', list: readonly string[]) =>
    list.map((one) => `<${tag}>${line(one)}</${tag}>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`;
}

function toHtml(report: Report, words: ReviewReportWords): string {
  const { sessions, reviewers, agreements, criteria, redacted } = report;
  const said = redacted === undefined ? words.notRedacted : words.redacted(words.number(redacted));
  return [
    `<!doctype html><html lang="${words.language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeMarkup(words.title(sessions.length))}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeMarkup(words.title(sessions.length))}</h1><p class="meta">${escapeMarkup(words.written)} ${escapeMarkup(words.when(report.at))}. ${escapeMarkup(said)} ${escapeMarkup(words.covers)}</p>`,
    `<h2>${escapeMarkup(words.summary)}</h2>`,
    reviewers.length === 0 ? '' : table(reviewerCells(reviewers, words)),
    agreements.length === 0
      ? ''
      : `<h3>${escapeMarkup(words.agreement)}</h3>${table(agreementCells(agreements, words))}`,
    criteria.length === 0 ? '' : `<h3>${escapeMarkup(words.criteria)}</h3>${table(criterionCells(criteria, words))}`,
    ...sessions.map((session) => sessionHtml(session, words)),
    '</body></html>\n',
  ].join('\n');
}

function sessionHtml(
  { id, title, started, model, reviews, moments }: SessionInReport,
  words: ReviewReportWords,
): string {
  const anchor = (seq: number): string => escapeMarkup(`${id}-${seq}`);
  const head = [
    `${words.session} ${id}`,
    started === undefined ? words.notHere : `${words.started} ${words.when(started)}`,
    ...(model === undefined || model === '' ? [] : [`${words.model} ${model}`]),
  ];
  const article = (review: Review, name: string): string =>
    `<article><a href="#${anchor(review.seq)}">${escapeMarkup(name)}</a> · <strong>${line(review.reviewer)}</strong>${verdict(review, words)} <span class="meta">${escapeMarkup(words.when(review.at))}${scores(review)}</span>${review.text === undefined ? '' : block(review.text)}</article>`;
  return [
    `<section><h2 id="${anchor(0)}">${line(title || words.untitled)}</h2><p class="meta">${head.map(line).join(' · ')}</p>`,
    ...reviews.map((review) => article(review, words.whole)),
    moments.length === 0 ? '' : `<h3>${escapeMarkup(words.moments)}</h3>`,
    ...moments.map(
      ({ seq, at, text, reviews: given }) =>
        `<div id="${anchor(seq)}"><p class="meta">${escapeMarkup(words.event(seq))}${at === undefined ? '' : ` · ${escapeMarkup(words.when(at))}`}</p><blockquote>${block(text || words.unknownEvent)}</blockquote>${given.map((review) => article(review, words.event(seq))).join('')}</div>`,
    ),
    '</section>',
  ].join('\n');
}

const verdict = ({ verdict: given }: Review, words: ReviewReportWords): string =>
  given === undefined ? '' : ` · <strong class="${given}">${escapeMarkup(words.verdicts[given])}</strong>`;

const scores = (review: Review): string => {
  const text = scoresText(review);
  return text === '' ? '' : ` · ${line(text)}`;
};

/** Signs that begin markup inside a line. */
const MARKUP = /[\\`*_{}[\]()<>#|!~&$]/g;

const escapedOfToMarkdown = (text: string): string =>
  text.replace(MARKUP, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`));
const plain = (text: string): string => escapedOfToMarkdown(oneLine(text));
const quoted = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) => `> ${escapedOfToMarkdown(line).replace(/^(\s*)([-+=]|\d+\.)/, '$1\\$2')}`)
    .join('\n');

function tableOfToMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

function toMarkdown(report: Report, words: ReviewReportWords): string {
  const { sessions, reviewers, agreements, criteria, redacted } = report;
  const parts = [
    `# ${words.title(sessions.length)}`,
    `${words.written}: ${words.when(report.at)}`,
    redacted === undefined ? words.notRedacted : words.redacted(words.number(redacted)),
    words.covers,
    `## ${words.summary}`,
    ...(reviewers.length === 0 ? [] : [tableOfToMarkdown(...reviewerCells(reviewers, words))]),
    ...(agreements.length === 0
      ? []
      : [`### ${words.agreement}`, tableOfToMarkdown(...agreementCells(agreements, words))]),
    ...(criteria.length === 0 ? [] : [`### ${words.criteria}`, tableOfToMarkdown(...criterionCells(criteria, words))]),
    ...sessions.flatMap((session) => sessionParts(session, words)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function sessionParts({ id, title, started, model, reviews, moments }: SessionInReport, words: ReviewReportWords) {
  const said = (review: Review, link: string): string[] => [
    `- [${link}](#${anchor(id, review.seq)}) · **${plain(review.reviewer)}** ${verdictOf(review, words)} · ${words.when(review.at)}${scoresOf(review)}`,
    ...(review.text === undefined || review.text === '' ? [] : [quoted(review.text)]),
  ];
  return [
    `## <a id="${anchor(id, 0)}"></a>${plain(title) || words.untitled}`,
    [
      `${words.session}: \`${id}\``,
      ...(started === undefined ? [words.notHere] : [`${words.started}: ${words.when(started)}`]),
      ...(model === undefined || model === '' ? [] : [`${words.model}: ${plain(model)}`]),
    ].join(' · '),
    ...reviews.flatMap((review) => said(review, words.whole)),
    ...(moments.length === 0 ? [] : [`### ${words.moments}`]),
    ...moments.flatMap((moment) => [
      `<a id="${anchor(id, moment.seq)}"></a>**${words.event(moment.seq)}**${moment.at === undefined ? '' : ` · ${words.when(moment.at)}`}`,
      quoted(moment.text || words.unknownEvent),
      ...moment.reviews.flatMap((review) => said(review, words.event(moment.seq))),
    ]),
  ];
}

const scoresOf = (review: Review): string => {
  const text = scoresText(review);
  return text === '' ? '' : ` · ${plain(text)}`;
};

/** A remark on a moment needs none. */
const verdictOf = ({ seq, verdict }: Review, words: ReviewReportWords): string => {
  if (verdict !== undefined) return ` · ${words.verdicts[verdict]}`;
  return seq === 0 ? ` · ${words.noVerdict}` : '';
};

/** Ids of sessions are letters, digits, '.', '_' and '-'. */
const anchor = (id: string, seq: number): string => `${id}-${seq}`;

/** A report over judged sessions, each statement with the moment that it is about. */
const MIME = { html: 'text/html', md: 'text/markdown', csv: 'text/csv' } as const;
const RENDER = { html: toHtml, md: toMarkdown, csv: toCsv } as const;

interface ReportWish {
  readonly sessionIds?: readonly string[] | undefined;
  readonly format: ReportFormat;
  /** Default: true. */
  readonly redact?: boolean | undefined;
  readonly language?: Language | undefined;
}

/** @throws SkilldeckError `session-not-found`, `not-redacted`. */
export async function reviewReport(
  { store, home }: Pick<Core, 'store' | 'home'>,
  { sessionIds, format, redact = true, language = 'en' }: ReportWish,
) {
  const ids = [...new Set(sessionIds ?? store.reviews.all().map(({ session }) => session))];
  const words = { en, zh }[language];
  const found: ReportedSession[] = [];
  for (const id of ids) {
    const reviews = store.reviews.all(id);
    if (reviews.length === 0 && !store.has(id)) throw noSession(id);
    found.push(await reportedSession(store.rows(id), id, reviews, { redact, language, folders: [homedir(), home] }));
  }
  const at = new Date().toISOString();
  const sessions = found.map(({ session }) => session);
  const redacted = found.reduce((sum, one) => sum + one.redacted, 0);
  const report: Report = { at, sessions, redacted: redact ? redacted : undefined, ...summaryOf(sessions) };
  const text = RENDER[format](report, words);
  for (const { lastLook } of found) lastLook?.page(text);
  return {
    text,
    mime: MIME[format],
    fileName: `review-${at.slice(0, 10)}.${format}`,
    sessions: sessions.length,
    redacted,
  };
}
