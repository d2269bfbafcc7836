import { SkilldeckError } from '../../shared/errors.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { startRun } from './run.ts';

/**
 * Goes back to before the person's message `seq` and sends `text` in its place. What came after stays in the log.
 * @throws SkilldeckError `message-not-found`, `session-busy`, `config-invalid`.
 */
export async function editAndResend(deps: SessionDeps, session: LiveSession, seq: number, text: string): Promise<void> {
  session.assertIdle();
  const message = session.state.messages.filter((one) => one.role === 'user').find((one) => one.seq === seq);
  if (message === undefined) {
    throw new SkilldeckError(
      'message-not-found',
      'This message is no longer part of the conversation, so it cannot be edited.',
    );
  }
  await startRun(deps, session, () => {
    const { attachments } = message;
    session.append(
      { type: 'history-rewound', toSeq: seq - 1, reason: 'edit' },
      { type: 'user-message-added', text, ...(attachments === undefined ? {} : { attachments: [...attachments] }) },
    );
  });
}
