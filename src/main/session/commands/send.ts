import type { Attachment } from '../../../shared/attachments.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { addUserMessage } from '../loading/unload-by-mode.ts';
import { startRun } from '../run.ts';

/** Adds the person's message (on the disk when this resolves) and starts the run. @throws SkilldeckError `session-busy`, `config-invalid`. */
export async function send(
  deps: SessionDeps,
  session: LiveSession,
  text: string,
  attachments: readonly Attachment[] = [],
): Promise<void> {
  await startRun(deps, session, () => addUserMessage(deps, session, { text, attachments }));
}
