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
import type { AnswerCheck, EventBody, EventType, SessionEvent } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { operationsOf } from '../../shared/tool-operations.ts';
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

// Claims in an answer that a source must hold: booking references, prices, flight numbers, links, files. A missed claim
// is better than a false mark. No claim: fenced code; examples, with all that follows "For example:"; rough, usual and
// round figures, and ranges; a file that is not said to have been made; a flight number or a reference where nothing is
// about travel; a home page, which shows itself what it is. Repetitions are bounded: an answer is a model's text.

/** `text` in the answer's spelling. */
export type Claim = Readonly<AnswerCheck['unsupported'][number]>;

const EXAMPLE =
  /\be\.?g\b|\bfor (?:example|instance)\b|\bexamples?\b|\bsuch as\b|\bsamples?\b|\bplaceholders?\b|\bimagin(?:e|ary)\b|\bsuppose\b|\bassum(?:e|ing)\b|\bhypothetical|\blooks? like\b|\bfiction|\bformat (?:is|like|of)\b|例如|比如|譬如|举例|示例|样例|范例|假设|假如|假定|虚构|形如|格式(?:是|为|如)/i;
/** Not the full stop of an abbreviation. */
const SENTENCE_END = /(?<=[。！？；])|(?<=[.!?])(?<!\b(?:e\.g|i\.e|approx|ca|cf|incl|no|vs|est)\.)(?=\s)/i;

