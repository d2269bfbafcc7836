/** A session as a tree of steps with their times: turns, requests, calls, and the agents that calls started. Pure. */

import { defined } from '../../../shared/defined.ts';
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import type { SessionCosts } from '../../../shared/review.ts';
import { shorten } from '../../../shared/text/text.ts';
import type { Trace, TraceStep } from '../contract.ts';

/** Characters of a name, and of a call's arguments. */
const LONGEST = 200;

/** A session whose agent was started by a call of another. */
export interface StartedAgent {
  readonly session: string;
  readonly title: string;
  /** Unknown where the source does not say which call it was. */
  readonly callId: string | undefined;
  readonly events: () => readonly SessionEvent[];
}

/** Steps with their absolute start in milliseconds, parents before their children. */
type TimedStep = TraceStep & { readonly at: number };

/** @param agentsOf the sessions that calls of a session started. */
export function traceOf(
  session: string,
  events: readonly SessionEvent[],
  agentsOf: (session: string) => readonly StartedAgent[],
): Trace['steps'] {
  const steps = stepsOf({ session, events, agentsOf, depth: 0, above: new Set([session]) });
  let began = 0;
  return steps.map(({ at, ...step }) => {
    if (step.depth === 0) began = at;
    return { ...step, startMs: Math.max(0, at - began) };
  });
}

/** Single steps of a session itself: without those of agents, and without what a branch copied. */
export function ownSteps({ steps }: Pick<Trace, 'steps'>, { copiedTo }: Pick<SessionCosts, 'copiedTo'>): TraceStep[] {
  const own = steps.find(({ depth }) => depth === 0)?.session;
  return steps.filter(
    ({ kind, session, seq }) => kind !== 'turn' && kind !== 'agent' && session === own && seq > copiedTo,
  );
}

interface Walk {
  readonly session: string;
  readonly events: readonly SessionEvent[];
  readonly agentsOf: (session: string) => readonly StartedAgent[];
  readonly depth: number;
  /** Sessions above this one: a file may claim that an agent started itself. */
  readonly above: ReadonlySet<string>;
}

