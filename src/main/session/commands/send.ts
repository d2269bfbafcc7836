import type { Attachment } from '../../../shared/attachments.ts';
import { defined } from '../../../shared/defined.ts';
import type { ChangedFact, FormReply } from '../../../shared/forms/forms.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { loadNamed } from '../loading/load-named.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { startRun } from '../run.ts';

/** Adds the person's message (on the disk when this resolves) and starts the run. @throws SkilldeckError `session-busy`, `config-invalid`; why a skill that it calls cannot be loaded. */
export async function send(
  deps: SessionDeps,
  session: LiveSession,
  text: string,
  attachments: readonly Attachment[] = [],
  fact?: ChangedFact,
): Promise<void> {
  const called = await loadNamed(deps, session, text);
  await startRun(deps, session, () => addUserMessage(deps, session, { text, attachments, fact, called }));
}

export interface PersonsMessage {
  readonly text: string;
  /** The answers that the text says in words. */
  readonly form?: FormReply | undefined;
  readonly fact?: ChangedFact | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Skill that the text calls by its name: it stays loaded. */
  readonly called?: string | undefined;
}

/**
 * Adds the person's message, and before it unloads the skills that the new turn drops: load mode `turn` (seeds/002;
 * CONTRACT §8) and idle skills (seeds/004 §2.2). Both are stored together, or neither.
 */
export function addUserMessage(deps: SessionDeps, session: LiveSession, message: PersonsMessage): void {
  const { state } = session;
  const { text, form, fact, called, attachments = [] } = message;
  const unloads =
    state.loadMode === 'turn'
      ? unloadEvents(
          state,
          state.loadedSkills.filter(({ id, pinned }) => !pinned && id !== called),
          'mode',
        )
      : unloadEvents(state, deps.context.idleSkills(state, text), 'idle');
  session.append(...unloads, {
    type: 'user-message-added',
    text,
    ...defined({ form, fact }),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  });
}
