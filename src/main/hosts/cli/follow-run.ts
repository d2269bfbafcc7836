/** Follows a session's stream to the end of its run: prints, asks, and remembers what the exit status needs. */
import { styleText } from 'node:util';
import { scriptTitle } from '../../../shared/approvals.ts';
import type { StreamItem } from '../../../shared/contract.ts';
import {
  type ApprovalDetail,
  type Decision,
  type Delta,
  EVENT_VERSION,
  type EventOf,
  parseEvent,
  rawEvent,
  type SessionEvent,
} from '../../../shared/events.ts';
import { type Form, formIn } from '../../../shared/forms/forms.ts';
import { type ImportPlan, type InstallResult, shadowingIn } from '../../../shared/skills/skill-import.ts';
import { askForm } from './ask-form.ts';
import {
  type CommandContext,
  type CoreClient,
  freshQuestion,
  type Interrupts,
  isThereSomebody,
  isYes,
  question,
} from './command.ts';
import { EXIT } from './run-options.ts';
import { brokenText, planText } from './text/plan-text.ts';
import { oneLine, shownName, visible, visibleJson } from './text/print.ts';
import {
  approvalLines,
  askedLines,
  createAnswerText,
  createPackagesLine,
  progressLine,
  quoteLines,
} from './text/progress.ts';

// Asks the user at the terminal. Without a terminal it refuses everything that needs approval.

type Answer = Omit<Parameters<CoreClient['chat']['approve']>[0], 'sessionId' | 'callId'>;

interface Approvals {
  /** Never throws; an interrupt answers no. */
  ask(event: EventOf<'approval-requested'>): Promise<Answer>;
}

export function createApprovals(context: CommandContext, interrupts: Interrupts): Approvals {
  const { deps, words, note } = context;
  const someone = isThereSomebody(deps.terminal);
  return {
    async ask({ action, detail }) {
      if (!someone) {
        const what = detail.asks?.message ?? detail.command ?? detail.path ?? action;
        note(words.approval.noTerminal(oneLine(what)));
        return { decision: 'denied', unasked: true };
      }
      const { asks } = detail;
      const title = asks && words.t('chat.asks.title', { server: oneLine(asks.server) });
      if (asks?.form !== undefined) {
        const reply = await askForm(context, { ...asks.form, title: title ?? '' }, interrupts);
        return reply?.outcome === 'submitted' ? { decision: 'once', answers: reply.answers } : { decision: 'denied' };
      }
      const page = asks && ['', title ?? '', visible(asks.message), `${words.t('chat.asks.openYourself')} ${asks.url}`];
      for (const line of page ?? questionLines(detail, context)) note(line);
      const once = detail.facts === undefined ? detail.needsPerson : detail.facts.offers.length < 2;
      const answer = await freshQuestion(
        deps.terminal,
        once ? words.approval.questionOnce : words.approval.question,
        interrupts,
      );
      const decision = readDecision(answer, once);
      note(words.approval.allowed[decision]);
      return { decision };
    },
  };
}

function questionLines(detail: ApprovalDetail, { words, language }: CommandContext): string[] {
  const { approval, t } = words;
  const field = (name: string, value: string | undefined) => {
    if (value === undefined) return [];
    // Exactly what would run, each line of it, never shortened.
    return visible(value)
      .split('\n')
      .map((line, index) => (index === 0 ? `  ${name}: ${line}` : `  ${' '.repeat(name.length)}| ${line}`));
  };
  const server = detail.facts?.server;
  const quote = quoteLines(detail.preview, { words, language }) ?? [];
  const { facts, skill, script } = detail;
  const named = facts?.subject === 'script' && skill !== undefined && script !== undefined;
  return [
    '',
    facts?.packages !== undefined
      ? t('chat.approval.getPackages', { skill: oneLine(facts.packages.skill) })
      : facts?.trial !== undefined
        ? t('chat.approval.trySkill', { skill: oneLine(facts.trial.skill) })
        : server !== undefined
          ? server.tool === undefined
            ? t('chat.approval.useServer', { server: oneLine(server.name), skill: oneLine(skill ?? '') })
            : t('chat.approval.callTool', { server: oneLine(server.name), tool: oneLine(server.tool) })
          : named
            ? approval[facts.quote === 'first' ? 'quote' : 'script'](oneLine(skill), oneLine(scriptTitle(script)))
            : approval.title,
    ...(facts === undefined ? [] : approvalLines(facts, words)),
    ...quote.map((line) => `  ${line}`),
    ...(detail.compared === undefined ? [] : askedLines(detail.compared, { words, language })),
    ...field(approval.command, facts?.packages === undefined ? detail.command : undefined),
    ...field(approval.file, detail.path),
    ...field(approval.folder, detail.cwd),
    ...(facts === undefined ? field(approval.reason, detail.reason) : []),
  ];
}

