/** Every view of a kind of card: one entry a kind. A kind without one is shown as a plain card. */
import type { Card } from '../../shared/cards/card.ts';
import { type CardText, textIn } from '../../shared/cards/plain-card.ts';
import { useWords } from '../shared/use-words.ts';
import { visibleText } from '../shared/visible-text.ts';
import type { CardProps, QuoteView, ShownCardProps, CardView as View } from './card-view.ts';
import { FLIGHT_VIEWS } from './flights/views.tsx';
import { PlainBody, PlainCardView, PlainFacts } from './plain-card-view.tsx';

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

export { CardStatusBadge } from './plain-card-view.tsx';

export const quoteViewOf = (card: Card): QuoteView => viewOf(card)?.quote ?? PLAIN_QUOTE;

/** What a record is about, as a row of the list of all. */
export function CardRecordView({ card }: CardProps) {
  const Record = viewOf(card)?.Record ?? PlainRecord;
  return <Record card={card} />;
}

function PlainRecord({ card }: CardProps) {
  return (
    <span className="block space-y-1">
      <span className="block">
        <PlainSummary card={card} />
      </span>
      <PlainFacts facts={card.plain().facts} />
    </span>
  );
}
