import { useMemo } from 'react';
import { wordsForDropped } from '../../../shared/attachments.ts';
import { carriedDocuments } from '../../../shared/carried-documents.ts';
import type { Compaction } from '../../../shared/session-state.ts';
import { shortenResult } from '../../../shared/shorten-result.ts';
import { useWords } from '../../shared/use-words.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import { useSessionState } from '../../store/index.ts';
import { mediaIn, originalMessages } from './covered-messages.ts';

interface Shortened {
  readonly seq: number;
  readonly heading: 'attach.with' | 'compaction.result';
  readonly name: string;
  readonly text: string;
}

/** The results that a compaction shortens, exactly as sent to the model. */
export function ShortenedResults({ compaction }: { readonly compaction: Compaction }) {
  const words = useWords();
  const messages = useSessionState((state) => state.messages);
  const pinnedMessages = useSessionState((state) => state.pinnedMessages);
  const calls = useSessionState((state) => state.calls);
  const shortened = useMemo(
    () =>
      originalMessages({ messages, pinnedMessages }, compaction).flatMap(({ message, whole }): Shortened[] => {
        const media = mediaIn(message);
        if (!whole && media.length > 0) {
          const name = media.map((file) => file.name).join(', ');
          return [{ seq: message.seq, heading: 'attach.with', name, text: wordsForDropped(media) }];
        }
        if (whole || message.role !== 'tool') return [];
        // Loaded text is removed by its unload, not by the age of its result.
        const isLoadedText =
          Object.hasOwn(calls, message.callId) && carriedDocuments(calls[message.callId]?.data).length > 0;
        const text = isLoadedText ? message.content : shortenResult(message.name, message.content);
        return text === message.content
          ? []
          : [{ seq: message.seq, heading: 'compaction.result', name: message.name, text }];
      }),
    [messages, pinnedMessages, calls, compaction],
  );
  return (
    <ul className="flex flex-col gap-3">
      {shortened.map(({ seq, heading, name, text }) => (
        <li key={seq} className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
          <p className="flex items-center gap-2 text-ink-soft text-sm">
            <span className="font-medium">{words.t(heading)}</span>
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
          </p>
          <div className="whitespace-pre-wrap rounded-control bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
            <VisibleText text={text} />
          </div>
        </li>
      ))}
    </ul>
  );
}
