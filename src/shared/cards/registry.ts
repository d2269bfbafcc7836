/** Every kind of card that the app knows: one entry a kind. All others are shown as plain cards. */
import { type Card, type CardHead, type CardKind, cardHeadSchema } from './card.ts';
import { bookingCard, bookingListCard, bookingQuoteCard, currentTimeCard, flightOffersCard } from './kinds.ts';
import { factsOfUnknown, type PlainCard, plainCardSchema } from './plain-card.ts';

const KINDS: readonly CardKind[] = [flightOffersCard, bookingQuoteCard, bookingCard, bookingListCard, currentTimeCard];

/** Undefined where `data` is no card at all. A kind or version that the app does not know becomes a plain card. */
export function parseCard(data: unknown): Card | undefined {
  const head = cardHeadSchema.safeParse(data);
  if (!head.success) return undefined;
  const { kind, version } = head.data;
  const known = KINDS.find((one) => one.kind === kind && one.version === version);
  return known?.read(head.data) ?? plainCard(head.data);
}

function plainCard(head: CardHead): Card {
  const parsed = plainCardSchema.safeParse(head);
  const data: PlainCard = parsed.success ? parsed.data : factsOfUnknown(head);
  const { kind, version, key, items } = data;
  const keys = [key, ...items.map((item) => item.key)].filter((one) => one !== undefined);
  return {
    kind,
    version,
    data,
    isPlain: true,
    isShown: true,
    stepValues: {},
    plain: () => data,
    records: keys.map((one) => ({ kind, key: one })),
  };
}
