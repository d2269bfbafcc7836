/**
 * Holds an answer against the log: what of it came from no tool result, skill, reference, attachment, card, form or
 * message. No model is asked. The model's own words are no source, save the arguments of its calls for links and files.
 *
 * A price may be worked out of others: sums, differences, shares and multiples of prices in sources are supported. A price
 * alone in a conversation that has used nothing is general knowledge; beside a reference or flight from nowhere it is not.
 * A picture or PDF that the model was shown cannot be read here: then only links and files are held against the log.
 */
import { parseCard } from '../../shared/cards/registry.ts';
import { lazily, perObject } from '../../shared/defined.ts';
import type { EventBody, EventType, SessionEvent } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { operationsOf } from '../../shared/tool-operations.ts';
import { type Claim, claimsIn, NUMBERS, numberOf, PRICE, readings, sameLink } from './claims.ts';
import type { LiveSession } from './live-session.ts';

/** UTF-16 units of all sources. An answer over more is not checked, so that no run ends late. */
const MOST_READ = 2_000_000;
/** UTF-16 units of an answer that is checked: a million take ten milliseconds, in which no other window is served. */
const MOST_ANSWER = 500_000;
/** Claims of one answer that are looked up. */
const MOST_CLAIMS = 50;

/** The check of the answer with which `bodies` end a run; empty where all of it is supported. */
export function checkedAnswer({ state, events }: Pick<LiveSession, 'state' | 'events'>, bodies: readonly EventBody[]) {
  const end = bodies.find((body) => body.type === 'run-finished');
  const answer = state.messages.findLast((message) => message.role === 'assistant');
  if (end === undefined || answer === undefined || end.text.trim() === '' || answer.text !== end.text) return [];
  if (end.text.length > MOST_ANSWER) return [];
  const { claims, unsupported } = heldAgainst(answer.text, events);
  const isHeld = claims.filter(({ kind }) => kind === 'reference').map((claim) => !unsupported.includes(claim));
  const isUnmade = answer.toolCalls.length === 0 && tellsUnmade(state, answer.text, isHeld);
  if (unsupported.length === 0 && !isUnmade) return [];
  const { iteration } = answer;
  return [{ type: 'answer-checked' as const, iteration, unsupported, ...(isUnmade ? { unmade: true as const } : {}) }];
}

