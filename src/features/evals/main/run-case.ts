/** One run of one case: an ordinary session of the kind `eval`, in a workspace that nothing else uses. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { createAttachments } from '../../../main/runner/workspace/attachments.ts';
import { listWorkspaceFiles, readWorkspaceFile } from '../../../main/runner/workspace/workspace-files.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import type { Attachment } from '../../../shared/attachments.ts';
import type { EvalCase, EvalRun, Graded } from '../../../shared/evals.ts';
import type { EventOf, SessionEvent, Usage } from '../../../shared/events.ts';
import { formIn } from '../../../shared/forms/forms.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { grade, type OutputFiles } from './grade.ts';
import { judge } from './judge.ts';
import { type Configuration, factsOf } from './runs.ts';

export interface PlannedRun {
  readonly one: EvalCase;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly configuration: Configuration;
  readonly number: number;
}

interface RunWatch {
  readonly signal: AbortSignal;
  onLimit(ms: number): void;
}

/** Characters of an answer, and files, that a result keeps beside the session. */
const MAX_ANSWER = 4_000;
const MAX_LISTED_FILES = 50;
/** Bytes of a file that graders look at. */
const MAX_FILE = 4 * 1024 * 1024;

/**
 * @param judgeState names the judge's model.
 * @param onLimit milliseconds that a server asks to wait.
 * @returns undefined where it was stopped: such a run does not count.
 */
export async function runCase(
  core: Core,
  { one, files, configuration, number }: PlannedRun,
  judgeState: SessionState | undefined,
  { signal, onLimit }: RunWatch,
): Promise<EvalRun | undefined> {
  const { sessions } = core;
  const session = await openRun(core, configuration, `${one.id} · ${configuration.name} · ${number}`);
  const { id } = session;
  const stop = () => void session.stop();
  signal.addEventListener('abort', stop, { once: true });
  const unlisten = session.listen(session.state.lastSeq, {
    events(events) {
      for (const event of events) {
        if (event.type !== 'model-failed' || event.code !== 'rate-limited') continue;
        if (event.retryInMs !== undefined) onLimit(event.retryInMs);
      }
    },
    delta: () => {},
    failed: () => {},
  });
  try {
    const attachments = await attach(core, id, files);
    for (const [index, text] of [one.prompt, ...(one.turns ?? [])].entries()) {
      if (signal.aborted) return undefined;
      await runToEnd(core, session, one, () => sessions.send(id, text, index === 0 ? attachments : []));
    }
    const end = session.events.findLast((event) => event.type === 'run-finished');
    if (signal.aborted || end?.state === 'stopped') return undefined;
    return await graded(core, session, { one, configuration, number }, judgeState, { signal, onLimit });
  } finally {
    unlisten();
    signal.removeEventListener('abort', stop);
  }
}

/** A new session with the skills of its side. A folder that is not installed is off where the side does not bring it. */
export async function openRun(
  { sessions, skills }: Core,
  { settings, switches }: Configuration,
  title: string,
): Promise<LiveSession> {
  const session = sessions.create(settings, 'eval');
  sessions.rename(session.id, title);
  await sessions.refresh(session.id);
  const { skills: known } = skills.of(session.state).catalog();
  for (const [skill, enabled] of Object.entries(switches)) {
    if (enabled || known.some(({ id }) => id === skill)) await sessions.switchSkill(session.id, skill, enabled);
  }
  return session;
}

/** A side without a skill has neither it nor its references and tools: grading that would show nothing but that it is off. */
export function gradableOn(
  one: EvalCase,
  { switches, lacks = [] }: Pick<Configuration, 'switches' | 'lacks'>,
): EvalCase {
  const off = Object.keys(switches).filter((skill) => switches[skill] === false);
  if (off.length === 0) return one;
  const without = (ids: readonly string[] = []): string[] => ids.filter((id) => !off.includes(id));
  const calls = one.calls?.filter(({ name }) => !lacks.includes(name));
  return { ...one, calls, loads: without(one.loads), must_not_load: without(one.must_not_load), references: [] };
}

