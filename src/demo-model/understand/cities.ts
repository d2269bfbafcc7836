/** The cities that the skill's forms offer, by their names in both languages and by codes in capitals. */
import cities from '../../../skills/book-flight/data/cities.json' with { type: 'json' };

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
