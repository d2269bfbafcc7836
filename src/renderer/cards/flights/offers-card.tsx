import { ListFilter } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { FlightOffersCard, Offer } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import { useActions, useHeld } from '../../store/index.ts';
import { Button, cn } from '../../ui/index.ts';
import { CardFrame } from '../card-view.tsx';
import { useChatScope, useRemembered, useShownRows } from '../chat-scope.tsx';
import { dateInWords, localTime } from '../local-time.ts';
import { partyInWords } from './journey.tsx';
import { NotSold, OfferRow } from './offer-row.tsx';
import {
  cabinInWords,
  choiceMessage,
  choicesOf,
  countSet,
  flightsOf,
  NO_FILTER,
  OFFER_ORDERS,
  type OfferFilter,
  type OfferOrder,
  passes,
  placed,
  type RankedOffer,
  rankOffers,
  rowInWords,
  wayOutOf,
} from './offer-view.ts';
import { OffersFilter } from './offers-filter.tsx';
import { PriceMonth, PriceStrip } from './price-days.tsx';
import { useWords, type Words } from './words.ts';

/** Offers shown before "show more"; of a list that was asked to be longer, as many as that. */
const SHOWN_FIRST = 6;
const SHOWN_AT_ONCE = 18;

const ORDER_LABELS = {
  price: 'offers.byPrice',
  duration: 'offers.byDuration',
  departure: 'offers.byDeparture',
  stops: 'offers.byStops',
} as const;

function titleOf(words: Words, { from, to, returnDate }: FlightOffersCard['query']): string {
  const cities = { from: named(words, from.city, from.cityZh), to: named(words, to.city, to.cityZh) };
  return words.t(returnDate ? 'offers.titleReturn' : 'offers.title', cities);
}

function subtitleOf(words: Words, query: FlightOffersCard['query']): string {
  const { date, returnDate, cabin } = query;
  const days = [date, ...(returnDate ? [returnDate] : [])].map((day) => dateInWords(words, day, 'long')).join(' – ');
  return [days, partyInWords(words, query), cabinInWords(words, cabin)].join(' · ');
}

function Orders({ value, onChange }: { readonly value: OfferOrder; readonly onChange: (order: OfferOrder) => void }) {
  const words = useWords();
  return (
    <fieldset className="flex items-center gap-0.5 text-sm">
      <legend className="sr-only">{words.t('offers.sort')}</legend>
      {OFFER_ORDERS.map((order) => (
        <button
          key={order}
          type="button"
          aria-pressed={value === order}
          onClick={() => onChange(order)}
          className={cn(
            'cursor-default rounded-control px-2 py-0.5 text-ink-soft hover:bg-hover',
            value === order && 'bg-selected font-medium text-ink',
          )}
        >
          {words.t(ORDER_LABELS[order])}
        </button>
      ))}
    </fieldset>
  );
}

/** The number of the button that an arrow key leads to. */
function target(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Flights that fit and are not in the list. Of the newest list more can be asked for; "more" of an older one would mean that. */
function Elsewhere({
  card: { offers, matching, page },
  newest,
  count,
}: {
  readonly card: FlightOffersCard;
  readonly newest: boolean;
  readonly count: number;
}) {
  const words = useWords();
  const { send } = useActions();
  const { focusComposer } = useChatScope();
  const held = useHeld();
  if (!newest) return <span>{words.t('offers.more', { count })}</span>;
  if (page !== undefined && page.next === undefined) return <span>{words.t('offers.narrow', { count })}</span>;
  const next = page?.next === undefined ? count : Math.min(page.next, matching) - offers.length;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="text-accent"
      disabled={held}
      onClick={() => {
        void send(words.t('offers.askMore'));
        focusComposer();
      }}
    >
      {words.t('offers.findMore', { count: next })}
    </Button>
  );
}

type Step = 'out' | 'back';

/** Step of a round trip that the list is about, as the search was asked; the newest leads back to the first. */
function StepLine({
  step,
  out,
  newest,
}: {
  readonly step: Step;
  readonly out: Offer | undefined;
  readonly newest: boolean;
}) {
  const words = useWords();
  const { send } = useActions();
  const { focusComposer } = useChatScope();
  const held = useHeld();
  const way = out?.itineraries[0];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft/40 px-4 py-2 text-sm">
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">{words.t(step === 'out' ? 'offers.stepOut' : 'offers.stepBack')}</span>
        {step === 'back' && way !== undefined ? (
          <span className="text-ink-soft">
            {' '}
            {words.t('offers.chosenOut', {
              flights: flightsOf(way),
              depart: localTime(way.departs).clock,
              arrive: localTime(way.arrives).clock,
            })}
          </span>
        ) : null}
      </p>
      {step === 'back' && newest ? (
        <Button
          size="sm"
          variant="ghost"
          disabled={held}
          onClick={() => {
            void send(words.t('offers.changeOut'));
            focusComposer();
          }}
        >
          {words.t('offers.changeOut')}
        </Button>
      ) : null}
    </div>
  );
}