const BOOKED =
  /\b(?:is|are|has been|have been|have|i've|successfully|all) (?:now |been |just |successfully |all )*booked\b|\b(?:booking|reservation|ticket)s? (?:is |are |has been |have been )?(?:now )?(?:confirmed|completed?|successful|issued)\b|预订成功|订票成功|出票成功|已经?(?:成功)?(?:[为帮给]?[您你])?(?:成功)?(?:预订|订好|订妥|订了|出票)/i;
/** Sentences of what is not so, or not yet. */
const OPEN =
  /[?？]|\b(?:not|nothing|no|once|if|when|after|until|will|would|can|could|shall|should|before|already|example)\b|n't\b|没|未|尚|不|如果|之前|还|例如|若/i;
const BOOKS = /\bbook(?:s|ing|ings)?\b|\breserv\w+|预订|预定|订票/i;

/**
 * True if the answer tells of a booking where a skill books by cards, and no run has made it.
 * @param isHeld for each reference in it: whether a source holds it.
 */
function tellsUnmade({ catalog, calls, messages }: SessionState, text: string, isHeld: readonly boolean[]): boolean {
  const tells = text.split(/(?<=[.!?。！？\n])/).some((sentence) => BOOKED.test(sentence) && !OPEN.test(sentence));
  if (!tells && isHeld.length === 0) return false;
  if (!catalog.some(({ description }) => BOOKS.test(description))) return false;
  const runs = messages.flatMap((message) => (message.role === 'tool' && message.ok ? [message] : []));
  // A tool of another kind may have booked.
  if (runs.some(({ name }) => operationsOf(name).length === 0)) return false;
  if (isHeld.length > 0) return !isHeld.includes(true);
  return !runs.some(({ callId }) => {
    const call = Object.hasOwn(calls, callId) ? calls[callId] : undefined;
    return (parseCard(call?.data)?.records.length ?? 0) > 0;
  });
}

/** The answer's claims, and those that no event before it supports. */
export function heldAgainst(answer: string, events: readonly SessionEvent[]) {
  const isUnread = events
    .flatMap((event) => (event.type === 'user-message-added' ? (event.attachments ?? []) : []))
    .some(({ media, unshown }) => media !== undefined && unshown === undefined);
  const about = events.filter(({ type }) => type === 'user-message-added' || type === 'skill-loaded').map(sourceOf);
  const stated = claimsIn(
    answer,
    about.flatMap(({ texts }) => texts),
  );
  const claims = stated.filter(({ kind }) => !isUnread || kind === 'link' || kind === 'file').slice(0, MOST_CLAIMS);
  const sources = claims.length === 0 ? [] : events.map(sourceOf).filter(({ texts }) => texts.length > 0);
  const isHuge = sources.flatMap(({ texts }) => texts).reduce((sum, { length }) => sum + length, 0) > MOST_READ;
  if (isHuge) return { claims, unsupported: [] };
  const written = events.flatMap((event) => (event.type === 'tool-started' ? [event.arguments] : []));
  const isPriceSupported = priceCheck(answer, sources);
  const none = claims.filter(({ kind, text }) => {
    const isInSource = (is: (source: string) => boolean) => sources.some(({ texts }) => texts.some(is));
    if (isInSource((one) => one.includes(text))) return false;
    if (kind === 'price') return !isPriceSupported(text);
    const pattern = patternOf(kind, text);
    const isFound = (one: string) => pattern.test(one);
    return !isInSource(isFound) && !((kind === 'link' || kind === 'file') && written.some(isFound));
  });
  const arePricesClaims =
    events.some(({ type }) => type === 'tool-finished' || type === 'skill-loaded') ||
    none.some(({ kind }) => kind === 'reference' || kind === 'flight');
  return { claims, unsupported: none.filter(({ kind }) => arePricesClaims || kind !== 'price') };
}

const literal = (text: string): string => text.replaceAll(/\W/g, String.raw`\$&`);

/** The claim in any spelling. */
function patternOf(kind: Exclude<Claim['kind'], 'price'>, text: string): RegExp {
  if (kind === 'reference') return new RegExp([...text.replaceAll('-', '')].join(String.raw`[-\s]?`), 'i');
  if (kind === 'link') return new RegExp(String.raw`${literal(sameLink(text))}(?![\w-])`, 'i');
  if (kind === 'file') return new RegExp(literal(text), 'i');
  const airline = text.slice(0, 2);
  const number = String.raw`0{0,3}${Number(text.slice(2))}(?!\d)`;
  // In records, they are fields beside each other.
  const apart = String.raw`\b${airline}\b[^]{1,60}\b${number}|\b${number}[^]{1,60}\b${airline}\b`;
  return new RegExp(`${airline}[ -]?${number}|${apart}`);
}

/** Fields that bring something into the conversation from outside the model. */
const BROUGHT: Readonly<Partial<Record<EventType, readonly string[]>>> = {
  'user-message-added': ['text', 'form', 'fact', 'attachments'],
  'tool-finished': ['content', 'data'],
  'skill-loaded': ['instructions'],
  'reference-loaded': ['text'],
  'artifact-saved': ['name'],
  'script-finished': ['outputs'],
  'prompt-changed': ['basePrompt', 'workspaceSection'],
  'catalog-changed': ['skills'],
};

/** A line for each value, below its name. */
function linesOf(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [`${name} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([key]) => key !== 'sha256');
  return entries.flatMap(([key, one]) => linesOf(one, Array.isArray(value) ? name : key));
}

/** Without the escapes of JSON and HTML that hide where a word begins, or what an address is. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\[nrt/]|&amp;/g, (one) => ({ '\\/': '/', '&amp;': '&' })[one] ?? '\n');

const sourceOf = perObject((event: SessionEvent) => {
  const fields = event.type === 'unknown' ? [] : (BROUGHT[event.type] ?? []);
  const texts = fields.flatMap((name) => {
    const value: unknown = Reflect.get(event, name);
    const text = typeof value === 'string' ? value : linesOf(value).join('\n');
    return text === '' ? [] : [text.length > MOST_READ ? text : unescaped(text)];
  });
  return {
    texts,
    numbers: lazily(() => new Set(texts.flatMap(numbersIn))),
    prices: lazily(() => texts.flatMap(pricesIn)),
    sums: lazily(() => new Set(texts.flatMap(sumsIn).map(cents))),
  };
});
type Source = ReturnType<typeof sourceOf>;

const cents = (value: number): number => Math.round(value * 100);
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

const numbersIn = (text: string): readonly number[] => [
  ...(text.match(NUMBERS) ?? []).flatMap((number) => (/\D/.test(number) ? readings(number) : [])),
  // Whole ones; beside a blank, two may look like one.
  ...(text.match(/\d{1,15}(?:\.\d{1,9})?/g) ?? []).map(Number),
];

/** Numbers that are prices by their name, or by their two decimals. */
const NAMED_PRICE =
  /(?:amount|price|fare|total|cost|fee|tax|sum|balance|budget|金额|价格?|费用?)["'\w]{0,12}\s{0,3}[:=：]?\s{0,3}["']?(\d{1,9}(?:\.\d{1,4})?)|(?<![\d.])(\d{1,9}\.\d\d)(?![\d.])/gi;
const pricesIn = (text: string): readonly number[] => [
  ...(text.match(PRICE) ?? []).flatMap((price) => readings(numberOf(price))),
  ...[...text.matchAll(NAMED_PRICE)].map(([, named, decimal]) => Number(named ?? decimal)),
];

/** Lines and cells of a table that are added up. */
const MOST_LINES = 1_000;
const MOST_CELLS = 12;
const NUMBER_CELL = /^[^\d]{0,4}(\d[\d,]{0,15}(?:\.\d{1,4})?)[^\d]{0,4}$/;

/** Sums and averages of a table's columns: of all lines, and of those that have a cell in common. */
function sumsIn(text: string): readonly number[] {
  const groups: Record<string, number[]> = {};
  for (const line of text.split('\n', MOST_LINES)) {
    const cells = line.split(/[,;\t|]|: |：| {2}/, MOST_CELLS).map((cell) => cell.trim());
    for (const [column, cell] of cells.entries()) {
      const value = Number(NUMBER_CELL.exec(cell)?.[1]?.replaceAll(',', ''));
      for (const name of Number.isNaN(value) ? [] : new Set(['', ...cells].map((one) => `${column} ${one}`))) {
        groups[name] ??= [];
        groups[name].push(value);
      }
    }
  }
  return Object.values(groups).flatMap((all) => [sumOf(all), sumOf(all) / all.length]);
}

/** Prices that are combined with one another, the latest. */
const MOST_COMBINED = 400;

/** A check of the answer's prices, in their order: what is supported may be part of the next one's sum. */
function priceCheck(answer: string, sources: readonly Source[]): (price: string) => boolean {
  const known = lazily(() => [...new Set(sources.flatMap(({ prices }) => prices()))].slice(-MOST_COMBINED));
  /** Persons, nights, shares in percent, a rate: small numbers, and those that the answer names. */
  const factors = lazily(() => {
    const named = answer.replaceAll(PRICE, ' ').match(/(?<![\w.:-])\d{1,2}(?:\.\d{1,4})?(?![\w:-])/g) ?? [];
    const shares = [...new Set(named.map(Number))].slice(0, MOST_CLAIMS);
    return [2, 3, 4, 5, 6, 7, 8, 9, ...shares.flatMap((n) => [n, n / 10, n / 100, 1 + n / 100, 1 - n / 100])];
  });
  const said: number[] = [];
  const isWorkedOut = (value: number): boolean => {
    const prices = [...known(), ...said];
    const held = new Set(prices.map(cents));
    const wanted = cents(value);
    if (sources.some(({ sums }) => sums().has(wanted))) return true;
    if (said.some((_, from) => cents(sumOf(said.slice(from))) === wanted)) return true;
    return prices.some((price) => {
      if (held.has(wanted - cents(price)) || held.has(wanted + cents(price))) return true;
      // To the next whole amount.
      if (Number.isInteger(value) && Math.abs(price - value) < 1) return true;
      return factors().some((n) => [price * n, price / n].some((one) => Math.abs(one - value) < 0.01));
    });
  };
  const isHeld = (value: number): boolean =>
    // Records may count in cents.
    sources.some(({ numbers }) => numbers().has(value) || (value >= 10 && numbers().has(cents(value))));
  return (price) => {
    const value = readings(numberOf(price)).find((one) => isHeld(one) || isWorkedOut(one));
    if (value !== undefined) said.push(value);
    return value !== undefined;
  };
}
