/** Loaded skills and their purpose: the person's words before each load. */
import type { SessionState } from '../../../shared/session-state.ts';
import { shorten } from '../../../shared/text/text.ts';

/** Characters of the person's words. */
const WORDS = 80;

/** One line each, such as `book-flight (for "I want to fly to Tokyo")`. */
export function loadedWhy({ loadedSkills, messages }: SessionState): { readonly id: string; readonly line: string }[] {
  return loadedSkills.map(({ id, seq }) => {
    const before = messages.findLast((message) => message.role === 'user' && message.seq < seq);
    return { id, line: before?.role === 'user' ? `${id} (for "${shorten(before.text, WORDS)}")` : id };
  });
}
