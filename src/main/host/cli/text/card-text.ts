/** A booking question in plain lines: what a person says yes to, from the script's own figures. */
import type { BookingQuoteCard, Itinerary, Money, Offer, Place } from '../../../../shared/cards.ts';
import { parseCard } from '../../../../shared/cards.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { oneLine } from './visible.ts';

export interface CardLanguage {
  readonly words: CliWords;
  /** BCP 47. */
  readonly language: string;
}

const isChinese = ({ language }: CardLanguage): boolean => /^zh\b/i.test(language);

function place(where: Place, spoken: CardLanguage): string {
  return `${isChinese(spoken) ? where.cityZh : where.city} (${where.code})`;
}

/** Local time as the script wrote it: the offset is the place's own. */
const localTime = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const money = ({ amount, currency }: Money, { words }: CardLanguage): string => `${currency} ${words.number(amount)}`;

function route(itinerary: Itinerary, spoken: CardLanguage): string[] {
  const { segments } = itinerary;
  return segments.map((segment) => {
    const arrives = `${localTime(segment.arrives)}${segment.dayOffset === 0 ? '' : spoken.words.card.days(segment.dayOffset)}`;
    return `${segment.flight}  ${place(segment.from, spoken)} ${localTime(segment.departs)} → ${place(segment.to, spoken)} ${arrives}`;
  });
}

function offerLines(offer: Offer, spoken: CardLanguage): string[] {
  const { words } = spoken;
  const fare = isChinese(spoken) ? offer.fare.nameZh : offer.fare.name;
  return [
    ...offer.itineraries.flatMap((itinerary) => route(itinerary, spoken)),
    `${words.card.fare}: ${fare}, ${offer.cabin}`,
  ];
}

function passengerLine(passengers: BookingQuoteCardPassengers, { words }: CardLanguage): string {
  const names = passengers.map(({ name, type }) => `${name} (${words.card[type]})`);
  return `${words.card.passengers}: ${names.join(', ')}`;
}
type BookingQuoteCardPassengers = Extract<BookingQuoteCard, { action: 'book' }>['passengers'];

/** Undefined where `preview` is no booking question. Every line is safe to print. */
export function quoteLines(preview: unknown, spoken: CardLanguage): string[] | undefined {
  const card = parseCard(preview);
  if (card?.kind !== 'booking-quote') return undefined;
  const { words } = spoken;
  const rules = (isChinese(spoken) ? card.fareRules.zh : card.fareRules.en).map(
    (rule) => `${words.card.rules}: ${rule}`,
  );
  const lines =
    card.action === 'book'
      ? [
          words.card.book,
          ...offerLines(card.offer, spoken),
          passengerLine(card.passengers, spoken),
          ...rules,
          `${words.card.total}: ${money(card.total, spoken)}`,
        ]
      : [
          `${words.card.cancel} ${card.booking.reference}`,
          ...offerLines(card.booking.offer, spoken),
          passengerLine(card.booking.passengers, spoken),
          ...rules,
          `${words.card.fee}: ${money(card.fee, spoken)}`,
          `${words.card.refund}: ${money(card.refund, spoken)}`,
        ];
  return lines.map(oneLine);
}