/** Flights to choose from. Choosing says so in the conversation, in the person's language. */
export function OffersCard({
  card,
  newest,
  memoryKey,
}: {
  readonly card: FlightOffersCard;
  readonly newest: boolean;
  readonly memoryKey: string;
}) {
  const words = useWords();
  const { send } = useActions();
  const { focusComposer } = useChatScope();
  const held = useHeld();
  const travellers = card.query.adults + card.query.children;
  const [order, setOrder] = useRemembered<OfferOrder>(`${memoryKey}/order`, 'price');
  const [all, setAll] = useRemembered(`${memoryKey}/all`, false);
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const [filter, setFilter] = useRemembered<OfferFilter>(`${memoryKey}/filter`, NO_FILTER);
  const [filtering, setFiltering] = useRemembered(`${memoryKey}/filtering`, false);
  const step: Step | undefined =
    card.query.step === 'outbound' ? 'out' : card.query.outbound === undefined ? undefined : 'back';
  const offers = useMemo(() => (step === 'out' ? card.offers.map(wayOutOf) : card.offers), [card.offers, step]);
  const choices = useMemo(() => choicesOf(offers), [offers]);
  const ranked = useMemo(
    () =>
      rankOffers(offers, order)
        .filter(({ offer }) => passes(offer, filter))
        .map(placed),
    [offers, order, filter],
  );
  const reordered = newest && ranked.some(({ place, number }) => place !== number);
  const rows = useMemo(
    () => (reordered || step === 'out' ? ranked.map((one) => rowInWords(words, one.offer)) : undefined),
    [reordered, step, ranked, words],
  );
  useShownRows(rows, newest);
  const choose = (entry: RankedOffer) => {
    void send(choiceMessage(words, entry, newest, step === 'out'));
    focusComposer();
  };
  const set = countSet(filter);
  const first = Math.min(Math.max(card.page?.limit ?? SHOWN_FIRST, SHOWN_FIRST), SHOWN_AT_ONCE);
  const shown = all ? ranked : ranked.slice(0, first);
  const hidden = ranked.length - shown.length;
  const elsewhere = card.matching - offers.length;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event.key, focused, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[data-offer-choose]')[next]?.focus();
  };

  return (
    <CardFrame
      title={titleOf(words, card.query)}
      aside={
        offers.length > 1 ? (
          <span className="flex flex-wrap items-center gap-1">
            <Orders value={order} onChange={setOrder} />
            <Button
              icon={ListFilter}
              size="sm"
              variant="ghost"
              aria-expanded={filtering}
              onClick={() => setFiltering(!filtering)}
            >
              {set === 0 ? words.t('offers.filter') : words.t('offers.filterSet', { count: set })}
            </Button>
          </span>
        ) : undefined
      }
    >
      {filtering ? (
        <OffersFilter choices={choices} currency={card.query.currency} filter={filter} onChange={setFilter} />
      ) : null}
      <p className="border-line border-b px-4 py-2 text-ink-soft text-sm">{subtitleOf(words, card.query)}</p>
      {newest && card.nearby !== undefined ? <PriceStrip days={card.nearby} query={card.query} /> : null}
      {newest && card.month !== undefined ? <PriceMonth days={card.month} query={card.query} /> : null}
      {step === undefined ? null : <StepLine step={step} out={offers[0]} newest={newest} />}
      <ol ref={list} aria-label={words.t('offers.list')} onKeyDown={onKeyDown}>
        {shown.map((entry, index) => (
          <OfferRow
            key={entry.offer.id}
            ranked={entry}
            memoryKey={`${memoryKey}/${entry.offer.id}`}
            inTabOrder={index === Math.min(focused, shown.length - 1)}
            party={card.query}
            best={index === 0}
            isBack={step === 'back'}
            disabled={held}
            onFocus={() => setFocused(index)}
            onChoose={() => choose(entry)}
          />
        ))}
      </ol>
      {set === 0 ? null : (
        <p role="status" className="flex flex-wrap items-center gap-x-3 px-4 py-2 text-ink-soft text-sm">
          {words.t('offers.filtered', { shown: ranked.length, all: offers.length })}
          <Button size="sm" variant="ghost" onClick={() => setFilter(NO_FILTER)}>
            {words.t('offers.clearFilter')}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-2 text-ink-soft text-sm">
        <div>
          {card.provider?.real === false && offers[0] !== undefined ? <NotSold offer={offers[0]} /> : null}
          <p>{words.t(travellers > 1 ? 'flight.totals' : 'flight.localTimes')}</p>
        </div>
        {hidden > 0 ? (
          <button
            type="button"
            aria-expanded={false}
            className="cursor-default rounded-control px-1.5 py-0.5 text-accent hover:bg-hover"
            onClick={() => setAll(true)}
          >
            {words.t('offers.showAll', { count: hidden })}
          </button>
        ) : null}
        {hidden === 0 && elsewhere > 0 ? <Elsewhere card={card} newest={newest} count={elsewhere} /> : null}
      </div>
    </CardFrame>
  );
}
