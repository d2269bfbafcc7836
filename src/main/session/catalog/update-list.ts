/** Keeps the list of skills within its budget. Chosen once a turn, so that the requests of a turn begin alike. */
import { isEqual } from '../../../shared/is-equal.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { isCapped } from '../../context/dialects/capped-list.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';

/** Basis of the latest choice. Loads are not part of it: within a turn they change nothing. */
const chosenFor = new WeakMap<LiveSession, readonly unknown[]>();

export async function updateList(
  { context, skillUses }: Pick<SessionDeps, 'context' | 'skillUses'>,
  session: LiveSession,
): Promise<void> {
  for (;;) {
    const basis = basisOf(session.state);
    if (isSame(chosenFor.get(session), basis)) return;
    const { skills, ...figures } = await context.chooseList(session.state, skillUses);
    // In the meantime the person may have changed a setting.
    if (!isSame(basis, basisOf(session.state))) continue;
    chosenFor.set(session, basis);
    const { listing } = session.state;
    // Without any choice a list has all skills, but for trpc's lists in old logs.
    const isAsBefore = isEqual(listing?.skills, skills) && !isCapped(session.state);
    if (!isAsBefore) {
      session.append({ type: 'catalog-listed', ...(skills === undefined ? {} : { skills: [...skills] }), ...figures });
    }
    return;
  }
}

function basisOf({ catalog, dialect, model, placement, limits, messages }: SessionState): readonly unknown[] {
  const turn = messages.findLast((message) => message.role === 'user')?.seq;
  return [catalog, dialect, model, placement, limits.catalogBudget, turn];
}

function isSame(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  return one?.every((value, index) => value === other[index]) === true;
}
