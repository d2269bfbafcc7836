/** Finds the flight that a message means, among those shown, where it says nothing else. */
import { DAY } from './dates.ts';
import { withoutFillers } from './facts.ts';
import { COUNT, readCount } from './numbers.ts';

export type Choice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'flights'; readonly flights: readonly string[]; readonly total?: number; readonly day?: string }
  | { readonly by: 'position'; readonly position: number }
  | { readonly by: 'best'; readonly quality: 'price' | 'duration' };

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const FLIGHT = /(?<![A-Z\d])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4}(?![A-Z\d])/g;
/** Text that the card of flights sends for the person. */
const CARD = /^(?:I choose .*?|我选.*?)[,，]\s*[^\d,，]{1,5}([\d,]+(?:\.\d+)?)$/;
const FRAME =
  /\b(?:i(?:'ll| will)? ?(?:choose|take|want|pick|have)|choose|pick|take|book|let's take|option|number|no\.|flight|offer|one|the|please|then|ok|yes|actually)(?![\w'])|#|我?[选要订](?=第|那|这|最|\d)|那[个班趟张]|这[个班趟张]|航班|吧|好的|的|就/gi;

export function readChoice(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const card = CARD.exec(text);
  if (flights !== null && card !== null) {
    const [day] = new RegExp(DAY, 'i').exec(text) ?? [];
    const total = Number((card[1] ?? '').replaceAll(',', ''));
    return { by: 'flights', flights, total, ...(day === undefined ? {} : { day }) };
  }
  const said = text
    .replace(FRAME, ' ')
    .replace(/[.。!！,，\s]+/g, ' ')
    .trim();
  if (flights !== null) {
    return withoutFillers(said.replace(FLIGHT, ' ').trim()) === '' ? { by: 'flights', flights } : undefined;
  }
  if (/^(?:最便宜|cheapest)$/i.test(said)) return { by: 'best', quality: 'price' };
  if (/^(?:最快|fastest|quickest)$/i.test(said)) return { by: 'best', quality: 'duration' };
  const position = readPosition(said);
  return position === undefined ? undefined : { by: 'position', position };
}

/** `NH964, 24 Dec, CN¥2,860`, as the list on the screen says a row. */
export function readRow(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const total = /(?:[¥$€£]|\b[A-Z]{3} ?)([\d,]+(?:\.\d+)?)$/.exec(text)?.[1]?.replaceAll(',', '');
  return flights === null
    ? undefined
    : { by: 'flights', flights, ...(total === undefined ? {} : { total: Number(total) }) };
}

/** A number in the list, and nothing beside it. */
export function readPosition(text: string): number | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[.。!！]$/, '');
  const ordinal = ORDINALS.indexOf(said.replace(/^the | one$/g, ''));
  if (ordinal >= 0) return ordinal + 1;
  const count = new RegExp(`^(?:第\\s*)?(${COUNT})(?:st|nd|rd|th)?\\s*[个班趟张号]?$`).exec(said)?.[1];
  return count === undefined ? undefined : readCount(count);
}
