/** A row for each review, and one more for each score; for spreadsheets. */
import type { Review } from '../../../../shared/judging/reviews.ts';
import type { ReviewReportWords } from '../../../../shared/messages/en/review-report.ts';
import { visible } from '../../../lib/visible.ts';
import type { Moment, Report, SessionInReport } from './types.ts';

/** Spreadsheets run a cell that begins so as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value);
  const shown = visible(value ?? '');
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The byte order mark tells spreadsheets that it is UTF-8. */
export function toCsv({ sessions }: Report, words: ReviewReportWords): string {
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