/** Sentences of the answer's prose, without emphasis. */
function sentencesOf(answer: string): readonly string[] {
  let isFenced = false;
  let isExample = false;
  return answer.split('\n').flatMap((raw, index, lines) => {
    const line = raw.trim();
    const isFence = line.startsWith('```') || line.startsWith('~~~');
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced || line === '') return [];
    // An example is the block after the colon, and lists and quotes after that.
    const [before = '', above = ''] = [lines[index - 1], lines[index - 2]].map((one) => one?.trim());
    if (before === '' && !/[:：]$/.test(above) && !/^[-*>|]/.test(line)) isExample = false;
    if (isExample) return [];
    isExample = /[:：]$/.test(line) && EXAMPLE.test(line);
    const sentences = line.replaceAll(/\*\*|`/g, '').split(SENTENCE_END);
    return sentences.filter((sentence) => !EXAMPLE.test(sentence));
  });
}

const LINK = /https?:\/\/[^\s<>"'`)\]}|\\\u0080-\uffff]{1,1000}/gi;
/** A link as it is compared: no scheme, no `www.`, no fragment, no slash or stop at its end. */
const sameLink = (link: string): string =>
  link.toLowerCase().replace(/^https?:\/\/(?:www\.)?|[/.,;:!?*_~&]{0,9}(?:#.{0,1000})?$/g, '');
const OWN_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|(?:[\w-]{1,63}\.){0,4}(?:example|test|local|invalid|localhost)(?=[/:?])|(?:[\w-]{1,63}\.){0,4}example\.(?:com|org|net)(?=[/:?])|(?:your|my)[\w-])/;

/** A code beside a word for it, before or after; or a shop's letters and a mixed code. */
const REFERENCE = new RegExp(
  [
    String.raw`(?:\b(?:[Bb]ooking|BOOKING|[Rr]eservation|[Cc]onfirmation|(?:[Ee]-?)?[Tt]icket|[Oo]rder|[Ii]tinerary|[Rr]eference|REFERENCE|[Ll]ocator|PNR)(?:[ -](?:[Rr]eference|REFERENCE|[Cc]onfirmation|[Nn]umber|[Cc]ode|[Ll]ocator|[Nn]o|I[Dd]|[Rr]ef)){0,2}(?: is)?(?![A-Za-z])|订单编?号|预[订定](?:编|单|参考)?号|订座编号|确认[号码]|参考编?号|票号|编号)[\s:：#|（(“"'为是]{1,8}([A-Z0-9]{2,10}(?:-[A-Z0-9]{2,13})?)(?![A-Za-z0-9-])`,
    String.raw`(?<![\w-])([A-Z\d]{5,8})(?= (?:is|as) (?:your|the) (?:booking|reservation|confirmation|reference|PNR)\b)`,
    String.raw`(?<![\w-])([A-Z]{2,4}-(?=[A-Z]{0,5}\d)(?=\d{0,5}[A-Z])[A-Z\d]{6})(?![\w-])`,
  ].join('|'),
  'g',
);
/** Too short, words only, a date, a flight number, and words in capitals that often follow a booking. */
const NO_CODE =
  /^.{0,4}$|^(?![A-Z]{6}$)[A-Z-]*$|^\d{4}-\d\d|^[A-Z\d]{2}\d{1,4}$|^(?:STATUS|FAILED|PLEASE|UPDATE|NUMBER|CREDIT|POLICY|BEFORE|PAYPAL)$/;

/** A flight number; not halves of a day, regions with their laws, aircraft (A320), or years after two letters. */
const FLIGHT =
  /(?<![A-Za-z0-9_\-/.$#])(?!(?:AM|PM|EU|EC|UK|US|ID|NO|OK|PO|TV|[QH]\d) ?\d)(?:(?:[A-Z]{2}|\d[A-Z])\d{2,4}|[A-Z]\d{4,5}|(?:[A-Z]{2}|[A-Z]\d|\d[A-Z]) (?!(?:19|20)\d\d\b)\d{3,4})(?![A-Za-z0-9_\-/%]|[.:,]\d)/g;
/** Without such a word, a code or number is of something else. */
const TRAVEL =
  /\bbook(?:ed|ings?)\b|\breserv(?:ed|ations?)\b|\bPNR\b|\bitinerary\b|\bhotels?\b|\bflights?\b|\bfl(?:y|ies|ying|ew)\b|\bair(?:line|port)s?\b|\bdepart|预[订定]|订[单票座]|[出机]票|票号|酒店|航班|起飞|登机|直飞|航空/i;

const NUMBER = String.raw`\d{1,3}(?:[,，]\d{3}){1,4}(?:\.\d{1,2})?(?!\d)|\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,2})?(?!\d)|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,4})?(?!\d)`;
const CODES = 'USD|EUR|GBP|CNY|RMB|JPY|HKD|TWD|KRW|SGD|AUD|CAD|CHF|NZD|INR|THB';
const BEFORE_PRICE = `(?<![A-Za-z0-9$])(?:(?:US|HK|NT|CA|AU|SG|NZ|CN|R|S|C|A)?[$¥￥€£₩₹₽฿]|(?:${CODES}) ?[$¥￥€£]?|人民币|港币)`;
const AFTER_PRICE = String.raw`元(?![组素件年旦]|一?次)|日元|美元|欧元|英镑|港[元币]|韩元|新元|加元|澳元|泰铢|人民币|块钱|(?:${CODES}|euros?|dollars?|yuan|yen)\b|[€£¥￥]`;
const PRICE = new RegExp(String.raw`(${BEFORE_PRICE}) ?(${NUMBER})|(?<![\w.,])(${NUMBER}) ?(?:${AFTER_PRICE})`, 'g');
const GENERAL =
  /\b(?:typical|usual|general|normal)(?:ly)?\b|\baverage\b|\bestimate[sd]?\b|\brang(?:e[sd]?|ing)\b|\bvar(?:y|ies)\b|\bbetween\b|一般|通常|往往|平均|预计|估计|估算|之间|区间|浮动/i;
const ROUGH_BEFORE =
  /(?:\b(?:about|around|approx\w{0,9}|roughly|nearly|almost|some|under|over|below|above|than|least|most|from|to|circa|ca|maybe|perhaps|starting at)|[~≈<>±\-–—～至到]|大约|大概|约|将?近|接近|不到|超过|[低高多少]于|最[多少]|[至]少)\s?(?:the |an? )?$/i;
const ROUGH_AFTER =
  /^\s?(?:[kKmMbB]\b|[万亿千百+$]|(?:million|billion|thousand|hundred|bn)\b|(?:[-–—~～至到]|to ) ?[$€£¥￥]?\d|左右|上下|以[上下内]|起|多|or (?:so|more|less)\b)/;

/** The numbers that it can mean: "1,280.00" is 1280, "432,10" is 432.1, "1.280" may be 1280 or 1.28. */
function readings(number: string): readonly number[] {
  const digits = number.replaceAll(/\s/g, '');
  const swapped = Number(digits.replaceAll('.', '').replace(',', '.'));
  if (/^[\d.]{1,18},\d{1,2}$/.test(digits)) return [swapped];
  const plain = Number(digits.replaceAll(/[,，]/g, ''));
  return /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? [plain, swapped] : [plain];
}

const NUMBERS = new RegExp(NUMBER, 'g');
const numberOf = (price: string): string => price.match(NUMBERS)?.[0] ?? '';

function* saidPrices(sentence: string): Generator<string> {
  for (const { 0: text, 1: sign, index } of sentence.matchAll(PRICE)) {
    const number = numberOf(text);
    // A round figure is rough or a wish, `$1` more often a script's argument, and below 1 are rates.
    if (/^[1-9]0{2,}$|^0/.test(number.replace(',', '')) || (sign === '$' && /^\d$/.test(number))) continue;
    if (ROUGH_BEFORE.test(sentence.slice(Math.max(0, index - 24), index))) continue;
    if (!ROUGH_AFTER.test(sentence.slice(index + text.length, index + text.length + 12))) yield text.trim();
  }
}

/** Frameworks are named as files are: `Node.js`. */
const FILE =
  /(?<![\w.-])(?!(?:[A-Z][a-z\d]{0,20}|node|vue|next|react|three|d3)\.js\b)\w[\w.-]{0,80}\.(?:pdf|docx?|xlsx?|pptx?|csv|tsv|txt|md|html?|jsonl?|xml|ya?ml|toml|ics|png|jpe?g|gif|svg|webp|zip|mp[34]|wav|py|[jt]sx?|sh|sql|ipynb|css|log)\b(?![\w-]|\.\w)/g;
const MADE =
  /\b(?:I|we)(?:['’]ve| have)?(?: \w{1,20}){0,2} (?:saved|created|wrote|written|generated|exported|produced|added|updated|attached|stored|downloaded)\b|\b(?:has|have) been (?:saved|created|written|generated|exported|updated|attached|stored)\b|\b(?:saved|exported|written|stored|attached) (?:as|to|in|at)\b|^\W{0,6}(?:saved|created|wrote|generated|exported|updated)\b|已经?(?:[为帮]?[您你])?(?:成功)?(?:把.{0,30}|将.{0,30})?(?:保存|生成|创建|写入|导出|存[为到]|下载|更新)/i;
const NOT_MADE =
  /\b(?:can|could|should|would|will|may|might|must|if|when|once|unless|let me|let['’]s|shall|not|no|are|be|gets?|default)\b|n['’]t\b|可以|需要|应该|如果|请|建议|没|未|不/i;

/**
 * Each claim once.
 * @param context what the conversation is about: the person's messages, loaded skills.
 */
function claimsIn(answer: string, context: readonly string[]): readonly Claim[] {
  const sentences = sentencesOf(answer);
  const isTravel = [...context, ...sentences].some((one) => TRAVEL.test(one));
  const found = new Map<string, Claim>();
  const add = (kind: Claim['kind'], text: string) => found.set(`${kind} ${text}`, { kind, text });
  for (const whole of sentences) {
    const sentence = whole.replaceAll(LINK, (link) => {
      const same = sameLink(link);
      if (/[/?]/.test(same) && !OWN_HOST.test(same)) add('link', link.replace(/[.,;:!?*_~&]{1,9}$/, ''));
      return ' ';
    });
    for (const [, ...codes] of isTravel ? sentence.matchAll(REFERENCE) : [])
      if (!NO_CODE.test(codes.join(''))) add('reference', codes.join(''));
    const isGeneral = GENERAL.test(sentence);
    for (const [flight] of isTravel && !isGeneral ? sentence.matchAll(FLIGHT) : []) add('flight', flight);
    for (const price of isGeneral ? [] : saidPrices(sentence)) add('price', price);
    const isMade = MADE.test(sentence) && !NOT_MADE.test(sentence);
    for (const [name] of isMade ? sentence.matchAll(FILE) : []) add('file', name);
  }
  return [...found.values()];
}
