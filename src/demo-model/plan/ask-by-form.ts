/** The skill's forms in place of a list of questions, where the app can show them. */
import { adults, children } from '../dialogue/trip.ts';
import { isSkip } from '../request/form-answer.ts';
import type { LoadedSkill } from '../request/skills.ts';
import { isAirport, placeNamed } from '../understand/cities.ts';
import type { Answer } from '../wire.ts';
import type { Desk } from './desk.ts';

const FORMS = 'forms.md';

type FormName = 'search' | 'passengers';

/** The question as words with the form below it; the words alone where there is no form, or the person skipped it. */
export function askByForm(desk: Desk, skill: LoadedSkill, name: FormName, text: string): Answer {
  const form = `${skill.id}/${name}`;
  if (!skill.references.includes(FORMS) || !desk.toolbox.can('ask-person') || wasSkipped(desk, form)) return { text };
  const { language } = desk.state;
  const values = name === 'search' ? tripValues(desk) : passengerValues(desk);
  return { text, call: { name: 'ask_user', arguments: { form, values, language } } };
}

function wasSkipped({ turns }: Desk, form: string): boolean {
  return turns.some(
    ({ user }, index) => isSkip(user) && turns[index - 1]?.uses.some((use) => use.arguments.form === form) === true,
  );
}

/** A form offers cities only: an airport that was named is left for the person to decide. */
function tripValues({ state: { trip } }: Desk): Record<string, unknown> {
  const city = (place: typeof trip.from) =>
    place === undefined || placeNamed(place.query) === undefined || isAirport(place) ? undefined : place.en;
  const { date, returnDate, cabin, direct } = trip;
  const values = { from: city(trip.from), to: city(trip.to), date, return: returnDate, cabin, direct };
  const people = { adults: trip.adults, children: trip.children };
  return Object.fromEntries(Object.entries({ ...values, ...people }).filter(([, value]) => value !== undefined));
}

function passengerValues({ state }: Desk): Record<string, unknown> {
  const missing = (type: 'adult' | 'child', wanted: number) => {
    const known = state.passengers.filter((one) => one.type === type).slice(0, wanted);
    return [...known, ...Array.from({ length: wanted - known.length }, () => ({ type }))];
  };
  const passengers = [...missing('adult', adults(state.trip)), ...missing('child', children(state.trip))];
  return { passengers, ...(state.contact === undefined ? {} : { contact: state.contact }) };
}
