/** What the conversation stands still for: derived from the state, as this model keeps nothing of its own. */

import { currentFailure } from './proposal.ts';
import { adults, children, missingOf } from './search-arguments.ts';
import { chosenOffer, currentOffers } from './select.ts';
import type { Awaiting, DialogueState } from './state.ts';

/** In the past, or too far ahead. */
const DATE_REFUSED = /^Date \S+ is /;

export function awaitingOf(state: DialogueState): Awaiting {
  if (state.cancelling) return 'which-booking';
  if (!state.arranging) return undefined;
  const [missing] = missingOf(state.trip);
  if (missing !== undefined) return missing === 'from' || missing === 'to' ? 'route' : missing;
  if (currentOffers(state) === undefined) {
    return DATE_REFUSED.test(currentFailure(state)?.message ?? '') ? 'date' : undefined;
  }
  if (chosenOffer(state) === undefined) return 'choice';
  return namesMissing(state) ? 'names' : 'consent';
}

export function namesMissing(state: DialogueState): boolean {
  const { adults: namedAdults, children: namedChildren } = countNamed(state);
  return namedAdults !== adults(state.trip) || namedChildren !== children(state.trip);
}

/** The passengers with a type each: who was not said to be a child is one where only a child is missing. */
export function typedPassengers(state: DialogueState): { name: string; type: 'adult' | 'child' }[] {
  const total = adults(state.trip) + children(state.trip);
  const saidChildren = state.passengers.filter((one) => one.type === 'child').length;
  let toFill = state.passengers.length === total ? children(state.trip) - saidChildren : 0;
  return [...state.passengers]
    .reverse()
    .map((one) => {
      if (one.type !== undefined) return { name: one.name, type: one.type };
      toFill -= 1;
      return { name: one.name, type: toFill >= 0 ? ('child' as const) : ('adult' as const) };
    })
    .reverse();
}

function countNamed(state: DialogueState): { adults: number; children: number } {
  const typed = typedPassengers(state);
  const namedChildren = typed.filter((one) => one.type === 'child').length;
  return { adults: typed.length - namedChildren, children: namedChildren };
}
