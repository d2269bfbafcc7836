/** Building blocks of the phrase readers. */

import airlines from '../../../skills/book-flight/data/airlines.json' with { type: 'json' };
import airports from '../../../skills/book-flight/data/airports.json' with { type: 'json' };
import cities from '../../../skills/book-flight/data/cities.json' with { type: 'json' };
import { anyCase } from '../../shared/text/any-case.ts';
import type { Day } from './dates.ts';
import type { PartyWord } from './people.ts';

/** Spells out what people shorten, so that the readers know one form of each. */
const SHORT: readonly (readonly [pattern: RegExp, whole: string])[] = [
  [/今[早晨]/g, '今天早上'],
  [/今晚/g, '今天晚上'],
  [/明[早晨]/g, '明天早上'],
  [/明晚/g, '明天晚上'],
  [/(?<=天)早$|(?<=天)早(?=[的从去飞到,，\s])/g, '早上'],
  [/(?<!最)早班(?:飞机|机|航班)/g, '早上的航班'],
  [/(?<!最)晚班(?:飞机|机|航班)/g, '晚上的航班'],
  [/\btonight\b/gi, 'today in the evening'],
  [/\b(?<!the )day after tomorrow\b/gi, 'the day after tomorrow'],
  [/(?<!\d)(1[0-2]|[1-9])月(3[01]|[12]\d|[1-9])(?![\d号日.:：/月点时个人位张件名次天周晚万千百块元折])/g, '$1月$2号'],
];
/** Month and day in a Chinese sentence; in an English one they may be day and month. */
const SLASHED = /(?<![\d/])(1[0-2]|0?[1-9])\/(3[01]|[12]\d|0?[1-9])(?![\d/])/g;

export function spelledOut(text: string): string {
  const whole = SHORT.reduce((said, [pattern, replacement]) => said.replace(pattern, replacement), text);
  return /\p{Script=Han}/u.test(whole) ? whole.replace(SLASHED, '$1月$2号') : whole;
}

/** The cities that the skill's forms offer, by their names in both languages and by codes in capitals. */
export interface Place {
  /** Arguments of the script: a city's English name, an airport's code, or the person's own word. */
  readonly query: string;
  readonly en: string;
  readonly zh: string;
  /** In mainland China: prices there are in yuan, whatever the language. */
  readonly mainland?: true;
}

/** English names in the form's list beside the first; the others there are too like other words. */
const ALSO_KNOWN_AS: ReadonlySet<string> = new Set(
  `LA NY HK Peking Canton Hongkong Macao Saigon Danang Chiangmai Denpasar Hokkaido Pusan Bombay Bangalore Calcutta Madras
  Maldives Rangoon Mallorca Majorca Vegas Philly Hawaii Fiji`
    .split(/\s+/)
    .concat(['New York City', 'Washington DC', 'New Delhi', 'Ho Chi Minh', 'St Petersburg', 'St. Petersburg']),
);
/** Names of airports without their city. One whose code also stands for the city is not here: it cannot be searched alone. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  PEK: ['首都机场'],
  PKX: ['大兴机场'],
  PVG: ['浦东', 'Pudong'],
  TFU: ['天府', 'Tianfu'],
  HND: ['羽田', 'Haneda'],
  NRT: ['成田', 'Narita'],
  KIX: ['关西', 'Kansai'],
  ICN: ['仁川', 'Incheon'],
  GMP: ['金浦', 'Gimpo'],
  LHR: ['希思罗', 'Heathrow'],
  LGW: ['盖特威克', 'Gatwick'],
  CDG: ['戴高乐', 'Charles de Gaulle'],
  ORY: ['奥利', 'Orly'],
  FCO: ['Fiumicino'],
  MXP: ['Malpensa'],
  LIN: ['Linate'],
  EWR: ['纽瓦克', 'Newark'],
  LGA: ['拉瓜迪亚', 'LaGuardia'],
  ORD: ['奥黑尔', "O'Hare"],
  IAD: ['Dulles'],
};

/** "Male" is a word; the city goes by its code. */
const NAMES = new Map<string, Place>(
  cities.flatMap(({ value, label, words, country }) => {
    const city: Place = { query: label.en, ...label, ...(country === 'CN' ? { mainland: true } : {}) };
    const others = words.split(', ').flatMap((word): [string, Place][] => {
      if (/^[A-Z]{3}$/.test(word)) {
        const called = (CALLED[word] ?? []).flatMap((name) =>
          /\p{Script=Han}/u.test(name)
            ? [name, `${name}机场`, `${label.zh}${name}`, `${label.zh}${name}机场`]
            : [name, `${name} airport`, `${label.en} ${name}`].map((one) => one.toLowerCase()),
        );
        return [word, ...called].map((name) => [name, word === value ? city : { ...city, query: word }]);
      }
      if (/^[A-Z]{2}$/.test(word)) return ALSO_KNOWN_AS.has(word) ? [[word, city]] : [];
      return ALSO_KNOWN_AS.has(word) || /\P{ASCII}/u.test(word) ? [[word.toLowerCase(), city]] : [];
    });
    const english: [string, Place][] = label.en === 'Male' ? [] : [[label.en.toLowerCase(), city]];
    return [...others, ...english, [label.zh, city]];
  }),
);

