/** A report over judged sessions, each statement with the moment that it is about. */
import { homedir } from 'node:os';
import type { ReportFormat } from '../../../../shared/contract/judging.ts';
import { reviewReport as en } from '../../../../shared/messages/en/review-report.ts';
import type { Language } from '../../../../shared/messages/types.ts';
import { reviewReport as zh } from '../../../../shared/messages/zh/review-report.ts';
import type { Core } from '../../../core/core.ts';
import { noSession } from '../../../session/stored-rows.ts';
import { type ReportedSession, reportedSession } from './reported-session.ts';
import { summaryOf } from './summary.ts';
import { toCsv } from './to-csv.ts';
import { toHtml } from './to-html.ts';
import { toMarkdown } from './to-markdown.ts';
import type { Report } from './types.ts';

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
