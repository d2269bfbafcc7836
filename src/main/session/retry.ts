import { SkilldeckError } from '../../shared/errors.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { startRun } from './run.ts';

/**
 * Runs again from the last message that the person wrote. After a failure or an interruption nothing is set aside: the
 * run goes on from where it was. A completed answer is set aside (it stays in the log) and asked for anew.
 * @throws SkilldeckError `nothing-to-retry`, `session-busy`, `config-invalid`.
 */
export async function retry(deps: SessionDeps, session: LiveSession): Promise<void> {
  session.assertIdle();
  const lastFromPerson = session.state.messages.findLast((message) => message.role === 'user');
  if (lastFromPerson === undefined) {
    throw new SkilldeckError('nothing-to-retry', 'There is no message to try again. Write one first.');
  }
  await startRun(deps, session, () => {
    const last = session.state.messages.at(-1);
    if (last?.role !== 'assistant') return;
    session.append({ type: 'history-rewound', toSeq: lastFromPerson.seq, reason: 'retry' });
  });
}
