/** Every view of a kind of card: one entry a kind. A kind without one is shown as a plain card. */

import { BellRing } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import {
  type Card,
  type CardAction,
  type CardFact,
  type CardItem,
  type CardStatus,
  type CardText,
  type CardWatch,
  cardLines,
  textIn,
} from '../../shared/cards/card.ts';
import { readingIn, watchNews, watchState } from '../../shared/messages/describe-event.ts';
import { nextCheck, type WatchView } from '../../shared/reducer/watches.ts';
import { useFormat, useLanguage, useT } from '../i18n.ts';
import { useWords, VisibleText, visibleText } from '../shared/words.tsx';
import { useActions, useHeld, usePast, useReadOnly, useSession, useSessionState } from '../store/index.ts';
import { Badge, Button } from '../ui/index.ts';
import {
  CardFrame,
  type CardProps,
  FileButtons,
  type QuoteView,
  type RecordView,
  type ShownCardProps,
  type CardView as View,
  valueInWords,
} from './card-view.tsx';
import { useChatScope } from './chat-scope.tsx';
import { FLIGHT_VIEWS } from './flights/views.tsx';

const VIEWS: readonly View[] = [...FLIGHT_VIEWS];

const viewOf = (card: Card): View | undefined =>
  card.isPlain ? undefined : VIEWS.find(({ kind }) => kind === card.kind);

export function CardView(props: ShownCardProps) {
  const View = viewOf(props.card)?.Card ?? PlainCardView;
  return <View {...props} />;
}

function PlainSummary({ card }: CardProps) {
  const { language } = useWords();
  const { title, subtitle } = card.plain();
  return [title, subtitle]
    .filter((text) => text !== undefined)
    .map((text) => visibleText(textIn(text, language)))
    .join(' · ');
}

const PLAIN_QUOTE: QuoteView = {
  Body: PlainBody,
  Summary: PlainSummary,
  words(words, card) {
    const { title, price, ask } = card.plain();
    const say = (text: CardText) => visibleText(textIn(text, words.language));
    const confirm = ask === undefined ? words.t('question.confirm') : say(ask.confirm);
    return {
      title: say(title),
      promise: words.t('question.promise', { confirm }),
      confirm,
      decline: ask === undefined ? words.t('question.decline') : say(ask.decline),
      danger: ask?.danger ?? false,
      agreed: words.t('question.agreed'),
      declined: words.t('question.declined'),
      lapsed: words.t('question.lapsed'),
      ...(price === undefined ? {} : { total: words.format.money(price) }),
    };
  },
};

export const quoteViewOf = (card: Card): QuoteView => viewOf(card)?.quote ?? PLAIN_QUOTE;

const PLAIN_RECORD: RecordView = {
  Pass: ({ card }) => <PlainFacts facts={card.plain().facts} />,
  title: ({ language }, card) => {
    const { title, subtitle } = card.plain();
    return [title, subtitle]
      .flatMap((text) => (text === undefined ? [] : [visibleText(textIn(text, language))]))
      .join(' · ');
  },
  reminders: () => [],
  calendar(words, card) {
    const { key = '', period } = card.plain();
    if (period === undefined) return [];
    return [{ id: key, label: PLAIN_RECORD.title(words, card), at: period.from, until: period.to ?? period.from }];
  },
  asks: ({ language }, card) =>
    card.plain().actions.map(({ label, say }) => ({
      label: visibleText(textIn(label, language)),
      say: textIn(say, language),
      danger: false,
    })),
  share({ language, format }, card) {
    const { price: _price, notes: _notes, ...shared } = card.plain();
    return cardLines({ ...shared, notes: [] }, { language, number: format.number }).map(visibleText);
  },
};

export const recordViewOf = (card: Card): RecordView => viewOf(card)?.record ?? PLAIN_RECORD;

/** Texts are a script's: invisible characters are shown. Each row has its place for a key, as rows never move. */
const keyed = <T,>(rows: readonly T[]): readonly (readonly [number, T])[] => [...rows.entries()];

export function CardStatusBadge({ status }: { readonly status: CardStatus }) {
  const { language } = useWords();
  return (
    <Badge tone={status.tone}>
      <VisibleText text={textIn(status.text, language)} />
    </Badge>
  );
}

