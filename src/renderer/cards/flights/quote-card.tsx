import { CircleCheck, CircleSlash, ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { BookingQuoteCard } from '../../../shared/cards.ts';
import { useWords } from '../../shared/use-words.ts';
import { type ChatKey, named } from '../../shared/words.ts';
import { Button, Collapsible } from '../../ui/index.ts';
import { CardFrame } from '../card-frame.tsx';
import type { CardQuestion } from '../card-question.ts';
import { useRemembered } from '../chat-scope.tsx';
import { useDecision } from '../use-decision.ts';
import { usePoliteFocus } from '../use-polite-focus.ts';
import { fareFacts } from './fare-facts.ts';
import { Itineraries } from './itinerary-timeline.tsx';
import { JourneySummary } from './journey-summary.tsx';
import { PassengerList } from './passenger-list.tsx';

const shownOffer = (quote: BookingQuoteCard) => (quote.action === 'book' ? quote.offer : quote.booking.offer);
const shownPassengers = (quote: BookingQuoteCard) =>
  quote.action === 'book' ? quote.passengers : quote.booking.passengers;
const shownTotal = (quote: BookingQuoteCard) => (quote.action === 'book' ? quote.total : quote.booking.total);

function Amount({
  label,
  big = false,
  children,
}: {
  readonly label: ReactNode;
  readonly big?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={big ? 'font-semibold' : 'text-ink-soft'}>{label}</dt>
      <dd className={big ? 'font-semibold text-xl tabular-nums' : 'tabular-nums'}>{children}</dd>
    </div>
  );
}

/** What is asked, from the script's own output: the flights, the people, the rules, the money. */
function QuoteBody({ quote }: { readonly quote: BookingQuoteCard }) {
  const words = useWords();
  const offer = shownOffer(quote);
  const fare = named(words, offer.fare.name, offer.fare.nameZh);
  const given = quote.fareRules[words.language];
  const rules = given.length > 0 ? given : fareFacts(words, offer);
  const rulesNameFare = rules.some((rule) => rule.includes(fare));
  return (
    <div className="space-y-4 px-4 py-4">
      <Itineraries itineraries={offer.itineraries} />
      <div className="grid gap-x-6 gap-y-3 border-line border-t pt-3 @md:grid-cols-2">
        <div>
          <h4 className="mb-0.5 text-ink-soft text-sm">{words.t('quote.passengers')}</h4>
          <PassengerList passengers={shownPassengers(quote)} />
        </div>
        <div>
          <h4 className="mb-0.5 text-ink-soft text-sm">
            {words.t('quote.rules')}
            {rulesNameFare ? null : ` · ${fare}`}
          </h4>
          <ul className="list-disc space-y-0.5 pl-4 text-sm marker:text-ink-faint">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      </div>
      <dl className="space-y-1 border-line border-t pt-3">
        {quote.action === 'book' ? (
          <Amount label={words.t('quote.total')} big>
            {words.format.money(quote.total)}
          </Amount>
        ) : (
          <>
            <Amount label={words.t('quote.total')}>{words.format.money(quote.booking.total)}</Amount>
            <Amount label={words.t('quote.fee')}>{words.format.money(quote.fee)}</Amount>
            <Amount label={words.t('quote.refund')} big>
              {words.format.money(quote.refund)}
            </Amount>
          </>
        )}
      </dl>
    </div>
  );
}

const LAPSED: Readonly<Record<'book' | 'cancel', ChatKey>> = {
  book: 'quote.lapsedRecord',
  cancel: 'quote.lapsedCancelRecord',
};
const DENIED: Readonly<Record<'book' | 'cancel', ChatKey>> = {
  book: 'quote.notBookedRecord',
  cancel: 'quote.keptRecord',
};
const AGREED: Readonly<Record<'book' | 'cancel', ChatKey>> = {
  book: 'quote.bookedRecord',
  cancel: 'quote.cancelledRecord',
};

/** What was asked and what the person said, for good. */
function QuoteRecord({ item, quote }: { readonly item: CardQuestion; readonly quote: BookingQuoteCard }) {
  const words = useWords();
  const [open, setOpen] = useRemembered(`${item.key}/record`, false);
  const name = useId();
  const { unasked } = item.approval;
  const decision = unasked ? undefined : item.approval.decision;
  const agreed = decision !== undefined && decision !== 'denied';
  const key = decision === undefined ? LAPSED : agreed ? AGREED : DENIED;
  const Icon = agreed ? CircleCheck : CircleSlash;
  return (
    <section aria-labelledby={name} className="@container rounded-panel border border-line bg-surface">
      <Collapsible
        open={open}
        onOpenChange={setOpen}
        chevron="end"
        triggerClassName="px-4 py-2.5 hover:bg-hover"
        summary={
          <span className="flex items-start gap-2">
            <Icon
              aria-hidden
              className={agreed ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0 text-ink-soft'}
            />
            <span className="min-w-0">
              <span id={name} className="font-medium">
                {words.t(key[quote.action])}
              </span>
              <span className="block text-ink-soft text-sm">
                <JourneySummary offer={shownOffer(quote)} total={shownTotal(quote)} />
              </span>
            </span>
          </span>
        }
      >
        <div className="border-line border-t">
          <QuoteBody quote={quote} />
        </div>
      </Collapsible>
    </section>
  );
}

/** The card without which nothing is booked or cancelled. */
export function QuoteCard({ item, quote }: { readonly item: CardQuestion; readonly quote: BookingQuoteCard }) {
  const words = useWords();
  const title = usePoliteFocus(`${item.key}/focus`, item.open);
  const { closed, pressed, decide } = useDecision(item.call.callId);
  if (!item.open) return <QuoteRecord item={item} quote={quote} />;
  const book = quote.action === 'book';
  return (
    <CardFrame tone="asking" titleRef={title} title={words.t(book ? 'quote.bookTitle' : 'quote.cancelTitle')}>
      <QuoteBody quote={quote} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-line border-t bg-side px-4 py-3">
        <p className="flex min-w-0 flex-1 basis-56 items-start gap-1.5 text-ink-soft text-sm">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          {words.t(book ? 'quote.bookPromise' : 'quote.cancelPromise')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="lg"
            disabled={closed || pressed !== undefined}
            busy={pressed === 'denied'}
            onClick={() => decide('denied')}
          >
            {words.t(book ? 'quote.notNow' : 'quote.keep')}
          </Button>
          <Button
            size="lg"
            variant={book ? 'primary' : 'danger'}
            disabled={closed || pressed !== undefined}
            busy={pressed === 'once'}
            onClick={() => decide('once')}
          >
            {words.t(book ? 'quote.confirm' : 'quote.confirmCancel')}
          </Button>
        </div>
      </div>
    </CardFrame>
  );
}
