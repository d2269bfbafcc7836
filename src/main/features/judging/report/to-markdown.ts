/** The report as Markdown. What reviewers and logs say is quoted, and never markup. */
import type { Review } from '../../../../shared/judging/reviews.ts';
import type { ReviewReportWords } from '../../../../shared/messages/en/review-report.ts';
import { oneLine, visible } from '../../../lib/visible.ts';
import { agreementCells, criterionCells, reviewerCells, scoresText } from './figures.ts';
import type { Report, SessionInReport } from './types.ts';

/** Signs that begin markup inside a line. */
const MARKUP = /[\\`*_{}[\]()<>#|!~&$]/g;

const escaped = (text: string): string => text.replace(MARKUP, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`));
const plain = (text: string): string => escaped(oneLine(text));
const quoted = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) => `> ${escaped(line).replace(/^(\s*)([-+=]|\d+\.)/, '$1\\$2')}`)
    .join('\n');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

export function toMarkdown(report: Report, words: ReviewReportWords): string {
  const { sessions, reviewers, agreements, criteria, redacted } = report;
  const parts = [
    `# ${words.title(sessions.length)}`,
    `${words.written}: ${words.when(report.at)}`,
    redacted === undefined ? words.notRedacted : words.redacted(words.number(redacted)),
    words.covers,
    `## ${words.summary}`,
    ...(reviewers.length === 0 ? [] : [table(...reviewerCells(reviewers, words))]),
    ...(agreements.length === 0 ? [] : [`### ${words.agreement}`, table(...agreementCells(agreements, words))]),
    ...(criteria.length === 0 ? [] : [`### ${words.criteria}`, table(...criterionCells(criteria, words))]),
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
