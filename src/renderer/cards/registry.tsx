/** Every view of a kind of card: one entry a kind. A kind without one is shown as a plain card. */
import { type Card, type CardText, cardLines, textIn } from '../../shared/cards/card.ts';
import { useWords, visibleText } from '../shared/words.tsx';
import type { CardProps, QuoteView, RecordView, ShownCardProps, CardView as View } from './card-view.tsx';
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