const names = [...NAMES.keys()].sort((a, b) => b.length - a.length);
const han = names.filter((name) => /\p{Script=Han}/u.test(name)).join('|');
const codes = names.filter((name) => /^[A-Z]{2,3}$/.test(name)).join('|');
/** Small and capital letters alike; spelt out, as codes count in capitals only. */
const english = names
  .filter((name) => /^\p{Ll}/u.test(name))
  .map((name) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');

/** A source for regular expressions without groups. */
export const CITY = `(?:${han}|(?<![A-Za-z\\d])(?:${english}|${codes})(?![A-Za-z\\d]))`;

export function placeNamed(text: string): Place | undefined {
  const name = text.trim();
  return NAMES.get(name) ?? NAMES.get(name.toLowerCase());
}

export function placesIn(text: string): Place[] {
  return [...text.matchAll(new RegExp(CITY, 'gu'))].flatMap(([name]) => placeNamed(name) ?? []);
}

/** A name that is not on the list: whether it can be flown to is for the skill's script to say. */
export const unknownPlace = (name: string): Place => ({ query: name, en: name, zh: name });

export const isAirport = (place: Place): boolean => place.query !== place.en && /^[A-Z]{3}$/.test(place.query);

/** The facts of a trip, and the phrases that state them. */
export type Cabin = 'economy' | 'premium' | 'business' | 'first';

/** Questions that the form does not force: who flies is never guessed. */
export type Open = 'adults' | 'infants';

export interface FlownLeg {
  readonly from: Place;
  readonly to: Place;
  readonly date: Day;
}

export interface Facts {
  readonly from?: Place;
  readonly to?: Place;
  readonly date?: Day;
  readonly returnDate?: Day;
  /** `YYYY-MM`: the cheapest day of it, in place of a date. */
  readonly cheapestOf?: string;
  /** Away, with `cheapestOf`. */
  readonly nights?: number;
  /** Several cities in a row; `from`, `to` and `date` are then those of the first and the last. */
  readonly legs?: readonly FlownLeg[];
  /** True if a way back is wanted; undefined where nothing was said. */
  readonly wantsReturn?: boolean;
  readonly adults?: number;
  readonly children?: number;
  readonly infantsLap?: number;
  readonly infantsSeat?: number;
  /** Children's ages, in the form's format. */
  readonly ages?: string;
  readonly cabin?: Cabin;
  readonly direct?: boolean;
  /** `HH:MM`, local to where it happens. */
  readonly departAfter?: string;
  readonly departBefore?: string;
  readonly arriveAfter?: string;
  readonly arriveBefore?: string;
  /** Codes. */
  readonly airlines?: readonly string[];
  readonly notAirlines?: readonly string[];
  readonly notAirports?: readonly string[];
  readonly maxStops?: number;
  /** Minutes. */
  readonly minConnection?: number;
  readonly maxConnection?: number;
  /** Checked, for each traveller. */
  readonly bags?: number;
  /** For all, in `currency`. */
  readonly maxPrice?: number;
  readonly currency?: string;
  /** Days earlier or later. */
  readonly flex?: number;
  readonly open?: readonly Open[];
}

/** A way back that is counted from the day of departure. */
interface Later {
  readonly days?: number;
  readonly dateOfMonth?: number;
}

export interface Said {
  readonly slot: keyof Facts | 'party';
  /** Undefined where it is unclear. */
  readonly value: Facts[keyof Facts] | PartyWord | undefined;
  readonly text: string;
  readonly index: number;
  readonly loose?: boolean;
  readonly relative?: boolean;
  readonly weekday?: number | undefined;
  readonly later?: Later;
  /** True for a number of bags for each traveller. */
  readonly each?: boolean;
  /** A place that is not on the list. */
  readonly guessed?: boolean;
}

type Read = (match: readonly (string | undefined)[], today: Day | undefined) => Omit<Said, 'text' | 'index'>[];
export interface Reader {
  readonly pattern: RegExp;
  readonly read: Read;
}

/** Marks where a phrase was removed. */
export const TAKEN = '\u0001';

/** Airlines and airports by the names that people use, from the lists of the skill's form. */
const SUFFIX = / (?:Air ?Lines|Airways|Airlines|Aviation|Air)$/;
/** Separate words as well: only with "Airlines" behind them. */
const ALSO_WORDS =
  /^(?:Spring|American|Alaska|Hawaiian|Brussels|Vietnam|Sichuan|Shanghai|Shenzhen|Hainan|Singapore|Japan|Malaysia|Philippine|Austrian|Ethiopian|Kenya|China|Turkish|Thai)$/;

/** Short names that the form's list does not have. */
const SHORT_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['TAP', 'TP'],
  ['LOT', 'LO'],
  ['ITA', 'AZ'],
  ['维珍', 'VS'],
  ['捷星', 'JQ'],
  ['沙特航空', 'SV'],
  ['埃航', 'ET'],
];
/** Airlines only where the sentence speaks of one: "not with American". No place is called so. */
const ADJECTIVES: readonly (readonly [name: string, code: string])[] = [
  ['American', 'AA'],
  ['Austrian', 'OS'],
  ['Ethiopian', 'ET'],
  ['Hawaiian', 'HA'],
  ['Thai', 'TG'],
  ['Turkish', 'TK'],
];

