/** The skill's forms in place of a list of questions, where the app can show them. */

import { typedPassengers } from '../dialogue/awaiting.ts';
import { adults, children } from '../dialogue/search-arguments.ts';
import type { Trip } from '../dialogue/state.ts';
import type { LoadedSkill } from '../request/skills.ts';
import type { Answer } from '../wire.ts';
import type { Desk } from './desk.ts';

const FORMS = 'forms.md';

type FormName = 'search' | 'passengers';

/** The question as words with the form below it; the words alone where there is no form, or it was put aside. */
export function askByForm(desk: Desk, skill: LoadedSkill, name: FormName, text: string): Answer {
  const form = `${skill.id}/${name}`;
  const isThere = skill.references.includes(FORMS);
  if (!isThere || !desk.toolbox.can('ask-person') || wasAsked(desk, form)) return { text };
  const { state } = desk;
  const values = name === 'search' ? tripValues(state.trip) : passengerValues(desk);
  return { text, call: { name: 'ask_user', arguments: { form, values, language: state.language } } };
}

/** Once for each journey: who answers in words is not shown it again. */
function wasAsked({ turns, state }: Desk, form: string): boolean {
  const last = turns.findLastIndex(({ uses }) => uses.some((use) => use.arguments.form === form));
  return last >= 0 && last >= Math.max(state.search?.turn ?? -1, state.attempts.at(-1)?.turn ?? -1);
}

function tripValues(trip: Trip): Record<string, unknown> {
  return {
    ...(trip.from === undefined ? {} : { from: trip.from.en }),
    ...(trip.to === undefined ? {} : { to: trip.to.en }),
    ...(trip.date === undefined ? {} : { date: trip.date }),
    ...(trip.returnDate === undefined ? {} : { return: trip.returnDate }),
    ...(trip.adults === undefined ? {} : { adults: trip.adults }),
    ...(trip.children === undefined ? {} : { children: trip.children }),
    ...(trip.cabin === undefined ? {} : { cabin: trip.cabin }),
    ...(trip.direct === undefined ? {} : { direct: trip.direct }),
  };
}

function passengerValues({ state }: Desk): Record<string, unknown> {
  const known = typedPassengers(state);
  const missing = (type: 'adult' | 'child', wanted: number) =>
    Array.from({ length: Math.max(0, wanted - known.filter((one) => one.type === type).length) }, () => ({ type }));
  const passengers = [...known, ...missing('adult', adults(state.trip)), ...missing('child', children(state.trip))];
  return { passengers, ...(state.contact === undefined ? {} : { contact: state.contact }) };
}
