import type { ReactNode } from 'react';
import { named } from '../../shared/words.tsx';
import { cn } from '../../ui/index.ts';
import type { FilterChoices, OfferFilter } from './offer-view.ts';
import { useWords } from './words.ts';

function Chip({
  pressed,
  onPress,
  children,
}: {
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cn(
        'h-7 cursor-default rounded-control border border-line-strong bg-surface px-2.5 text-sm hover:bg-hover',
        pressed && 'border-accent bg-selected font-medium',
      )}
    >
      {children}
    </button>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="float-left mr-2 min-w-20 text-ink-soft text-sm">{label}</legend>
      {children}
    </fieldset>
  );
}

function Most({
  label,
  range: [low, high],
  value,
  say,
  onChange,
}: {
  readonly label: string;
  readonly range: readonly [number, number];
  readonly value: number | undefined;
  readonly say: (value: number) => string;
  readonly onChange: (value: number | undefined) => void;
}) {
  const shown = value ?? high;
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm">
      <span className="min-w-20 shrink-0 text-ink-soft">{label}</span>
      <input
        type="range"
        min={low}
        max={high}
        step="any"
        value={shown}
        aria-valuetext={say(shown)}
        onChange={(event) => {
          const next = Number(event.target.value);
          onChange(next >= high ? undefined : next);
        }}
        className="min-w-0 flex-1 accent-(--color-accent)"
      />
      <span className="min-w-20 text-right tabular-nums">{say(shown)}</span>
    </label>
  );
}

const toggled = <T,>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** Filters for properties that differ among the flights; common ones are omitted. */
export function OffersFilter({
  choices,
  currency,
  filter,
  onChange,
}: {
  readonly choices: FilterChoices;
  readonly currency: string;
  readonly filter: OfferFilter;
  readonly onChange: (filter: OfferFilter) => void;
}) {
  const words = useWords();
  const { stops, parts, arrives, airlines, airports, bag, price, minutes, connection } = choices;
  return (
    <div className="space-y-2 border-line border-b bg-side px-4 py-3">
      {stops.length > 1 ? (
        <Line label={words.t('offers.stops')}>
          {stops.slice(0, -1).map((most) => (
            <Chip
              key={most}
              pressed={filter.stops === most}
              onPress={() => onChange({ ...filter, stops: filter.stops === most ? undefined : most })}
            >
              {most === 0 ? words.t('flight.direct') : words.t('offers.atMostStops', { count: most })}
            </Chip>
          ))}
        </Line>
      ) : null}
      {parts.length > 1 ? (
        <Line label={words.t('offers.departs')}>
          {parts.map((part) => (
            <Chip
              key={part}
              pressed={filter.parts.includes(part)}
              onPress={() => onChange({ ...filter, parts: toggled(filter.parts, part) })}
            >
              {words.t(`offers.${part}`)}
            </Chip>
          ))}
        </Line>
      ) : null}
      {arrives.length > 1 ? (
        <Line label={words.t('offers.arrives')}>
          {arrives.map((part) => (
            <Chip
              key={part}
              pressed={filter.arrives.includes(part)}
              onPress={() => onChange({ ...filter, arrives: toggled(filter.arrives, part) })}
            >
              {words.t(`offers.${part}`)}
            </Chip>
          ))}
        </Line>
      ) : null}
      {airports.length > 1 ? (
        <Line label={words.t('offers.airport')}>
          {airports.map(({ code, city, cityZh }) => (
            <Chip
              key={code}
              pressed={filter.airports.includes(code)}
              onPress={() => onChange({ ...filter, airports: toggled(filter.airports, code) })}
            >
              {named(words, city, cityZh)} {code}
            </Chip>
          ))}
        </Line>
      ) : null}
      {bag ? (
        <Line label={words.t('offers.bag')}>
          <Chip
            pressed={filter.bag === true}
            onPress={() => onChange({ ...filter, bag: filter.bag === true ? undefined : true })}
          >
            {words.t('offers.withBag')}
          </Chip>
        </Line>
      ) : null}
      {airlines.length > 1 ? (
        <Line label={words.t('offers.airline')}>
          {airlines.map(({ code, name, nameZh }) => (
            <Chip
              key={code}
              pressed={filter.airlines.includes(code)}
              onPress={() => onChange({ ...filter, airlines: toggled(filter.airlines, code) })}
            >
              {named(words, name, nameZh)}
            </Chip>
          ))}
        </Line>
      ) : null}
      <div className="grid gap-x-6 gap-y-2 @lg:grid-cols-2">
        {price[0] < price[1] ? (
          <Most
            label={words.t('offers.maxPrice')}
            range={price}
            value={filter.maxPrice}
            say={(amount) => words.format.money({ amount: Math.round(amount), currency })}
            onChange={(maxPrice) => onChange({ ...filter, maxPrice })}
          />
        ) : null}
        {connection[0] < connection[1] ? (
          <Most
            label={words.t('offers.maxConnection')}
            range={connection}
            value={filter.maxConnection}
            say={(value) => words.format.minutes(Math.round(value))}
            onChange={(maxConnection) => onChange({ ...filter, maxConnection })}
          />
        ) : null}
        {minutes[0] < minutes[1] ? (
          <Most
            label={words.t('offers.maxDuration')}
            range={minutes}
            value={filter.maxMinutes}
            say={(value) => words.format.minutes(Math.round(value))}
            onChange={(maxMinutes) => onChange({ ...filter, maxMinutes })}
          />
        ) : null}
      </div>
    </div>
  );
}