function PlainFacts({ facts }: { readonly facts: readonly CardFact[] }) {
  const words = useWords();
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      {keyed(facts).map(([key, { label, value }]) => (
        <Fragment key={key}>
          <dt className="text-ink-soft">
            <VisibleText text={label === undefined ? '' : textIn(label, words.language)} />
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <VisibleText text={valueInWords(words, value)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Each says in the conversation what it says it would. */
function Actions({ actions }: { readonly actions: readonly CardAction[] }) {
  const { language } = useWords();
  const { send } = useActions();
  const { focusComposer } = useChatScope();
  const held = useHeld();
  return keyed(actions).map(([key, { label, say }]) => (
    <Button
      key={key}
      size="sm"
      disabled={held}
      title={visibleText(textIn(say, language))}
      onClick={() => {
        void send(textIn(say, language));
        focusComposer();
      }}
    >
      <VisibleText text={textIn(label, language)} />
    </Button>
  ));
}

function Item({ item, children }: { readonly item: CardItem; readonly children: ReactNode }) {
  const words = useWords();
  const { title, subtitle, status, price, facts, actions } = item;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-t px-4 py-3 first:border-t-0">
      <span aria-hidden className="text-ink-faint text-sm leading-6 tabular-nums">
        {children}
      </span>
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">
            <VisibleText text={textIn(title, words.language)} />
          </span>
          {status === undefined ? null : <CardStatusBadge status={status} />}
        </p>
        {subtitle === undefined ? null : (
          <p className="text-ink-soft text-sm">
            <VisibleText text={textIn(subtitle, words.language)} />
          </p>
        )}
        <PlainFacts facts={facts} />
      </div>
      <span className="flex flex-wrap items-center gap-2">
        {price === undefined ? null : (
          <span className="font-semibold text-lg tabular-nums">{words.format.money(price)}</span>
        )}
        <Actions actions={actions} />
      </span>
    </li>
  );
}

/** The content of a card, without its frame. */
function PlainBody({ card }: { readonly card: Card }) {
  const words = useWords();
  const { subtitle, price, facts, items, notes } = card.plain();
  const hasHead = subtitle !== undefined || price !== undefined || facts.length > 0 || notes.length > 0;
  return (
    <>
      {hasHead ? (
        <div className="space-y-3 px-4 py-4">
          {subtitle === undefined && price === undefined ? null : (
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <VisibleText text={subtitle === undefined ? '' : textIn(subtitle, words.language)} />
              {price === undefined ? null : (
                <span className="font-semibold text-xl tabular-nums">{words.format.money(price)}</span>
              )}
            </p>
          )}
          <PlainFacts facts={facts} />
          {notes.length === 0 ? null : (
            <ul className="list-disc space-y-0.5 pl-4 text-ink-soft text-sm marker:text-ink-faint">
              {keyed(notes).map(([key, note]) => (
                <li key={key}>
                  <VisibleText text={textIn(note, words.language)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : null}
      {items.length === 0 ? null : (
        <ol className="border-line border-t first:border-t-0">
          {keyed(items).map(([key, item]) => (
            <Item key={key} item={item}>
              {key + 1}
            </Item>
          ))}
        </ol>
      )}
    </>
  );
}

/** A card that the app has no view of, as its skill wrote it. */
function PlainCardView({ card }: { readonly card: Card }) {
  const { language } = useWords();
  const { title, status, files, actions } = card.plain();
  return (
    <CardFrame
      title={<VisibleText text={textIn(title, language)} />}
      aside={status === undefined ? undefined : <CardStatusBadge status={status} />}
    >
      <PlainBody card={card} />
      {files.length + actions.length === 0 ? null : (
        <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
          <FileButtons files={files} />
          <Actions actions={actions} />
        </div>
      )}
    </CardFrame>
  );
}

// Below a card: the button that starts its watch, then the watch. In the conversation: the changes that it found.

export function WatchBar({ callId, watch }: { readonly callId: string; readonly watch: CardWatch | undefined }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { watches } = useActions();
  const { id: session = '' } = useSession();
  const past = usePast();
  const readOnly = useReadOnly();
  const running = useSessionState((state) => state.watches?.find((one) => one.callId === callId && !one.ended));
  const next = running && nextCheck(running);
  if (readOnly || (watch === undefined && next === undefined)) return null;
  const offered = ({ every, until, below, currency }: CardWatch): string =>
    [
      t('watches.terms', { every: format.minutes(every), until: format.date(new Date(until)) }),
      ...(below === undefined ? [] : [t('watches.below', { value: readingIn(language, { value: below, currency }) })]),
    ].join(' · ');
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
      <Button
        size="sm"
        icon={BellRing}
        disabled={past}
        onClick={() => void (running ? watches.remove(running.id) : watches.start(session, callId))}
      >
        {running ? t('watches.stop') : watch?.label ? visibleText(textIn(watch.label, language)) : t('watches.start')}
      </Button>
      <span role="status" className="min-w-0 flex-1 basis-60 tabular-nums [overflow-wrap:anywhere]">
        {running && next ? watchState(language, running, new Date(next).toISOString()) : watch && offered(watch)}
      </span>
    </div>
  );
}

/** A change, or the end, where it happened; the latest change can be taken up. */
export function WatchRow({ watch, at }: { readonly watch: WatchView; readonly at: number }) {
  const language = useLanguage();
  const { send } = useActions();
  const held = useHeld();
  const change = watch.changes.find(({ seq }) => seq === at);
  const say = watch.say && textIn(watch.say, language);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
      <BellRing aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 basis-48 tabular-nums [overflow-wrap:anywhere]">
        {visibleText(watchNews(language, watch, change))}
      </span>
      {say === undefined || change === undefined || change !== watch.changes.at(-1) ? null : (
        <Button size="sm" disabled={held} onClick={() => void send(say)}>
          {visibleText(say)}
        </Button>
      )}
    </div>
  );
}
