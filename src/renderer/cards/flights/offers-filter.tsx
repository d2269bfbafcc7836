import { named } from '../../shared/words.tsx';
import { cn } from '../../ui/index.ts';
import type { FilterChoices, OfferFilter } from './offer-view.ts';
import { useWords, type Words } from './words.ts';

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly pressed: boolean;
  readonly next: Partial<OfferFilter>;
}

const toggled = (list: readonly string[], one: string): readonly string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

const several = <T,>(list: readonly T[]): readonly T[] => (list.length > 1 ? list : []);

/** Lines of chips by their label; one without chips is not shown. */
function chipLines(words: Words, choices: FilterChoices, filter: OfferFilter) {
  const inList = (name: 'parts' | 'arrives' | 'airlines' | 'airports', key: string, label: string): Chip => ({
    key,
    label,
    pressed: filter[name].includes(key),
    next: { [name]: toggled(filter[name], key) },
  });
  const only = (name: 'stops' | 'bag', value: number | true, label: string): Chip => ({
    key: String(value),
    label,
    pressed: filter[name] === value,
    next: { [name]: filter[name] === value ? undefined : value },
  });
  const { stops, parts, arrives, airlines, airports, bag } = choices;
  const lines: Readonly<Record<'stops' | 'departs' | 'arrives' | 'airport' | 'bag' | 'airline', readonly Chip[]>> = {
    stops: stops
      .slice(0, -1)
      .map((most) =>
        only('stops', most, most === 0 ? words.t('flight.direct') : words.t('offers.atMostStops', { count: most })),
      ),
    departs: several(parts).map((part) => inList('parts', part, words.t(`offers.${part}`))),
    arrives: several(arrives).map((part) => inList('arrives', part, words.t(`offers.${part}`))),
    airport: several(airports).map(({ code, city, cityZh }) =>
      inList('airports', code, `${named(words, city, cityZh)} ${code}`),
    ),
    bag: bag ? [only('bag', true, words.t('offers.withBag'))] : [],
    airline: several(airlines).map(({ code, name, nameZh }) => inList('airlines', code, named(words, name, nameZh))),
  };
  return Object.entries(lines).map(([name, chips]) => ({ name: name as keyof typeof lines, chips }));
}

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
  const money = (amount: number) => words.format.money({ amount: Math.round(amount), currency });
  const time = (minutes: number) => words.format.minutes(Math.round(minutes));
  const limits = [
    { name: 'maxPrice', range: choices.price, say: money },
    { name: 'maxConnection', range: choices.connection, say: time },
    { name: 'maxMinutes', range: choices.minutes, say: time },
  ] as const;
  return (
    <div className="space-y-2 border-line border-b bg-side px-4 py-3">
      {chipLines(words, choices, filter).map(({ name, chips }) =>
        chips.length === 0 ? null : (
          <fieldset key={name} className="flex min-w-0 flex-wrap items-center gap-1.5">
            <legend className="float-left mr-2 min-w-20 text-ink-soft text-sm">{words.t(`offers.${name}`)}</legend>
            {chips.map(({ key, label, pressed, next }) => (
              <button
                key={key}
                type="button"
                aria-pressed={pressed}
                onClick={() => onChange({ ...filter, ...next })}
                className={cn(
                  'h-7 cursor-default rounded-control border border-line-strong bg-surface px-2.5 text-sm hover:bg-hover',
                  pressed && 'border-accent bg-selected font-medium',
                )}
              >
                {label}
              </button>
            ))}
          </fieldset>
        ),
      )}
      <div className="grid gap-x-6 gap-y-2 @lg:grid-cols-2">
        {limits.map(({ name, range: [low, high], say }) => {
          const shown = filter[name] ?? high;
          return low >= high ? null : (
            <label key={name} className="flex min-w-0 items-center gap-2 text-sm">
              <span className="min-w-20 shrink-0 text-ink-soft">{words.t(`offers.${name}`)}</span>
              <input
                type="range"
                min={low}
                max={high}
                step="any"
                value={shown}
                aria-valuetext={say(shown)}
                onChange={({ target: { value } }) =>
                  onChange({ ...filter, [name]: Number(value) >= high ? undefined : Number(value) })
                }
                className="min-w-0 flex-1 accent-(--color-accent)"
              />
              <span className="min-w-20 text-right tabular-nums">{say(shown)}</span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
