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

/** "Male" is a word; the city goes by its code. Other spellings in the form's list are too like other words. */
const NAMES = new Map<string, Place>(
  cities.flatMap(({ value, label, words, country }) => {
    const city: Place = { query: label.en, ...label, ...(country === 'CN' ? { mainland: true } : {}) };
    const others = words.split(', ').flatMap((word): [string, Place][] => {
      if (/^[A-Z]{3}$/.test(word)) return [[word, word === value ? city : { ...city, query: word }]];
      return /\p{Script=Han}/u.test(word) ? [[word, city]] : [];
    });
    const english: [string, Place][] = label.en === 'Male' ? [] : [[label.en.toLowerCase(), city]];
    return [...others, ...english, [label.zh, city]];
  }),
);

const names = [...NAMES.keys()].sort((a, b) => b.length - a.length);
const han = names.filter((name) => /\p{Script=Han}/u.test(name)).join('|');
const codes = names.filter((name) => /^[A-Z]{3}$/.test(name)).join('|');
/** Small and capital letters alike; spelt out, as codes count in capitals only. */
const english = names
  .filter((name) => /^[a-z]/.test(name))
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