function stepsOf(walk: Walk): TimedStep[] {
  const { session, events, depth } = walk;
  const agents = walk.agentsOf(session).filter((agent) => !walk.above.has(agent.session));
  const results = new Map(events.flatMap((event) => (event.type === 'tool-finished' ? [[event.callId, event]] : [])));
  const answers = answersIn(events);
  const steps: TimedStep[] = [];
  const placed = new Set<StartedAgent>();
  const calls = new Set<string>();
  let turn: number | undefined;
  let asked: EventOf<'request-sent'> | undefined;
  let failure = '';

  const add = (
    event: SessionEvent,
    { name, detail = '', ...step }: Partial<TimedStep> & Pick<TraceStep, 'kind' | 'name'>,
  ) => {
    if (turn === undefined && step.kind !== 'turn') open(event, '');
    const common = { session, seq: event.seq, depth: depth + 1, startMs: 0, ms: 0, failed: false, at: timeOf(event) };
    steps.push({ ...common, ...step, name: shorten(name, LONGEST), detail: shorten(detail, LONGEST) });
  };
  /** A turn lasts until the end of its last step; its failures are those of its steps. */
  const close = (): void => {
    const opened = turn === undefined ? undefined : steps[turn];
    if (turn === undefined || opened === undefined) return;
    const own = steps.slice(turn + 1);
    steps[turn] = { ...opened, ...sumOf(own, opened.at) };
  };
  const open = (event: SessionEvent, name: string): void => {
    close();
    turn = steps.length;
    add(event, { kind: 'turn', name, depth });
  };
  const enter = (agent: StartedAgent, below: number): void => {
    placed.add(agent);
    const inner = stepsOf({
      ...walk,
      session: agent.session,
      events: agent.events(),
      depth: below + 1,
      above: new Set([...walk.above, agent.session]),
    });
    const [first] = inner;
    if (first === undefined) return;
    // Most agents have one turn: their task, which is the title too.
    const turns = inner.filter(({ depth: at }) => at === below + 1);
    const shown = turns.length > 1 ? inner : inner.slice(1).map((step) => ({ ...step, depth: step.depth - 1 }));
    const whole = { ...first, ...sumOf(inner, first.at), depth: below, kind: 'agent' as const };
    steps.push({ ...whole, name: shorten(agent.title, LONGEST), detail: '' }, ...shown);
  };

  for (const event of events) {
    switch (event.type) {
      case 'user-message-added':
        open(event, event.text);
        break;
      case 'request-sent':
        asked = event;
        break;
      case 'model-responded': {
        failure = '';
        const ms = event.ms ?? (asked === undefined ? 0 : timeOf(event) - timeOf(asked));
        const { promptTokens = 0, completionTokens = 0 } = event.usage ?? {};
        const tokens = promptTokens + completionTokens;
        const name = event.model ?? asked?.model ?? '';
        const at = timeOf(event) - ms;
        add(event, { kind: 'model', name, detail: event.text, ms, at, ...(tokens === 0 ? {} : { tokens }) });
        break;
      }
      case 'model-failed': {
        failure = event.code;
        const ms = asked === undefined ? 0 : timeOf(event) - timeOf(asked);
        const at = timeOf(event) - ms;
        add(event, { kind: 'model', name: asked?.model ?? '', detail: event.message, ms, at, failed: true });
        break;
      }
      case 'tool-started': {
        calls.add(event.callId);
        const result = results.get(event.callId);
        const ms = result === undefined ? 0 : (result.ms ?? timeOf(result) - timeOf(event));
        const said = saidIn(event.arguments);
        const failed = result?.ok === false;
        // Long arguments leave room for what went wrong.
        const detail = failed ? `${shorten(said, LONGEST / 2)} – ${result.content}` : said;
        add(event, { kind: 'tool', name: event.name, detail, ms, failed });
        for (const agent of agents) if (agent.callId === event.callId) enter(agent, depth + 2);
        break;
      }
      case 'approval-requested': {
        const answer = answers.get(event.callId)?.find(({ seq }) => seq > event.seq);
        const ms = answer === undefined ? 0 : timeOf(answer) - timeOf(event);
        const below = depth + (calls.has(event.callId) ? 2 : 1);
        const { command, path, reason } = event.detail;
        const decided = defined({ decision: answer?.decision });
        const failed = answer?.decision === 'denied';
        const detail = command ?? path ?? reason ?? '';
        add(event, { kind: 'approval', name: event.action, detail, ms, failed, depth: below, ...decided });
        break;
      }
      case 'run-finished':
        // A request that failed has its own step.
        if (event.state === 'error' && event.code !== failure) {
          const { at, ms } = steps.at(-1) ?? { at: timeOf(event), ms: 0 };
          const { code = 'error', message = '' } = event;
          // It may have been written at the next start only.
          add(event, { kind: 'run', name: code, detail: message, at: at + ms, failed: true });
        }
        break;
      default:
    }
  }
  for (const agent of agents) if (!placed.has(agent)) enter(agent, depth + 1);
  close();
  return steps;
}

/** By call: one may be asked about several times. */
const answersIn = (events: readonly SessionEvent[]) =>
  Map.groupBy(
    events.filter((event) => event.type === 'approval-resolved'),
    ({ callId }) => callId,
  );

function sumOf(steps: readonly TimedStep[], from: number): Pick<TimedStep, 'ms' | 'failed' | 'tokens'> {
  const end = steps.reduce((last, { at, ms }) => Math.max(last, at + ms), from);
  const tokens = steps.reduce((sum, { kind, tokens: own = 0 }) => sum + (kind === 'model' ? own : 0), 0);
  return { ms: end - from, failed: steps.some(({ failed }) => failed), ...(tokens === 0 ? {} : { tokens }) };
}

/** Arguments that say in a word what a call is about, over the tools of all agents. */
const TELLING = ['command', 'cmd', 'file_path', 'path', 'pattern', 'query', 'url', 'description', 'prompt'];

/** The command, path or question of a call; other arguments as they are. */
export function saidIn(args: string): string {
  try {
    const given = JSON.parse(args) as Readonly<Record<string, unknown>> | null;
    const value = TELLING.map((name) => given?.[name]).find((one) => one !== undefined);
    return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : args;
  } catch {
    return args;
  }
}

const timeOf = ({ at }: SessionEvent): number => Date.parse(at) || 0;
