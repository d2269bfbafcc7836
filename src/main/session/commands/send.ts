import type { Attachment } from '../../../shared/attachments.ts';
import { defined } from '../../../shared/defined.ts';
import type { ChangedFact, FormReply } from '../../../shared/forms/forms.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { startRun } from '../run.ts';

/** Adds the person's message (on the disk when this resolves) and starts the run. @throws SkilldeckError `session-busy`, `config-invalid`. */
export async function send(
  deps: SessionDeps,
  session: LiveSession,
  text: string,
  attachments: readonly Attachment[] = [],
  fact?: ChangedFact,
): Promise<void> {
  await startRun(deps, session, () => addUserMessage(deps, session, { text, attachments, fact }));
}

export interface PersonsMessage {
  readonly text: string;
  /** The answers that the text says in words. */
  readonly form?: FormReply | undefined;
  readonly fact?: ChangedFact | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
}

/**
 * Adds the person's message, and before it unloads the skills that the new turn drops: load mode `turn` (seeds/002;
 * CONTRACT §8) and idle skills (seeds/004 §2.2). Both are stored together, or neither.
 */
export function addUserMessage(deps: SessionDeps, session: LiveSession, message: PersonsMessage): void {
  const { state } = session;
  const { text, form, fact, attachments = [] } = message;
  const unloads =
    state.loadMode === 'turn'
      ? unloadEvents(
          state,
          state.loadedSkills.filter((skill) => !skill.pinned),
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
