import { type ReactNode, useMemo } from 'react';
import type { SummaryFallback } from '../../../shared/events.ts';
import type { Compaction } from '../../../shared/session-state.ts';
import { useWords } from '../../shared/use-words.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import { useSessionState } from '../../store/index.ts';
import { Badge, Banner, Collapsible, cn, Dialog, ScrollArea } from '../../ui/index.ts';
import { Markdown } from '../messages/markdown.tsx';
import { PinButton } from '../messages/pin-button.tsx';
import { type OriginalMessage, originalMessages } from './covered-messages.ts';
import { ShortenedResults } from './shortened-results.tsx';

interface Shown {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly compaction: Compaction;
}

/** Both sides of a compaction: the messages themselves, each of which can be kept in full, and what the model is given. */
export function CompactionDialog({ open, onClose, compaction }: Shown) {
  const words = useWords();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.t('compaction.title')}
      description={words.t('compaction.description')}
      size="xl"
      flush
    >
      {open ? <BothSides compaction={compaction} /> : null}
    </Dialog>
  );
}

function BothSides({ compaction }: Pick<Shown, 'compaction'>) {
  const words = useWords();
  const messages = useSessionState((state) => state.messages);
  const pinnedMessages = useSessionState((state) => state.pinnedMessages);
  const originals = useMemo(
    () => originalMessages({ messages, pinnedMessages }, compaction),
    [messages, pinnedMessages, compaction],
  );
  const { before, after, summary, writtenBy, instruction, fallback, trigger, strategy } = compaction;
  const writer = words.t(writtenBy === 'model' ? 'compaction.byModel' : 'compaction.byApp');
  return (
    <div className="grid min-h-0 grid-cols-1 border-line border-t md:h-[min(34rem,calc(100dvh-14rem))] md:grid-cols-2">
      <Side
        title={words.t('compaction.original')}
        figure={words.t('compaction.tokens', { n: words.format.number(before) })}
      >
        <ul className="flex flex-col gap-3">
          {originals.map((original) => (
            <Original key={original.message.seq} original={original} />
          ))}
        </ul>
      </Side>
      <Side
        title={words.t('compaction.given')}
        figure={words.t('compaction.tokens', { n: words.format.number(after) })}
        className="border-line border-t md:border-t-0 md:border-l"
      >
        <p className="mb-3 text-ink-soft text-sm">
          {summary === undefined ? words.t('compaction.shortened') : writer}
          {trigger === 'provider' ? ` ${words.t('compaction.provider')}` : null}
          {instruction === undefined ? null : ` ${words.t('compaction.asked', { instruction })}`}
        </p>
        {fallback === undefined ? null : <Fallback {...fallback} />}
        {strategy === 'tool-results' ? <ShortenedResults compaction={compaction} /> : null}
        {summary === undefined ? null : (
          <div className="whitespace-pre-wrap text-md [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
            <VisibleText text={summary} />
          </div>
        )}
      </Side>
    </div>
  );
}

function Side({
  title,
  figure,
  className,
  children,
}: {
  readonly title: string;
  readonly figure: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className={cn('flex min-h-0 flex-col', className)}>
      <h3 className="flex items-baseline justify-between gap-2 px-5 pt-3 pb-2 font-semibold text-base">
        {title}
        <span className="font-normal text-ink-soft text-sm tabular-nums">{figure}</span>
      </h3>
      <ScrollArea className="min-h-0 flex-1">
        <div className="px-5 pb-5">{children}</div>
      </ScrollArea>
    </section>
  );
}

function Fallback({ code, figures = { tokens: 0, most: 0 }, message }: SummaryFallback) {
  const { t, format } = useWords();
  const variables = { tokens: format.number(figures.tokens), most: format.number(figures.most) };
  return (
    <Banner tone="info" className="mb-3">
      <p>
        {t('compaction.fallback.title')} {t(`compaction.fallback.${code}`, variables)}
      </p>
      {message === undefined ? null : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={t('end.details')}>
          <p lang="en" className="pl-5.5 [overflow-wrap:anywhere]">
            <VisibleText text={message} />
          </p>
        </Collapsible>
      )}
    </Banner>
  );
}

const ROLE = { user: 'you', assistant: 'agent', tool: 'compaction.result' } as const;

function Original({ original: { message, whole } }: { readonly original: OriginalMessage }) {
  const words = useWords();
  const text = message.role === 'tool' ? message.content : message.text;
  const calls = message.role === 'assistant' ? message.toolCalls.map((call) => call.name) : [];
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_4rem]">
      <div className="flex items-center gap-2 text-ink-soft text-sm">
        <span className="font-medium">{words.t(ROLE[message.role])}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs">
          {message.role === 'tool' ? message.name : calls.join(', ')}
        </span>
        {whole ? <Badge>{words.t('compaction.whole')}</Badge> : null}
        <PinButton seq={message.seq} />
      </div>
      {text === '' ? null : message.role === 'assistant' ? (
        <Markdown text={text} streaming={false} />
      ) : (
        <div
          className={
            message.role === 'tool'
              ? 'max-h-40 overflow-y-auto whitespace-pre-wrap rounded-control bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]'
              : 'whitespace-pre-wrap text-md [overflow-wrap:anywhere] [unicode-bidi:plaintext]'
          }
        >
          <VisibleText text={text} />
        </div>
      )}
    </li>
  );
}
