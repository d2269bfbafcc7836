import { Fragment, type ReactNode } from 'react';
import {
  type Card,
  type CardAction,
  type CardFact,
  type CardItem,
  type CardStatus,
  textIn,
} from '../../shared/cards/card.ts';
import { useWords, VisibleText, visibleText } from '../shared/words.tsx';
import { useActions, useHeld } from '../store/index.ts';
import { Badge, Button } from '../ui/index.ts';
import { CardFrame, FileButtons, valueInWords } from './card-view.tsx';
import { useChatScope } from './chat-scope.tsx';

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

export function PlainFacts({ facts }: { readonly facts: readonly CardFact[] }) {
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
export function PlainBody({ card }: { readonly card: Card }) {
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
export function PlainCardView({ card }: { readonly card: Card }) {
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
