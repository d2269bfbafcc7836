/** Sets what the demo model made of a sentence beside what the sentence says. */

import cities from '../../../../skills/book-flight/data/cities.json' with { type: 'json' };
import { placeNamed } from '../../understand/places.ts';
import { madeOf } from '../one-sentence.ts';
import type { Sentence } from './sentence.ts';

/** A Sunday. */
const TODAY = '2026-11-22';

export type Verdict =
  /** Searched exactly for what was said. */
  | { readonly is: 'understood' }
  /** Asked, with nothing wrong filled in, and all that was not filled in is asked for or said back. */
  | { readonly is: 'asked' }
  /** `silent`: a search, or a form that holds something else. */
  | { readonly is: 'wrong'; readonly silent: boolean; readonly why: string };

const codeOf = (name: string): string => {
  const place = placeNamed(name);
  const city = cities.find(({ label }) => label.en === place?.en);
  return city?.value ?? name;
};

const plain = (value: unknown): string =>
  (Array.isArray(value) ? value.join(',') : String(value)).replaceAll(', ', ',');

/** Adds the search's own defaults, so that what is not said is compared as well. */
function normal(facts: Readonly<Record<string, unknown>>): Map<string, string> {
  const entries = Object.entries(facts).flatMap(([key, value]): [string, string][] => {
    // An option of the search is called as its field of the form, in small letters.
    const name = key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (name === 'from' || name === 'to') return [[name, codeOf(String(value))]];
    if (name === 'direct') return value === false ? [] : [[name, 'true']];
    // Ages are in the counts; currency counts with a budget alone; no children is what saying nothing says.
    if (name === 'ages' || name === 'limit' || value === undefined || (name !== 'adults' && value === 0)) return [];
    if (name === 'cabin' && value === 'economy') return [];
    return [[name, plain(value)]];
  });
  return new Map(entries);
}

export function judge({ say, facts, asks, beyond }: Sentence): Verdict {
  const made = madeOf(say, TODAY);
  const wanted = normal(facts);
  if (made.search !== undefined) {
    const done = normal({ adults: 1, ...made.search, currency: made.currency });
    const expected = new Map([['adults', '1'], ...wanted]);
    if (!expected.has('maxPrice')) for (const map of [done, expected]) map.delete('currency');
    const differs = [...new Set([...done.keys(), ...expected.keys()])].filter(
      (key) => done.get(key) !== expected.get(key),
    );
    const unsaid = beyond.filter((words) => !made.text.includes(words));
    if (differs.length + asks.length + unsaid.length === 0) return { is: 'understood' };
    return {
      is: 'wrong',
      silent: true,
      why: `searched with ${JSON.stringify(made.search)}; ${[...differs, ...asks, ...unsaid].join(', ')}`,
    };
  }
  if (made.form === undefined) {
    const isTopic = asks.includes('topic');
    if (isTopic || /[?？]/.test(made.text)) return { is: 'asked' };
    return { is: 'wrong', silent: false, why: `said “${made.text}”` };
  }
  if (asks.includes('topic')) return { is: 'wrong', silent: true, why: 'took it for a booking' };
  const filled = normal(made.form);
  const wrong = [...filled].filter(
    ([key, value]) =>
      wanted.get(key) !== value && !(key === 'adults' && value === '1' && !wanted.has(key) && !asks.includes('people')),
  );
  if (wrong.length > 0)
    return {
      is: 'wrong',
      silent: true,
      why: `filled in ${JSON.stringify(made.form)}; ${wrong.map(([key]) => key).join(', ')}`,
    };
  // A part missing from the form is a required field, or is said back.
  const said = (made.unused ?? []).length > 0 || (made.unclear ?? []).length > 0;
  const required = ['from', 'to', 'date', 'cheapestOf'];
  const missing = [...wanted.keys()].filter(
    (key) =>
      !filled.has(key) &&
      !required.includes(key) &&
      !(key === 'adults' && wanted.get(key) === '1') &&
      key !== 'currency',
  );
  if (missing.length > 0 && !said) return { is: 'wrong', silent: true, why: `forgot ${missing.join(', ')}` };
  if (asks.includes('people') && !(made.unclear ?? []).includes('adults'))
    return { is: 'wrong', silent: true, why: 'one adult was assumed' };
  if (asks.includes('infants') && !(made.unclear ?? []).some((name) => name === 'adults' || name === 'infantsLap'))
    return { is: 'wrong', silent: true, why: 'the infant was forgotten' };
  const unheard = beyond.filter(
    (words) => !(made.unused ?? []).some((one) => one.includes(words) || words.includes(one)),
  );
  if (unheard.length > 0)
    return {
      is: 'wrong',
      silent: true,
      why: `did not say back ${unheard.join(', ')}, but ${(made.unused ?? []).join(' | ')}`,
    };
  return { is: 'asked' };
}
