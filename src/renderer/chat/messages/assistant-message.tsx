import { CircleStop, RotateCcw } from 'lucide-react';
import { memo } from 'react';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useWords } from '../../shared/use-words.ts';
import { useActions, usePast } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';
import type { AssistantItem } from '../transcript/transcript-items.ts';
import { Markdown } from './markdown.tsx';
import { MessageActions } from './message-actions.tsx';
import { NoteButton } from './note-button.tsx';
import { PinButton, usePinned } from './pin-button.tsx';
import { AnswerSwitch } from './version-switch.tsx';

const CUT = { stopped: 'message.stopped', interrupted: 'message.interrupted', length: 'message.length' } as const;

type Shown = Pick<AssistantItem, 'text' | 'streaming' | 'last'> & {
  readonly seq: AssistantItem['seq'] | undefined;
  readonly at: AssistantItem['at'] | undefined;
  readonly cut: AssistantItem['cut'] | undefined;
  readonly turn: AssistantItem['turn'] | undefined;
};

export const AssistantMessage = memo(function AssistantMessage({ seq, text, at, streaming, cut, last, turn }: Shown) {
  const words = useWords();
  const { retry } = useActions();
  const past = usePast();
  const pinned = usePinned(seq);
  return (
    <article aria-label={words.t('agent')} aria-busy={streaming} className="group/message">
      <Markdown text={text} streaming={streaming} />
      {cut === undefined ? null : (
        <p className="mt-2 flex items-center gap-1.5 text-ink-soft text-sm">
          <CircleStop aria-hidden className="size-4 shrink-0" />
          {words.t(CUT[cut])}
        </p>
      )}
      <MessageActions shown={last || pinned || turn !== undefined}>
        {streaming ? null : (
          <>
            <CopyButton text={text} label={words.t('message.copyMarkdown')} className="-ml-1.5" />
            {seq === undefined ? null : (
              <>
                <NoteButton seq={seq} />
                <PinButton seq={seq} />
              </>
            )}
            {last && !past ? (
              <IconButton size="sm" label={words.t('message.retry')} onClick={() => void retry()}>
                <RotateCcw aria-hidden />
              </IconButton>
            ) : null}
            {turn === undefined ? null : <AnswerSwitch turn={turn} />}
            {at === undefined ? null : (
              <time dateTime={at} className="ml-1">
                {words.format.time(at)}
              </time>
            )}
          </>
        )}
      </MessageActions>
    </article>
  );
});
