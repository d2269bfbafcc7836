/** The skill's forms in place of a list of questions, where the app can show them. */
import { adults, children } from '../dialogue/trip.ts';
import { isSkip, type Passenger } from '../form-answer.ts';
import type { LoadedSkill } from '../skills.ts';
import { placeNamed } from '../understand/places.ts';
import type { Answer } from '../wire.ts';
import type { Desk } from './desk.ts';

const FORMS = 'forms.md';

type FormName = 'search' | 'passengers' | 'passengers-mainland';

/** The question as words with the form below it; the words alone where there is no form, or the person skipped it. */
export function askByForm(desk: Desk, skill: LoadedSkill, name: FormName, text: string): Answer {
  const form = `${skill.id}/${name}`;
  if (!skill.references.includes(FORMS) || !desk.toolbox.can('ask-person') || wasSkipped(desk, form)) return { text };
  const { language } = desk.state;
  const values = name === 'search' ? tripValues(desk) : passengerValues(desk);
  const heard = name === 'search' ? heardWith(desk) : {};
  return { text, call: { name: 'ask_user', arguments: { form, values, ...heard, language } } };
}

/** Words that are in none of the values, places that no flight goes to among them, and the values left open because of them. */
function heardWith({ state: { heard, trip, language } }: Desk): {
  unused?: readonly string[];
  unclear?: readonly string[];
} {
  const open = (trip.open ?? []).flatMap((one) => (one === 'infants' ? ['infantsLap', 'infantsSeat'] : [one]));
  const unclear = [...new Set([...open, ...heard.unclear])];
  const notOffered = [trip.from, trip.to].flatMap((place) =>
    place === undefined || placeNamed(place.query) !== undefined ? [] : [place[language]],
  );
  const unused = [...new Set([...notOffered, ...heard.leftOver])];
  return {
    ...(unused.length === 0 ? {} : { unused }),
    ...(unclear.length === 0 ? {} : { unclear }),
  };
}

function wasSkipped({ turns }: Desk, form: string): boolean {
  return turns.some(
    ({ user }, index) => isSkip(user) && turns[index - 1]?.uses.some((use) => use.arguments.form === form) === true,
  );
}

const NO_FIELD = /^(?:wantsReturn|open|limit|month|sort|rather|outbound|babies)$/;
function tripValues({ state: { trip } }: Desk): Record<string, unknown> {
  const city = (place: typeof trip.from) =>
    place === undefined || placeNamed(place.query) === undefined ? undefined : place.query;
  const { from, to, date, returnDate, currency, legs, ...same } = trip;
  const values = {
    ...(legs === undefined
      ? { from: city(from), to: city(to), date, return: returnDate }
      : { legs: legs.map((leg) => ({ from: city(leg.from), to: city(leg.to), date: leg.date })) }),
    ...same,
    // Without a budget it is for the search to say.
    currency: trip.maxPrice === undefined ? undefined : currency,
  };
  return Object.fromEntries(Object.entries(values).filter(([key, one]) => one !== undefined && !NO_FIELD.test(key)));
}

function passengerValues({ state }: Desk): Record<string, unknown> {
  const missing = (type: Passenger['type'], wanted: number) => {
    const known = state.passengers.filter((one) => one.type === type).slice(0, wanted);
    return [...known, ...Array.from({ length: wanted - known.length }, () => ({ type }))];
  };
  const { trip } = state;
  const passengers = [
    ...missing('adult', adults(trip)),
    ...missing('child', children(trip)),
    ...missing('infant', trip.infantsLap ?? 0),
    ...missing('infant-seat', trip.infantsSeat ?? 0),
  ];
  return { passengers, ...(state.contact === undefined ? {} : { contact: state.contact }) };
}
