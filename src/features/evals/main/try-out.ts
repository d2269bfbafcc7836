/** One sentence on each side of a comparison: real sessions, side by side, followed as they go. */

import { asyncQueue } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import { defined } from '../../../shared/defined.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { EvalRequest } from '../contract.ts';
import type { TryAsked, TrySide } from '../try-out.ts';
import { inputFiles, readCases } from './read-cases.ts';
import { attach, openForm, openRun } from './run-case.ts';
import { type Configuration, configurationsOf, factsOf, skillUnderTest } from './runs.ts';

/** Characters of a title, and of a call's arguments. */
const MAX_TITLE = 60;
const MAX_ARGUMENTS = 300;

/** An eval's request that names the same sides. */
export const sidesOf = ({ sentence: _said, caseId: _case, ...asked }: TryAsked): EvalRequest => ({
  ...asked,
  runs: 1,
  concurrency: 1,
});

/** Questions wait for the person. @throws SkilldeckError `bad-input`, `skill-not-found`, `import-refused`. */
export async function* tryOut(core: Core, asked: TryAsked, stopped: AbortSignal): AsyncGenerator<TrySide[]> {
  const skill = await skillUnderTest(core, asked.skill);
  const files = await filesOf(skill.dir, asked.caseId);
  const { configurations } = await configurationsOf(core, sidesOf(asked), skill, {
    keeps: (asked.unsaved?.length ?? 0) > 0,
  });
  const changes = asyncQueue<'changed' | 'ended'>();
  const begun: { readonly name: string; readonly session: LiveSession }[] = [];
  const leaving: (() => void)[] = [];
  try {
    const ends: Promise<void>[] = [];
    for (const configuration of configurations) {
      const session = await openRun(core, configuration, titleOf(asked, configuration));
      begun.push({ name: configuration.name, session });
      ends.push(follow(session, leaving, () => changes.push('changed')));
      await core.sessions.send(session.id, asked.sentence, await attach(core, session.id, files));
    }
    Promise.all(ends).then(
      () => changes.push('ended'),
      (error: unknown) => changes.fail(error),
    );
    const now = () => begun.map(({ name, session }) => sideOf(core, name, session));
    for await (const change of changes.items(stopped)) {
      yield now();
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

function titleOf({ sentence }: TryAsked, { name }: Configuration): string {
  const start = Array.from(sentence.split('\n')[0] ?? '').slice(0, MAX_TITLE);
  return `${start.join('')} · ${name}`;
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

function sideOf({ prices }: Pick<Core, 'prices'>, name: string, { id, events, state }: LiveSession): TrySide {
  const { text, tokens, cost, seconds, failure, lastEvent } = factsOf(events, prices);
  const said = events.findLast((event) => event.type === 'model-responded');
  const end = events.findLast((event) => event.type === 'run-finished');
  return {
    side: name,
    session: id,
    model: state.model,
    state: stateOf(events, state.runState),
    answer: end === undefined ? (said?.text ?? '') : text,
    ...(end === undefined ? {} : defined({ failure: end.state === 'stopped' ? undefined : failure })),
    requests: events.filter(({ type }) => type === 'request-sent').length,
    tokens,
    ...defined({ cost }),
    seconds,
    steps: stepsOf(events),
    at: lastEvent,
  };
}

function stateOf(events: readonly SessionEvent[], runState: LiveSession['state']['runState']): TrySide['state'] {
  const end = events.findLast((event) => event.type === 'run-finished');
  if (end === undefined) return runState === 'waiting-approval' ? 'asking' : 'running';
  if (openForm(events, 0) !== undefined) return 'form';
  if (end.state === 'stopped') return 'stopped';
  return end.state === 'completed' ? 'completed' : 'failed';
}

function stepsOf(events: readonly SessionEvent[]): TrySide['steps'] {
  const results = new Map(
    events.flatMap((event) => (event.type === 'tool-finished' ? [[event.callId, event.ok] as const] : [])),
  );
  return events.flatMap((event): TrySide['steps'] => {
    switch (event.type) {
      case 'skill-loaded':
        return [{ kind: 'load', at: event.seq, skill: event.skill, tokens: event.tokens }];
      case 'reference-loaded':
        return [{ kind: 'reference', at: event.seq, skill: event.skill, path: event.path }];
      case 'tool-started': {
        const { seq, name, arguments: given, callId } = event;
        const cut = given.length > MAX_ARGUMENTS ? `${given.slice(0, MAX_ARGUMENTS - 1)}…` : given;
        return [{ kind: 'call', at: seq, tool: name, arguments: cut, ...defined({ ok: results.get(callId) }) }];
      }
      default:
        return [];
    }
  });
}
