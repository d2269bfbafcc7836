import type { Attachment } from '../../shared/attachments.ts';
import { defined } from '../../shared/defined.ts';
import type { ChangedFact, FormReply } from '../../shared/forms/forms.ts';
import { answersOf, versionAt } from '../../shared/history.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { loadAgainEvents } from './load-again-events.ts';
import { loadNamed } from './load-skill.ts';
import { startRun } from './run.ts';
import { unloadEvents } from './unload-skill.ts';

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
