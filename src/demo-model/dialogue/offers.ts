/** The flights of a search, from the readable table that the script prints. */

export interface FlightOffer {
  readonly id: string;
  /** From 1, as the person sees it. */
  readonly position: number;
  readonly flights: readonly string[];
  /** Names as printed. */
  readonly airline: string;
  /** `HH:MM`, local, of the way out. */
  readonly departs: string;
  readonly arrives: string;
  /** Days between leaving and arriving: `+1`, or empty. */
  readonly dayOffset: string;
  /** Duration of the whole trip. */
  readonly minutes: number;
  readonly direct: boolean;
  readonly total: number;
  /** 0 where none is included; undefined where it is not said. */
  readonly baggageKg: number | undefined;
}

export interface OfferList {
  /** Flights out: what can be booked comes with the way back. */
  readonly isOut: boolean;
  readonly offers: readonly FlightOffer[];
  readonly matching: number;
  readonly currency: string;
}

/** Ids of offers by the sample airlines, or by Duffel. */
const OFFER_ID = /\boff_\w{10,}\b|\b[A-Z]{6}(?:-\d{6}-[A-Z\d.]+){1,5}-[YWCF]\d{2}(?:\d{2})?[A-Z]-[A-Z\d]{2}\b/;

const MONEY = /^[^\d]{1,5}[\d,]+(?:\.\d+)?$/;

/** Columns are two spaces or more apart; a return trip's second line has no number. */
export function readOffers(output: string): OfferList | undefined {
  const rows = output.split('\n').map((line) => line.trimEnd().split(/ {2,}/));
  const isOut = /One row for each flight out|每个去程一行/.test(output);
  const offers: FlightOffer[] = [];
  for (const cells of rows) {
    const line = readLine(cells);
    if (line === undefined) continue;
    const id = isOut ? line.flights.join(',') : OFFER_ID.exec(cells.join('  '))?.[0];
    const last = offers.at(-1);
    if (id !== undefined && /^\d+$/.test(cells[0] ?? '')) {
      const total =
        (isOut
          ? cells.findLast((cell) => MONEY.test(cell))
          : cells[cells.findIndex((cell) => cell.includes(id)) - 1]) ?? '';
      const bag = /(?:^|\s)(\d+)\s*kg\b/.exec(cells.join('  '))?.[1];
      offers.push({
        ...line,
        id,
        position: Number(cells[0]),
        total: Number(total.replace(/[^\d.]/g, '')),
        baggageKg: bag === undefined ? 0 : Number(bag),
      });
    } else if (last !== undefined && (cells[0] ?? '') === '') {
      offers.splice(-1, 1, {
        ...last,
        flights: [...last.flights, ...line.flights],
        minutes: last.minutes + line.minutes,
        direct: last.direct && line.direct,
      });
    }
  }
  if (offers.length === 0) return undefined;
  const currency = / · (?:货币 )?([A-Z]{3})$/m.exec(output)?.[1] ?? 'CNY';
  const matching = /^(?:共 )?(\d+) (?:match|个方案)/m.exec(output)?.[1];
  return { isOut, offers, matching: Number(matching ?? offers.length), currency };
}

type Line = Omit<FlightOffer, 'id' | 'position' | 'total' | 'baggageKg'>;

function readLine(cells: readonly string[]): Line | undefined {
  const [, flights = '', airline = ''] = cells;
  if (!/^[A-Z\d]{2}\d{1,4}(?:\+[A-Z\d]{2}\d{1,4})*$/.test(flights)) return undefined;
  const times = cells.flatMap((cell) => {
    const match = /\b[A-Z]{3} (\d\d:\d\d)([+-]\d)?$/.exec(cell);
    return match === null ? [] : [{ time: match[1] ?? '', offset: match[2] ?? '' }];
  });
  const [departs, arrives] = times;
  const duration = cells
    .map((cell) => /^(?:(\d+) ?(?:h|小时))? ?(?:(\d+) ?(?:min|分钟?))?$/.exec(cell))
    .find((match) => match !== null && match[0] !== '');
  if (departs === undefined || arrives === undefined) return undefined;
  return {
    flights: flights.split('+'),
    airline,
    departs: departs.time,
    arrives: arrives.time,
    dayOffset: arrives.offset,
    minutes: Number(duration?.[1] ?? 0) * 60 + Number(duration?.[2] ?? 0),
    direct: cells.some((cell) => cell === 'direct' || cell === '直飞'),
  };
}

/** The fastest is the cheapest where both take as long. */
export function bestOf(offers: readonly FlightOffer[]): {
  readonly cheapest: FlightOffer;
  readonly fastest: FlightOffer;
} {
  const cheapest = offers.reduce((a, b) => (b.total < a.total ? b : a));
  return { cheapest, fastest: offers.reduce((a, b) => (b.minutes < a.minutes ? b : a), cheapest) };
}
