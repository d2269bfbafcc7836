/** Starts, checks and ends watches. All that is known of one is in its session's log. */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { changes, done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { realOf } from '../../main/lib/files.ts';
import type { RunResult } from '../../main/runner/run-request.ts';
import { isInside } from '../../main/runner/workspace/workspace.ts';
import type { LiveSession } from '../../main/session/live-session.ts';
import { matchScriptCall } from '../../main/tools/approval/confirm.ts';
import { ToolFailure } from '../../main/tools/define-tool.ts';
import { type WatchReading, watchReadingSchema } from '../../shared/cards/card.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { defined, isEqual, isRecord, parsedJson } from '../../shared/defined.ts';
import type { ErrorDetail } from '../../shared/errors.ts';
import type { EventBody } from '../../shared/events.ts';
import { type DetailCode, detailed } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';
import { nextCheck, WATCH_BOUNDS, type WatchView, watchesAfter } from '../../shared/reducer/watches.ts';
import { parseSimpleCommand } from '../../shared/text/simple-command.ts';
import { type ListedWatch, watchesContract } from './contract.ts';

/** Milliseconds after the start: nothing of it is delayed. */
const FIRST_MS = 10_000;
/** Milliseconds between two rounds at least: a session at work, or a full disk, is tried again after that. */
const LEAST_MS = 60_000;
/** A longer wait is split: timers stand still while the computer sleeps. */
const LONGEST_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Calls back after `ms`. Tests pass their own. @returns how to cancel it. */
export type After = (ms: number, work: () => void) => () => void;

const byTimer: After = (ms, work) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

type Watches = ReturnType<typeof createWatches>;

export function createWatches(core: Core, after: After = byTimer) {
  const { store, sessions, reportBug, options } = core;
  const now = () => (options.now?.() ?? new Date()).getTime();
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  let cancel = () => {};
  let round: Promise<void> | undefined;

  const list = (): ListedWatch[] => {
    const logged = new Map<string, readonly WatchView[]>();
    for (const event of store.watchEvents())
      logged.set(event.session, watchesAfter(logged.get(event.session) ?? [], event));
    if (logged.size === 0) return [];
    return sessions
      .summaries({ kind: 'any' })
      .flatMap(({ id: sessionId, title: session }) =>
        (logged.get(sessionId) ?? []).map((watch) => {
          const next = nextCheck(watch);
          return { ...watch, sessionId, session, ...(next && { nextAt: new Date(next).toISOString() }) };
        }),
      )
      .filter(({ ended }) => ended?.reason !== 'stopped')
      .sort((a, b) => (a.nextAt ?? '~').localeCompare(b.nextAt ?? '~'));
  };

  /** Waits for the next check; while one is under way, it does so at its end. */
  const arm = (least: number): void => {
    cancel();
    // A command ends before a check is due.
    if (stop.signal.aborted || round !== undefined || core.access !== 'write' || core.host === 'cli') return;
    const next = list()[0]?.nextAt;
    if (next === undefined) return;
    cancel = after(Math.min(Math.max(Date.parse(next) - now(), least), LONGEST_MS), () => {
      round = checkDue().catch(reportBug);
      void round.then(() => {
        round = undefined;
        arm(LEAST_MS);
      });
    });
  };
  const append = (session: LiveSession, ...bodies: readonly EventBody[]): void => {
    session.append(...bodies);
    for (const listener of listeners) listener();
  };

  /** Each that is due once, however long ago that was; one after another. */
  async function checkDue(): Promise<void> {
    for (const { sessionId, nextAt, ...watch } of list()) {
      if (stop.signal.aborted || nextAt === undefined || Date.parse(nextAt) > now()) continue;
      await checkOne(sessions.get(sessionId), watch);
    }
  }

  async function checkOne(session: LiveSession, watch: WatchView): Promise<void> {
    const { id } = watch;
    if (Date.parse(watch.until) <= now()) return append(session, { type: 'watch-ended', id, reason: 'over' });
    if (isWriting(session)) return;
    const result = await check(core, session, watch, stop.signal);
    const isOver = session.state.watches?.find((one) => one.id === id)?.ended !== undefined;
    // A run that began in the meantime goes first: the check is made again after it.
    if (stop.signal.aborted || isOver || isWriting(session)) return;
    const isLast = result.fault !== undefined && watch.failures + 1 >= WATCH_BOUNDS.failures;
    append(
      session,
      { type: 'watch-checked', id, ...result },
      ...(isLast ? [{ type: 'watch-ended', id, reason: 'failed' } as const] : []),
    );
  }

  return {
    list,
    async start(sessionId: string, callId: string): Promise<string> {
      const session = sessions.get(sessionId);
      const asked = await askedBy(core, session, callId, now());
      // A second press, in another window too.
      const before = session.state.watches?.find((one) => one.callId === callId && one.ended === undefined);
      if (before !== undefined) return before.id;
      const { most } = WATCH_BOUNDS;
      if (list().filter(({ nextAt }) => nextAt !== undefined).length >= most)
        throw detailed('bad-input', 'watch-most', { most });
      const id = randomUUID().slice(0, 8);
      append(session, { type: 'watch-started', id, callId, ...asked });
      arm(0);
      return id;
    },
    remove(id: string): void {
      const found = list().find((one) => one.id === id);
      if (found === undefined) throw detailed('bad-input', 'watch-missing', { id });
      append(sessions.get(found.sessionId), { type: 'watch-ended', id, reason: 'stopped' });
      arm(0);
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when no check is under way. */
    rested: async () => round,
    /** Checks from here on, what is overdue first. @returns how to stop. */
    follow() {
      arm(FIRST_MS);
      return async () => {
        stop.abort();
        cancel();
        await round;
      };
    },
  };
}

/** A run writes to the log. One that waits for the person does not. */
const isWriting = ({ running, state }: LiveSession): boolean => running && state.runState !== 'waiting-approval';

function wordsOf(command: string): readonly string[] {
  const simple = parseSimpleCommand(command, process.platform === 'win32' ? 'cmd' : 'posix');
  return 'words' in simple ? simple.words : [];
}

/** The watch that a call's card offers. @throws SkilldeckError `bad-input` */
async function askedBy({ skills, runner }: Core, { state }: LiveSession, callId: string, now: number) {
  const call = Object.hasOwn(state.calls, callId) ? state.calls[callId] : undefined;
  const card = parseCard(call?.data);
  const found = (await skills.of(state).refresh()).skills;
  const { command: ran = '', cwd = '' } = call?.script ?? {};
  const owner = matchScriptCall(wordsOf(ran), cwd, await runner.interpreters(), found)?.skill;
  if (card?.watch === undefined || owner === undefined) throw detailed('bad-input', 'watch-none');
  const { every, until: end, command: given, title = card.plain().title, label: _label, ...asked } = card.watch;
  const { minutes: least, days } = WATCH_BOUNDS;
  const until = new Date(end).toISOString();
  if (every < least) throw detailed('bad-input', 'watch-often', { least, every });
  if (end <= now) throw detailed('bad-input', 'watch-past', { until });
  // A day counts to its end.
  if (end > now + (days + 1) * DAY_MS) throw detailed('bad-input', 'watch-long', { days, until });
  const words = typeof given === 'string' ? wordsOf(given) : given;
  const command = scriptOf(owner.dir, words);
  if (command === undefined) throw detailed('bad-input', 'watch-script', { skill: owner.id, script: words.join(' ') });
  return { skill: owner.id, title, command, every, until, ...defined(asked) };
}

export function watchHandlers(core: Core, watches: Watches = createWatches(core)) {
  const os = implementContract(watchesContract, core.reportBug);
  core.disposables.add(watches.follow(), (stop) => stop());
  return {
    list: os.list.handler(() => watches.list()),
    watch: os.watch.handler(({ signal }) => changes(watches.list, watches.onChange, signal)),
    start: os.start.handler(async ({ input: { sessionId, callId } }) => ({
      id: await watches.start(sessionId, callId),
    })),
    remove: os.remove.handler(({ input: { id } }) => done(watches.remove(id))),
  };
}

/** One check: the skill's script, run with no one to ask, and its report. */

/** Words before a script at most, as in `uv run python`. */
const MOST_STARTERS = 3;
/** UTF-16 units of a printed reading, and of a failed script's last line. */
const MOST_TEXT = 200;

/** The script among the first words, by its path in the skill's folder or its name in `scripts/`, then its arguments. */
function scriptOf(dir: string, words: readonly string[]): string[] | undefined {
  const root = realOf(dir) ?? dir;
  for (const [at, word] of words.slice(0, MOST_STARTERS + 1).entries()) {
    for (const script of [word, `scripts/${word}`]) {
      const file = realOf(path.join(root, script));
      if (file !== undefined && file !== root && isInside(root, file)) return [script, ...words.slice(at + 1)];
    }
  }
  return undefined;
}

type Fault = { readonly fault: ErrorDetail };
const failed = (code: DetailCode, figures: Figures = {}): Fault => ({ fault: { code, figures: { ...figures } } });

/** Never throws for the state of a skill or its script: that is a fault. */
async function check(
  core: Core,
  session: LiveSession,
  watch: WatchView,
  signal: AbortSignal,
): Promise<Omit<Extract<EventBody, { type: 'watch-checked' }>, 'type' | 'id'>> {
  const read = await readNow(core, session, watch, signal);
  if ('fault' in read) return { changed: false, ...read };
  return { changed: watch.reading !== undefined && !isSame(watch.reading, read), ...read };
}

/** By the value where both have one: a text beside it only explains it. */
const isSame = (a: WatchReading, b: WatchReading): boolean =>
  a.value === b.value && a.currency === b.currency && (a.value !== undefined || isEqual(a.text, b.text));

async function readNow(
  { skills, stock, tools }: Core,
  session: LiveSession,
  { skill: id, command: [script = '', ...args] }: WatchView,
  signal: AbortSignal,
): Promise<Fault | WatchReading> {
  const library = skills.of(session.state);
  const skill = (await library.refresh()).skills.find((one) => one.id === id);
  if (skill === undefined) return failed('watch-skill-gone', { skill: id });
  if (!stock.rules.now(session.state)(skill).enabled) return failed('watch-skill-off', { skill: id });
  try {
    const run = await tools.runUnattended(session, { skill, script, args }, library, signal);
    return run === undefined ? failed('watch-needs-yes', { skill: id }) : resultOf(run);
  } catch (error) {
    if (error instanceof ToolFailure) return failed('watch-script', { skill: id, script });
    throw error;
  }
}

function resultOf({ exitCode, timedOut, card, output, stderr = '' }: RunResult): Fault | WatchReading {
  if (timedOut) return failed('watch-timeout');
  if (exitCode !== 0) {
    const line = `${output}\n${stderr}`.trim().split('\n').at(-1) ?? '';
    return failed('watch-exit', { code: exitCode ?? -1, line: line.slice(0, MOST_TEXT) });
  }
  for (const source of [card, parsedJson(output)]) {
    const read = watchReadingSchema.safeParse(isRecord(source) ? source.watch : undefined);
    if (read.success && (read.data.value !== undefined || read.data.text !== undefined)) return read.data;
  }
  const text = output.trim().slice(0, MOST_TEXT);
  return text === '' ? failed('watch-silent') : { text };
}