const airlineNames = new Map<string, string>([
  ...[...SHORT_NAMES, ...ADJECTIVES].map(([name, code]): [string, string] => [name.toLowerCase(), code]),
  ...airlines.flatMap(({ value, label, words = '' }) => {
    const short = label.en.replace(SUFFIX, '');
    const english = [label.en, ...(ALSO_WORDS.test(short) ? [] : [short]), ...words.split(' ')];
    return [...english, label.zh, value]
      .filter((name) => name !== '' && !ALSO_WORDS.test(name))
      .map((name): [string, string] => [name.toLowerCase(), value]);
  }),
]);

const airportNames = new Map<string, readonly string[]>(
  airports.flatMap(({ value, label, words }) => {
    const [zhCity = ''] = /\p{Script=Han}+$/u.exec(words) ?? [];
    const enCity = words.slice(0, words.length - zhCity.length).trim();
    const own = [label.en.replace(`${enCity} `, ''), label.zh.replace(zhCity, '')];
    // An airport that is named like its city is the city's only one, or not meant by that name alone.
    const names = own.filter((name) => name.length > 1 && placeNamed(name) === undefined && name !== 'Capital');
    return [...names, label.en, label.zh, value].map((name): [string, readonly string[]] => [
      name.toLowerCase(),
      [value],
    ]);
  }),
);

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Codes count in capitals only; other names in any letters. A source without groups, for patterns without the flag `i`. */
const sourceOf = (names: Iterable<string>) => {
  const all = [...names].sort((a, b) => b.length - a.length);
  const spelt = (name: string) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const han = all.filter((name) => /\p{Script=Han}/u.test(name)).map(escaped);
  const codes = all.filter((name) => /^(?:[a-z\d]{2}|[a-z]{3})$/.test(name) && !/^(?:sas|klm|ana|jal|eva)$/.test(name));
  const english = all.filter((name) => !/\p{Script=Han}/u.test(name) && !codes.includes(name));
  return `(?:${han.join('|')}|(?<![A-Za-z\\d])(?:${english.map(escaped).map(spelt).join('|')}|${codes.map((code) => code.toUpperCase()).join('|')})(?![A-Za-z\\d]))`;
};

const adjectives = new Set(ADJECTIVES.map(([name]) => name.toLowerCase()));

