import { answersOf, versionAt } from '../../../shared/history.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { loadAgainEvents } from '../loading/load-again-events.ts';
import { loadNamed } from '../loading/load-named.ts';
import { startRun } from '../run.ts';

/**
 * Goes back to before the person's message `seq` and sends `text` in its place. What came after stays in the log.
 * @throws SkilldeckError `message-not-found`, `session-busy`, `config-invalid`.
 */
export async function editAndResend(deps: SessionDeps, session: LiveSession, seq: number, text: string): Promise<void> {
  session.assertIdle();
  const message = session.state.messages.filter((one) => one.role === 'user').find((one) => one.seq === seq);
  if (message === undefined) {
    throw detailed('message-not-found', 'message-edit');
  }
  const id = await loadNamed(deps, session, text);
  await startRun(deps, session, () => {
    const { attachments } = message;
    // Going back would set the load aside.
    const called = session.state.loadedSkills.find((skill) => skill.id === id && skill.seq >= seq);
    session.append(
      { type: 'history-rewound', toSeq: seq - 1, reason: 'edit' },
      ...(called === undefined ? [] : loadAgainEvents(called.id, called)),
      { type: 'user-message-added', text, ...(attachments === undefined ? {} : { attachments: [...attachments] }) },
    );
  });
}

/**
 * Another version of an edited message, or of an answer that was tried again, takes the place of the one that counts,
 * with all that followed it. What it takes the place of stays in the log, and is restored the same way.
 * @param seq of the version, as `versionsOf` and `answersOf` name it.
 * @throws SkilldeckError `message-not-found`, `session-busy`.
 */
export function bringBack(session: LiveSession, seq: number): void {
  session.assertIdle();
  const { events, state } = session;
  if (state.messages.some((message) => message.seq === seq)) return;
  if ([...answersOf(events).values()].some(({ shown }) => shown === seq)) return;
  const version = versionAt(events, seq);
  if (version === undefined) {
    throw detailed('message-not-found', 'message-version', { seq });
  }
  session.append({ type: 'history-rewound', toSeq: version.tip, reason: 'restore' });
}
