/** A session as a report shows it: what was said of it, with the moments quoted from its log; private data removed. */
import type { Review } from '../../../../shared/judging/reviews.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';
import type { Language } from '../../../../shared/messages/types.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { totalOf } from '../../../redaction/counts.ts';
import { sessionRedaction } from '../../../redaction/preview.ts';
import { redactLine } from '../../../redaction/redact-line.ts';
import type { LastLook } from '../../../redaction/search-again.ts';
import { type EventRow, toEvent } from '../../../store/event-log.ts';
import { foldRow, titleOf } from '../../../store/projections/session-row.ts';
import { reviewTexts, withoutPrivate } from '../../../store/reviews/reviews-line.ts';
import type { SessionInReport } from './types.ts';

/** Characters quoted of an event. */
const QUOTED = 600;

export interface ReportedSession {
  readonly session: SessionInReport;
  readonly redacted: number;
  readonly lastLook?: LastLook;
}

export async function reportedSession(
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