export const AIRLINE = sourceOf([...airlineNames.keys()].filter((name) => !adjectives.has(name)));
/** Places where an airline is sure to be meant. */
export const NAMED_AIRLINE = `(?:${AIRLINE}|\\b(?:${ADJECTIVES.map(([name]) => name).join('|')})\\b(?! (?!(?:flights?|please|or|and|nor|again|today|tomorrow|on|at|for|from|this|next)\\b)[a-z]))`;
export const AIRPORT = sourceOf(airportNames.keys());

const all = <T>(text: string, source: string, read: (name: string) => T | undefined): T[] =>
  [...text.matchAll(new RegExp(source, 'gu'))].flatMap(([name]) => read(name) ?? []);

/** Codes of all that are named. */
export const airlinesIn = (text: string): string[] => [
  ...new Set(all(text, NAMED_AIRLINE, (name) => airlineNames.get(name.toLowerCase()))),
];

export const airportsIn = (text: string): string[] => [
  ...new Set(all(text, AIRPORT, (name) => airportNames.get(name.toLowerCase())).flat()),
];

/** Airports of a city, or the one airport that is named. */
export function airportsOf(city: string): string[] {
  const place = placeNamed(city);
  if (place === undefined) return [];
  return airports
    .filter(({ value, words }) => place.query === value || words === `${place.en} ${place.zh}`)
    .map(({ value }) => value);
}

/** The words for people. */
export function airlineName(code: string, language: 'en' | 'zh'): string {
  return airlines.find(({ value }) => value === code)?.label[language] ?? code;
}

export function airportName(code: string, language: 'en' | 'zh'): string {
  return airports.find(({ value }) => value === code)?.label[language] ?? code;
}

export const fact = (slot: Said['slot'], value: Said['value']) => [{ slot, value }];
export const anyOf = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((one) => one !== undefined && one !== '') ?? '';

/** Letters of any size, but for names and codes, which say themselves what they take. */
export const reader = (source: string, read: Reader['read'], flags = 'giu'): Reader => ({
  pattern: new RegExp(source, flags),
  read,
});

/** The phrases that want an airline, or refuse one. */
const AIRLINES = `(?:the )?${NAMED_AIRLINE}(?:(?: or | and | nor |/|或者?|和|跟|、|(?<=\\p{Script=Han})(?=\\p{Script=Han}))(?:with |on )?(?:the )?${NAMED_AIRLINE})*`;

const INSISTING =
  '(?:but |and |so |please |just |definitely |certainly |absolutely |really |ideally |preferably |under no circumstances )*';
const REFUSALS = [
  // "anything but …", "as long as it isn't …"
  "\\b(?:any(?:thing|one|body)?|any (?:other )?(?:airlines?|carriers?|compan(?:y|ies)|flights?)|all(?: airlines)?|every(?:thing|one)|as long as it|so long as it|provided it)(?: at all)?(?: works| (?:is|will be) (?:fine|ok|okay))? (?:but|bar|except(?: for)?|other than|apart from|besides|that is(?: not|n't)|which is(?: not|n't)|is(?: not|n't)|'s not)",
  // "I won't fly …", "don't put me on …"
  `\\b(?:i |we |i'd |we'd )?${INSISTING}(?:do not|don't|would not|wouldn't|won't|will not|cannot|can't|rather not|prefer not|refuse|hate|dislike|never)(?: ever| really)?(?: again)?(?: (?:want|like|wish|care))?(?: to)?(?: be)?(?: (?:fly|flying|flown|book|take|go|going|travel|travelling|use|stand|bear|put|give|choose|pick|see))?(?: me| us)?(?: again)?`,
  `\\b${INSISTING}(?:not|never)(?: ever)?(?: again)?(?: to (?:fly|go)| flying)?`,
  `\\b${INSISTING}(?:no(?: more)?|none of|avoid(?:ing)?|skip(?:ping)?|leav(?:e|ing) out|exclud(?:e|ing)|rul(?:e|ing) out|without|except(?: for)?|apart from|other than|besides)`,
]
  .map((one) => `${one}(?: with| on| by| from)?(?: again)?`)
  .join('|');
const REFUSED_AFTER =
  "(?: is| are|'s)(?: both| all)? (?:out(?: of the question)?|excluded|(?:not|no) (?:an )?(?:option|go|good)|not for (?:me|us)|off the (?:list|table))";

/** Before them is no second half of 是不是 or 要不要. */
const ZH_NOT = '(?<!(?<![不就只但可])[是要能想会可肯愿行])不';
const ZH_INSISTING =
  '(?:我们?|但是?|就是|只要|千万|死[也都]|坚决|绝对|绝|一定|请|麻烦|最好|实在|真的?|反正|可|只|就|也|都)*';