function readDecision(answer: string, onceOnly: boolean): Decision {
  const word = answer.trim().toLowerCase();
  if (isYes(word)) return 'once';
  if (onceOnly) return 'denied';
  if (['s', 'session', '本会话'].includes(word)) return 'session';
  return ['a', 'always', '总是'].includes(word) ? 'always' : 'denied';
}

/** Shows what an import would bring, and has it approved. */
interface Asked {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly shadow?: boolean | undefined;
}

interface Approved {
  readonly status: number;
  readonly installed: InstallResult['installed'] | null;
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** Paths in the source of skills inside others. */
  readonly nested: readonly string[];
}

/** Prints the plan, except with `--json`. Installs what can be installed, and says what not and why. */
export async function approvePlan(
  context: CommandContext,
  flags: Asked,
  plan: ImportPlan,
  {
    interrupts,
    install,
  }: { readonly interrupts: Interrupts; readonly install: (ids: string[]) => Promise<InstallResult> },
): Promise<Approved> {
  const { deps, words, out, note } = context;
  const { importSkill } = words;
  if (flags.json !== true) await out.write(`${planText(plan, words).join('\n')}\n`);
  const nested = plan.notes.flatMap((one) => (one.kind === 'nested' ? one.path : []));
  const skipped = plan.broken.map((one) => ({ id: one.path, reason: brokenText(one, words.language) }));
  const finish = (status: number, installed: Approved['installed']): Approved => ({
    status,
    installed,
    skipped,
    nested,
  });
  if (plan.skills.every(({ replaces }) => replaces?.same === true)) {
    note(importSkill.upToDate);
    return finish(EXIT.done, []);
  }
  if (flags.yes !== true) {
    if (!isThereSomebody(deps.terminal)) {
      note(importSkill.nobody);
      return finish(EXIT.refused, null);
    }
    const answer = await question(deps.terminal, importSkill.question(plan.skills.length), interrupts);
    if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
    if (!isYes(answer)) {
      note(importSkill.declined);
      return finish(EXIT.refused, null);
    }
  }
  // A name that shadows another skill needs a separate approval; the others do not wait for it.
  const shadowing = flags.shadow === true ? [] : shadowingIn(plan.skills);
  const reasonOf = ({ id, findings, alsoAt }: (typeof shadowing)[number]): string =>
    importSkill.shadows(shownName(id, findings), alsoAt.map((one) => `${one.path} (${one.source})`).join(', '));
  for (const one of shadowing) note(oneLine(reasonOf(one)));
  const asks = shadowing.length > 0 && isThereSomebody(deps.terminal);
  const asked = asks ? await question(deps.terminal, importSkill.shadowQuestion, interrupts) : '';
  if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
  const left = isYes(asked) ? [] : shadowing;
  const ids = plan.skills.map(({ id }) => id).filter((id) => left.every((one) => one.id !== id));
  skipped.push(...left.map((one) => ({ id: one.id, reason: reasonOf(one) })));
  if (left.length > 0) note(oneLine(importSkill.shadowRefused(left.map(({ id }) => id).join(','))));
  if (ids.length === 0) return finish(EXIT.error, []);
  const { installed } = await install(ids);
  for (const { id, path: place, trashed } of installed) {
    note(oneLine(trashed === undefined ? importSkill.installed(id, place) : importSkill.replaced(id, place, trashed)));
  }
  return finish(EXIT.done, installed);
}

export interface FollowOptions {
  readonly context: CommandContext;
  readonly client: CoreClient;
  readonly sessionId: string;
  readonly json: boolean;
  readonly approvals: Approvals;
}

export interface Followed {
  readonly end: EventOf<'run-finished'>;
  /** Code of the last failed try of the model after which none came. */
  readonly modelFailure: string | undefined;
  readonly lastSeq: number;
  readonly asked: { readonly callId: string; readonly form: Form } | undefined;
}

/** Prints events and deltas as they come. What a model says moves no cursor, in a pipe either: a pipe may end in a terminal. */
export interface RunPrinter {
  events(events: readonly SessionEvent[]): Promise<void>;
  delta(delta: Delta): Promise<void>;
}

