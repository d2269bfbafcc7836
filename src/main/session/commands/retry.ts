import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { startRun } from '../run.ts';

/**
 * Repeats the request for the user's last message. After a failure the run continues where it was; of an answer that
 * was cut short only the text is replaced, so that no tool runs twice; a completed turn is replaced completely and
 * requested again. All of it stays in the log.
 * @throws SkilldeckError `nothing-to-retry`, `session-busy`, `config-invalid`.
 */
export async function retry(deps: SessionDeps, session: LiveSession): Promise<void> {
  session.assertIdle();
  const lastFromPerson = session.state.messages.findLast((message) => message.role === 'user');
  if (lastFromPerson === undefined) {
    throw detailed('nothing-to-retry', 'nothing-asked');
  }
  await startRun(deps, session, () => {
    const [before, last] = session.state.messages.slice(-2);
    if (last?.role !== 'assistant') return;
    const cutShort = last.finishReason === 'stopped' || last.finishReason === 'interrupted';
    const toSeq = cutShort && before !== undefined ? before.seq : lastFromPerson.seq;
    session.append({ type: 'history-rewound', toSeq, reason: 'retry' });
  });
}
