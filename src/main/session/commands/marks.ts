/** How the person keeps a session: pinned, archived, tagged. The same again is no event. */
import type { LiveSession } from '../live-session.ts';

export interface Marks {
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** All of them; the two below change those that are there. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

export function markSession(session: LiveSession, given: Marks): void {
  const { marks } = session.state;
  const gone = new Set(given.removeTags ?? []);
  const tags = [...new Set([...(given.tags ?? marks.tags), ...(given.addTags ?? [])])].filter((tag) => !gone.has(tag));
  const isRetagged = tags.length !== marks.tags.length || tags.some((tag, index) => tag !== marks.tags[index]);
  const changed = {
    ...(given.pinned === undefined || given.pinned === marks.pinned ? {} : { pinned: given.pinned }),
    ...(given.archived === undefined || given.archived === marks.archived ? {} : { archived: given.archived }),
    ...(isRetagged ? { tags } : {}),
  };
  if (Object.keys(changed).length > 0) session.append({ type: 'session-marked', ...changed });
}
