import type { EventBody } from '../events.ts';
import type { SessionState } from '../session-state.ts';
import { textIn } from './card.ts';
import { parseCard } from './registry.ts';

/** UTF-16 units. */
const MAX_TITLE = 60;

/** The title that the first card with one gives to a session without one, in the language of the person's first words. */
export function namedByCard({ title, messages }: SessionState, bodies: readonly EventBody[]): EventBody[] {
  if (title !== '') return [];
  const names = bodies.map((body) => (body.type === 'tool-finished' ? parseCard(body.data)?.conversation : undefined));
  const name = names.find((one) => one !== undefined);
  const first = messages.find((one) => one.role === 'user');
  const said = name === undefined ? '' : textIn(name, /\p{Script=Han}/u.test(first?.text ?? '') ? 'zh' : 'en').trim();
  return said === '' ? [] : [{ type: 'session-renamed', title: said.slice(0, MAX_TITLE), by: 'app' }];
}
