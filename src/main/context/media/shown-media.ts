/** Pictures and PDFs that a request shows. Pure: the log alone decides. */
import { type Attachment, MAX_SHOWN, MAX_SHOWN_BYTES, type MediaFacts } from '../../../shared/attachments.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { mapGrowing } from '../../lib/growing.ts';
import type { SentMessage, SummaryMessage } from '../compaction/compacted-messages.ts';

export type ShownAttachment = Attachment & { readonly media: MediaFacts };

/** Media of one message. */
export interface MessageMedia {
  readonly shown: readonly ShownAttachment[];
  /** Shown before, and no longer: by a compaction, or because newer ones fill a request. */
  readonly dropped: readonly Attachment[];
}

/** Files of a message that the session's model accepts. */
export function visible(
  { route }: Pick<SessionState, 'route'>,
  attachments: readonly Attachment[] = [],
): readonly ShownAttachment[] {
  return attachments.filter(
    (one): one is ShownAttachment => one.media !== undefined && route?.sees?.includes(one.media.kind) === true,
  );
}

const withFiles = mapGrowing((message: SentMessage | SummaryMessage) =>
  message.role === 'user' && message.attachments !== undefined ? [message] : [],
);

/** By `seq` of the user's messages. The newest are shown, as far as one request can hold them. */
export function mediaOf(
  state: SessionState,
  messages: readonly (SentMessage | SummaryMessage)[],
): ReadonlyMap<number, MessageMedia> {
  const found = new Map<number, MessageMedia>();
  let [bytes, count] = [0, 0];
  for (const message of withFiles(messages).reverse()) {
    const all = visible(state, message.attachments);
    if (all.length === 0) continue;
    const shown = all.filter((one) => {
      const fits = message.withoutMedia !== true && count < MAX_SHOWN && bytes + one.bytes <= MAX_SHOWN_BYTES;
      if (fits) [bytes, count] = [bytes + one.bytes, count + 1];
      return fits;
    });
    found.set(message.seq, { shown, dropped: all.filter((one) => !shown.includes(one)) });
  }
  return found;
}
