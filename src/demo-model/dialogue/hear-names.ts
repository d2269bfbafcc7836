/** Names in a message, in the light of what was asked. */
import { findChoice } from '../understand/choice.ts';
import { findNames, type Passenger } from '../understand/names.ts';
import { blank } from '../understand/normalise.ts';
import type { Awaiting, DialogueState } from './state.ts';

/** Names where they were asked for; elsewhere after a word such as 乘客, or where the message holds nothing else. */
export function namesIn(message: string, awaiting: Awaiting): Passenger[] {
  if (awaiting === 'names') return findNames(message, 'asked');
  const marked = findNames(message, 'marked');
  if (marked.length > 0 || (awaiting !== 'choice' && awaiting !== 'consent')) return marked;
  // "The second one, Zhang San": which flight and who is travelling is asked for in one breath.
  const rest = awaiting === 'choice' ? beside(message) : message;
  const bare = findNames(rest, 'unasked');
  return isAllNames(rest, bare) ? bare : [];
}

/** A message without the parts of it that point at a flight. */
function beside(message: string): string {
  const parts = message.split(/[,，:：;；。!！\n]|\.(?=\s)/u);
  return parts.filter((part) => part.trim() !== '' && findChoice(part, []) === undefined).join('，');
}

/** So that a name is not read as a city, its code or anything else as well. */
export function withoutNames(text: string, names: readonly Passenger[]): string {
  return names.reduce((rest, { name }) => {
    const index = rest.toLowerCase().indexOf(name.toLowerCase());
    return index < 0 ? rest : blank(rest, [{ index, length: name.length }]);
  }, text);
}

export function isAllNames(text: string, names: readonly Passenger[]): boolean {
  const letters = (one: string) => one.match(/\p{L}/gu)?.length ?? 0;
  const named = names.reduce((sum, passenger) => sum + letters(passenger.name), 0);
  const words = text.replace(
    /\band\b|和|以及|还有|成人|儿童|大人|孩子|儿子|女儿|老婆|老公|\b(?:our|my|son|daughter|wife|husband|adults?|child(?:ren)?|passengers?|names?|are|is)\b|乘客|姓名|[是叫我]/gi,
    '',
  );
  return named > 0 && named >= letters(words) * 0.8;
}

export function mergeNames(state: DialogueState, names: DialogueState['passengers']): DialogueState['passengers'] {
  if (names.length === 0) return state.passengers;
  const wanted = (state.trip.adults ?? 1) + (state.trip.children ?? 0);
  // As many as were asked for, or none are missing: these are the passengers. Fewer: they add to those known.
  if (names.length >= wanted || state.passengers.length >= wanted) return names;
  const others = state.passengers.filter((known) => !names.some((name) => name.name === known.name));
  return [...others, ...names];
}