const ZH_REFUSALS = [
  `${ZH_NOT}(?:想|要|愿意?|准备|打算|能|会|喜欢|爱|考虑|接受|希望)?(?:再|给我们?|让我们?)*(?:坐|乘|搭|飞|选|订|买|要|用)?`,
  `${ZH_NOT}是`,
  '别(?:再|给我们?|让我们?)*(?:坐|乘|搭|订|选|买|要|安排|推荐|考虑)?',
  '避开|排除|剔除|去掉|拒绝|拒坐|讨厌|非',
].join('|');
const ZH_REST = '(?:其他|其它|别的|剩下的|哪家|什么|谁家|任何一家)(?:的)?(?:航空公司|公司|航班)?';
const ZH_FINE = '(?:可以|行|好|成|随便|无所谓|没问题)';
/** Ends the sentence, so that 国航不要经停 refuses no airline. */
const ZH_END = `(?:了|的|吧|啊|呀|哦)*(?=$|[\\s${TAKEN}]|${ZH_REST}|${NAMED_AIRLINE})`;

const wanted = (match: readonly (string | undefined)[]) => fact('airlines', airlinesIn(anyOf(match)));
const refused = (match: readonly (string | undefined)[]) => fact('notAirlines', airlinesIn(anyOf(match)));

export const AIRLINE_READERS: readonly Reader[] = [
  reader(`(?:非|不是)(${AIRLINES})的?不(?:坐|飞|订|选|要|可|行)`, wanted, 'gu'),
  reader(
    `${anyCase(`(?<!why )(?:${REFUSALS})`)} (${AIRLINES})(?:${anyCase(' flights?')})?(?:${anyCase(' (?:again|please|at all|if possible|this time|(?:is|are|would be|will be) (?:fine|ok|okay)|will do|works)')})*`,
    refused,
    'gu',
  ),
  reader(`(${AIRLINES})${anyCase(REFUSED_AFTER)}`, refused, 'gu'),
  reader(
    `${ZH_INSISTING}(?:(?:${ZH_REFUSALS})(${AIRLINES})(?!的?(?:航班|飞机)?(?:之外|以外))|除(?!非)了?(${AIRLINES})(?:之外|以外|外)?)(?:的|了)?(?:航班|飞机)?(?!\\s*(?:吗|么|不))(?:都|全|就)?${ZH_FINE}?`,
    refused,
    'gu',
  ),
  reader(
    `(${AIRLINES})的?(?:航班|飞机)?(?:以外|之外)的?(?:${ZH_REST}|航空公司|航班)?(?:都|全|就)?${ZH_FINE}?`,
    refused,
    'gu',
  ),
  reader(
    `(?<![坐乘搭飞订选买要])(${AIRLINES})的?(?:航班|飞机)?(?:我们?|都|就|也|可|是|坚决|绝对|一律)*(?:不(?:想|要|能|打算|愿意?|准备|再)*(?:坐|乘|搭|要|行|考虑|订|选|飞|喜欢|用)|除外|免了|免谈|算了|(?:给我)?(?:排除|去掉|剔除)掉?|别(?:给我)?(?:订|选|考虑|买))${ZH_END}`,
    refused,
    'gu',
  ),
  reader(
    `${anyCase('\\b(?:only|just) (?:with |on |by |fly(?:ing)? )?')}(${AIRLINES})|(${AIRLINES}) ${anyCase('only')}|${anyCase('\\b(?:but )?(?:fly(?:ing)? )?(?:with|on|by)')} (${AIRLINES})(?! ?\\p{Lu})|(?:[只就仅](?:想|能)?(?:坐|要|看|选|飞|订|考虑)|(?:想|要)?[坐乘搭]|(?<![不别需主必])(?:想要|要|选))(${AIRLINES})的?(?:航班|飞机)?`,
    wanted,
    'gu',
  ),
  // It leaves open what it speaks of.
  reader(
    `\\b(?:and |but )*any(?:thing| other airline| airline) (?:else )?(?:is|will be|would be|works|will do)(?: (?:fine|ok|okay|good|great))?(?: by me| with me| for me)?\\b|${ZH_REST}(?:我)?(?:都|也)${ZH_FINE}(?:就是)?`,
    () => [],
  ),
];
