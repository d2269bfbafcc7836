/** One message on each side of a comparison: real sessions, side by side. */

import { asyncQueue } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { shorten } from '../../../shared/text/text.ts';
import type { TryAsked, TrySide } from '../contract.ts';
import { inputFiles, readCases } from './read-cases.ts';
import { attach, openForm, openRun } from './run-case.ts';
import { configurationsOf, factsOf, skillUnderTest } from './runs.ts';

/** Characters of a title. */
const MAX_TITLE = 60;

/** Questions wait for the person. @throws SkilldeckError `bad-input`, `skill-not-found`, `import-refused`. */
export async function* tryOut(core: Core, asked: TryAsked, stopped: AbortSignal): AsyncGenerator<TrySide[]> {
  const { sentence, caseId, unsaved = [] } = asked;
  const skill = await skillUnderTest(core, asked.skill);
  const { configurations } = await configurationsOf(core, asked, skill, { keeps: unsaved.length > 0 });
  const files = await filesOf(skill.dir, caseId);
  const changes = asyncQueue<'changed' | 'ended'>();
  const begun: { readonly name: string; readonly session: LiveSession }[] = [];
  const leaving: (() => void)[] = [];
  try {
    const ends: Promise<void>[] = [];
    for (const configuration of configurations) {
      const { name } = configuration;
      const title = `${shorten(sentence.split('\n')[0] ?? '', MAX_TITLE)} · ${name}`;
      const session = await openRun(core, configuration, title);
      begun.push({ name, session });
      ends.push(follow(session, leaving, () => changes.push('changed')));
      await core.sessions.send(session.id, sentence, await attach(core, session.id, files));
    }
    Promise.all(ends).then(
      () => changes.push('ended'),
      (error: unknown) => changes.fail(error),
    );
    for await (const change of changes.items(stopped)) {
      yield begun.map(({ name, session }) => sideOf(core, name, session));
      if (change === 'ended') break;
    }
  } finally {
    for (const leave of leaving) leave();
    await Promise.all(begun.map(({ session }) => session.stop()));
  }
}

async function filesOf(dir: string, caseId: string | undefined): Promise<readonly string[]> {
  if (caseId === undefined) return [];
  const one = (await readCases(dir)).find(({ id }) => id === caseId);
  if (one === undefined) throw detailed('bad-input', 'eval-case-unsaved', { id: caseId });
  return inputFiles(dir, one);
}

/** Resolves when its run has ended. */
function follow(session: LiveSession, leaving: (() => void)[], changed: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    leaving.push(
      session.listen(session.state.lastSeq, {
        events(events) {
          changed();
          if (events.some(({ type }) => type === 'run-finished')) resolve();
        },
        delta: () => {},
        failed: reject,
      }),
    );
  });
}

function sideOf({ prices }: Pick<Core, 'prices'>, name: string, session: LiveSession): TrySide {
  const { events, state } = session;
  const { text, tokens, cost, seconds, failure, loads, references, calls, lastEvent } = factsOf(events, prices);
  const end = events.findLast((event) => event.type === 'run-finished');
  const said = events.findLast((event) => event.type === 'model-responded')?.text ?? '';
  return {
    side: name,
    session: session.id,
    model: state.model,
    state: stateOf(session, end?.state),
    answer: end === undefined ? said : text,
    ...defined({ cost, failure: end === undefined || end.state === 'stopped' ? undefined : failure }),
    requests: events.filter(({ type }) => type === 'request-sent').length,
    tokens,
    seconds,
    loads: [...loads, ...references],
    calls: calls.length,
    at: lastEvent,
  };
}

function stateOf({ events, state }: LiveSession, ended: string | undefined): TrySide['state'] {
  if (ended === undefined) return state.runState === 'waiting-approval' ? 'asking' : 'running';
  if (openForm(events, 0) !== undefined) return 'form';
  return ended === 'stopped' || ended === 'completed' ? ended : 'failed';
}