async function graded(
  core: Core,
  session: LiveSession,
  { one, configuration, number }: Omit<PlannedRun, 'files'>,
  judgeState: SessionState | undefined,
  { signal, onLimit }: RunWatch,
): Promise<EvalRun | undefined> {
  const facts = factsOf(session.events, core.prices);
  const written = await outputFiles(session);
  const usages: Usage[] = [];
  const how = { signal, onLimit, onUsage: (usage: Usage) => void usages.push(usage) };
  const expectations = [
    ...(await grade(gradableOn(one, configuration), facts, written, signal)),
    ...(await judge(core, judgeState, one, facts, written, how)),
  ];
  if (signal.aborted) return undefined;
  const { text: answer } = facts;
  return {
    eval_id: one.id,
    configuration: configuration.name,
    run_number: number,
    model: session.state.model,
    session: session.id,
    result: {
      ...countsOf(expectations),
      time_seconds: facts.seconds,
      tokens: facts.tokens,
      ...(facts.cost === undefined ? {} : { cost: facts.cost }),
      ...judging(usages, (usage) => core.prices(judgeState?.model ?? '', usage)),
      tool_calls: facts.calls.length,
      errors: facts.errors,
    },
    expectations: expectations.map((one) => ({ at: facts.lastEvent, ...one })),
    answer: answer.length > MAX_ANSWER ? `${answer.slice(0, MAX_ANSWER - 1)}…` : answer,
    files: written.paths.slice(0, MAX_LISTED_FILES),
  };
}

function judging(usages: readonly Usage[], priceOf: (usage: Usage) => number | undefined) {
  if (usages.length === 0) return {};
  const judge_tokens = usages.reduce((sum, usage) => sum + usage.promptTokens + usage.completionTokens, 0);
  const costs = usages.map(priceOf);
  if (costs.some((cost) => cost === undefined)) return { judge_tokens };
  return { judge_tokens, judge_cost: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) };
}

/** A run of which nothing could be graded has passed nothing. */
function countsOf(expectations: readonly Graded[]) {
  const counted = expectations.filter(({ skipped }) => skipped !== true);
  const passed = counted.filter((one) => one.passed).length;
  const total = counted.length;
  return { pass_rate: total === 0 ? 0 : passed / total, passed, failed: total - passed, total };
}

/** Begins a run, answers its questions as the case says, and returns once the session is idle. */
async function runToEnd(core: Core, session: LiveSession, one: EvalCase, begin: () => Promise<void>): Promise<void> {
  const from = session.state.lastSeq;
  const ended = new Promise<void>((resolve, reject) => {
    const unlisten = session.listen(from, {
      events(events) {
        for (const event of events) {
          if (event.type === 'approval-requested') answerApproval(core, session.id, event, one);
        }
        if (!events.some(({ type }) => type === 'run-finished')) return;
        unlisten();
        resolve();
      },
      delta: () => {},
      failed(error) {
        unlisten();
        reject(error);
      },
    });
  });
  ended.catch(() => {});
  await begin();
  await ended;
  // The loop puts its things away after the last event.
  await session.stop();
  const asked = openForm(session.events, from);
  if (asked === undefined) return;
  const answers = one.answers?.form?.[asked.form ?? '*'] ?? one.answers?.form?.['*'];
  if (answers === undefined) return;
  const reply = { callId: asked.callId, outcome: 'submitted', answers } as const;
  await runToEnd(core, session, one, () => core.sessions.answerForm(session.id, reply));
}

function answerApproval(core: Core, id: string, { callId }: EventOf<'approval-requested'>, { answers }: EvalCase) {
  const answer = { allow: 'once', deny: 'denied' } as const;
  const decide = () => {
    if (core.sessions.get(id).state.runState !== 'waiting-approval') return;
    try {
      core.sessions.approve(id, callId, answers?.approval === undefined ? 'unasked' : answer[answers.approval]);
    } catch {
      // The call waits for its answer only after its question has been published.
      setImmediate(decide);
    }
  };
  setImmediate(decide);
}

/** The form that the last run ended with. */
export function openForm(events: readonly SessionEvent[], from: number) {
  const last = events.findLast((event): event is EventOf<'tool-finished'> => event.type === 'tool-finished');
  if (last === undefined || last.seq <= from) return undefined;
  const form = formIn(last.data);
  return form === undefined ? undefined : { callId: last.callId, form: form.id };
}

export async function attach(core: Core, sessionId: string, files: readonly string[]): Promise<Attachment[]> {
  const kept = createAttachments(core.home, core.media);
  const attached: Attachment[] = [];
  for (const file of files) {
    const bytes = await readFile(file);
    const piece = { sessionId, name: path.basename(file), upload: randomUUID(), offset: 0, bytes, last: true };
    const attachment = await kept.take(piece);
    if (attachment !== undefined) attached.push(attachment);
  }
  return attached;
}

async function outputFiles({ state: { workspace } }: LiveSession): Promise<OutputFiles> {
  const { files } = await listWorkspaceFiles(workspace);
  const paths = files
    .map((file) => file.path.replace(/^work\//, ''))
    .filter((file) => !file.startsWith('inputs/') && !file.startsWith('runs/'));
  return {
    paths,
    async text(file) {
      const name = file.startsWith('out/') ? file : `work/${file}`;
      const preview = await readWorkspaceFile(workspace, name, MAX_FILE);
      return preview === undefined || preview.truncated ? undefined : preview.text;
    },
  };
}