export function createPrinter({ deps, words, out, note }: CommandContext, json: boolean): RunPrinter {
  const answer = createAnswerText();
  let noted: string | undefined;
  const showPackages = createPackagesLine(deps.terminal.stderr, note, words);
  let begun: boolean | undefined;
  let toldOfSandbox = false;
  /** ISO time at which the current answer's reasoning began; '' once its duration was printed. */
  let thinkingSince: string | undefined;
  const { stderr } = deps.terminal;
  const dimmed = (line: string) => (stderr.isTTY === true ? styleText('dim', line, { stream: stderr }) : line);
  let isThinking = false;
  let showsThinking = false;
  /** Its line gives way to all else that is printed: the cursor stays at the beginning. */
  const showThinking = (shows: boolean) => {
    if (json || stderr.isTTY !== true || shows === showsThinking) return;
    showsThinking = shows;
    stderr.write(shows ? `${dimmed(words.run.thinking)}\r` : '\x1b[K');
  };
  const thought = (ms: number | undefined) =>
    note(dimmed(ms === undefined ? words.run.thought : words.run.thoughtFor(words.duration(ms))));
  const endThinking = (at: string) => {
    if (thinkingSince === undefined || thinkingSince === '') return;
    thought(Math.max(0, Date.parse(at) - Date.parse(thinkingSince)));
    thinkingSince = '';
  };
  return {
    async events(events) {
      showPackages(undefined);
      showThinking(false);
      for (const event of events) {
        // A continued session begins in the middle of its log.
        begun ??= event.seq > 1;
        if (event.type === 'state-changed') isThinking = event.to === 'thinking';
        if (json) await out.line(visibleJson(rawEvent(event), 0));
        else if (event.type === 'model-responded' && event.purpose !== 'summary') {
          if (event.reasoning !== undefined && thinkingSince !== '') thought(event.reasoningMs);
          thinkingSince = undefined;
          isThinking = false;
          await out.write(visible(answer.responded(event)));
        } else if (event.type === 'model-failed' && event.purpose !== 'summary') {
          thinkingSince = undefined;
          answer.failed();
        } else if (event.type === 'run-finished' && event.state === 'max-iterations') {
          await out.write(`${words.run.reachedMaximum}\n`);
        }
        if (event.type === 'script-started' && event.sandbox === 'none' && !toldOfSandbox) {
          toldOfSandbox = true;
          note(words.run.unconfined);
        }
        const line = progressLine(event, words, begun);
        if (event.type === 'request-sent') begun = true;
        // A run that a failure ended says what the failure said: once is enough.
        if (line === undefined || (event.type === 'run-finished' && line === noted)) continue;
        noted = line;
        note(line);
      }
      showThinking(isThinking);
    },
    async delta(delta) {
      if (delta.type !== 'reasoning-delta') showThinking(false);
      if (json) await out.line(visibleJson({ v: EVENT_VERSION, ...delta }, 0));
      else if (delta.type === 'packages-delta') showPackages(delta);
      else if (delta.type === 'reasoning-delta') thinkingSince ??= delta.at;
      else if (delta.type === 'text-delta' || delta.type === 'tool-call-delta') {
        endThinking(delta.at);
        // Its line is open until the answer ends.
        isThinking &&= delta.type !== 'text-delta';
        if (delta.type === 'text-delta') await out.write(visible(answer.delta(delta)));
      }
    },
  };
}

/** Undefined where the stream ended before the run did. */
export async function followRun(
  stream: AsyncIterable<StreamItem>,
  printer: RunPrinter,
  { client, sessionId, approvals }: FollowOptions,
): Promise<Followed | undefined> {
  let modelFailure: string | undefined;
  let lastSeq = 0;
  let asked: Followed['asked'];
  const asking = new Set<Promise<void>>();

  for await (const item of stream) {
    if (item.kind === 'delta') {
      await printer.delta(item.delta);
      continue;
    }
    const events = item.events.map((raw) => parseEvent(raw));
    await printer.events(events);
    lastSeq = events.at(-1)?.seq ?? lastSeq;
    for (const event of events) {
      switch (event.type) {
        case 'model-responded':
          modelFailure = undefined;
          break;
        case 'model-failed':
          if (event.purpose !== 'summary') modelFailure = event.willRetry ? undefined : event.code;
          break;
        case 'approval-requested': {
          const asked = answerQuestion(event).finally(() => asking.delete(asked));
          asking.add(asked);
          break;
        }
        case 'tool-finished': {
          const form = formIn(event.data);
          asked = form === undefined ? undefined : { callId: event.callId, form };
          break;
        }
        case 'run-finished':
          await Promise.all(asking);
          return { end: event, modelFailure, lastSeq, asked };
      }
    }
  }
  return undefined;

  async function answerQuestion(event: EventOf<'approval-requested'>): Promise<void> {
    const answer = await approvals.ask(event);
    try {
      await client.chat.approve({ sessionId, callId: event.callId, ...answer });
    } catch {
      // A stop came first, and the question is no longer open.
    }
  }
}
