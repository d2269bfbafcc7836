/** trpc-agent-go's interactive tools (seeds/002, CONTRACT §7): a program that asks questions, over several calls. */
import { z } from 'zod';
import { isEqual } from '../../../shared/defined.ts';
import type { ToolResult } from '../../agent/ports.ts';
import type { RunResult } from '../../runner/run-request.ts';
import { createInteractive, type ProgramLook } from '../../runner/terminal/interactive-program.ts';
import { approvalDetail, noes } from '../approval/approval-detail.ts';
import type { Answer, Verdict } from '../approval/approval-policy.ts';
import type { ListWord } from '../approval/policy-lists.ts';
import {
  defineTool,
  type EndedBy,
  type ReadyCall,
  type RunningProgram,
  type ToolContext,
  ToolFailure,
} from '../define-tool.ts';
import { SKILL_ALIASES } from '../skills.ts';
import { commandCall, signed } from './command-call.ts';
import type { AllowedCommand, StartRequest } from './command-kind.ts';
import { answerOf, refusalOf, verdictOf, wordOfLists } from './judged-call.ts';
import { startLogged } from './logged-run.ts';
import { RUN_OPTIONS, skillCommand } from './run-options.ts';
import { filesOf } from './skill-run.ts';

/** Milliseconds; a call returns sooner, as soon as the program waits for input or has exited. */
const DEFAULT_YIELD_MS = 5000;
const MAX_YIELD_MS = 30_000;
/** Seconds without output or input after which a program is considered abandoned. */
const DEFAULT_IDLE_SECONDS = 120;

/** Interrupt and quit: a terminal throws away the line that was being typed. */
const THROWN_AWAY: ReadonlySet<string> = new Set(['\u0003', '\u001c']);

const SESSION_ID = z.string().min(1).describe('session_id that skill_exec answered.');
const YIELD_MS = z
  .int()
  .min(0)
  .max(MAX_YIELD_MS)
  .optional()
  .describe(
    `Longest wait in milliseconds, default ${DEFAULT_YIELD_MS}; it returns sooner when the program waits for input or ends.`,
  );

function described(id: string | undefined, look: ProgramLook, more: readonly string[] = []): ToolResult {
  const { status, output, needsInput, prompt, choices, result, truncated } = look;
  const files = result === undefined ? undefined : filesOf(result);
  const notes = [...(files?.notes ?? []), ...more];
  const content = JSON.stringify({
    ...(id === undefined ? {} : { session_id: id }),
    status,
    output,
    ...(needsInput ? { needs_input: true, prompt, ...(choices === undefined ? {} : { choices }) } : {}),
    ...(result === undefined
      ? {}
      : {
          exit_code: result.exitCode ?? -1,
          timed_out: result.timedOut,
          duration_ms: result.ms,
          output_files: files?.output_files,
          artifact_files: files?.artifact_files,
        }),
    ...(truncated || files?.truncated === true ? { truncated: true } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  });
  const failed = result !== undefined && (result.exitCode !== 0 || result.timedOut || result.stopped);
  return { ok: !failed, content, ...(result?.card === undefined ? {} : { data: result.card }) };
}

const WHY: Readonly<Record<EndedBy, string>> = {
  itself: '',
  agent: 'ended by skill_kill_session',
  idle: 'ended, as nothing was printed or typed for too long',
  turn: 'ended with the turn',
};

/** In the log, only a stop by the user and the end of the turn count as a stop. */
function asEnded(result: RunResult, by: EndedBy): RunResult {
  if (!result.stopped || by === 'itself') return result;
  const notes = [...result.notes, WHY[by]];
  const idle = by === 'idle';
  return {
    ...result,
    notes,
    stopped: by === 'turn',
    timedOut: result.timedOut || idle,
    ...(idle ? { limit: by } : {}),
  };
}

async function start(
  request: StartRequest,
  { isScript, owner }: AllowedCommand,
  notes: readonly string[],
  yieldMs: number,
  context: ToolContext,
): Promise<ToolResult> {
  const id = context.programs.newId();
  const ending = new AbortController();
  let by: EndedBy = 'itself';
  const endBy = (who: EndedBy): void => {
    if (!ending.signal.aborted) by = who;
    ending.abort();
  };
  const output = createInteractive({
    idleMs: (context.idleSeconds ?? DEFAULT_IDLE_SECONDS) * 1000,
    onIdle: () => endBy('idle'),
  });
  const { signal } = request;
  const { run, terminal, waiting, done } = await startLogged(
    {
      ...request,
      interactive: true,
      separateStderr: false,
      onText: output.onText,
      signal: AbortSignal.any([signal, ending.signal]),
    },
    context,
    (result) => asEnded(result, by),
  );
  const program = output.attach(run, waiting, done);
  const running: RunningProgram = {
    id,
    command: request.command,
    cwd: request.cwd,
    isScript,
    owner,
    program,
    terminal,
    typed: '',
    end(who) {
      if (!program.exited) endBy(who);
      return program.ended;
    },
  };
  terminal.onTyped((data, by, whole) => {
    program.typed(whole);
    // Input begun by the user and continued by the agent is one line, and judged as one.
    if (by === 'user') running.typed = whole ? '' : running.typed + data;
  });
  context.programs.add(running);
  return signed(described(id, await program.look(yieldMs, signal), notes), owner);
}

export const skillExec = defineTool('skill_exec', 'skills', {
  description:
    "Start a program in a skill's folder that asks questions, and type into it with skill_write_stdin. Takes the options of skill_run. Answers a session_id, what it printed, its status (running or exited), and needs_input with the prompt and the choices of a numbered menu when it waits. It ends with this turn at the latest, so have the answers ready.",
  schema: RUN_OPTIONS.extend({ yield_ms: YIELD_MS }),
  aliases: SKILL_ALIASES('skill'),
  ready({ yield_ms = DEFAULT_YIELD_MS, ...options }, context) {
    const { args, kind } = skillCommand(options, context);
    return commandCall(
      args,
      {
        ...kind,
        tool: 'skill_exec',
        // A failed preview starts no session.
        present: (result) => described(undefined, { ...NOTHING, output: result.output, result }),
        start: (request, allowed, notes) => start(request, allowed, notes, yield_ms, context),
      },
      context,
    );
  },
});

const NOTHING: ProgramLook = { status: 'exited', output: '', truncated: false, needsInput: false };

/** @throws ToolFailure where it has ended. */
function stillRunning(id: string, context: ToolContext): RunningProgram {
  const found = context.programs.find(id);
  if (!found.program.exited) return found;
  throw new ToolFailure(
    `Session ${id} has exited, so nothing can be typed into it. skill_poll_session gives what it printed last; skill_exec starts it again.`,
  );
}

export const skillWriteStdin = defineTool('skill_write_stdin', 'skills', {
  description:
    'Type into a program that skill_exec started, and get what it prints then. Set submit to press Enter after chars. Without chars and submit it only looks.',
  schema: z.object({
    session_id: SESSION_ID,
    chars: z
      .string()
      .max(64 * 1024)
      .optional()
      .describe('What to type.'),
    submit: z.boolean().optional().describe('Press Enter after it.'),
    yield_ms: YIELD_MS,
  }),
  ready({ session_id, chars = '', submit = false, yield_ms = DEFAULT_YIELD_MS }, context) {
    const target = stillRunning(session_id, context);
    // In pieces it is the same command.
    const line = (THROWN_AWAY.has(chars) && !submit ? '' : target.typed) + chars;
    const judged = judgeTyped(line, target, context);
    return {
      ...judged,
      async execute(signal) {
        const { program } = stillRunning(session_id, context);
        if (chars !== '' || submit) {
          await judged.recheck();
          target.typed = submit || THROWN_AWAY.has(chars) ? '' : (line.split(/[\r\n]/).at(-1) ?? '');
          await target.terminal.type(chars + (submit ? '\r' : ''), 'agent');
        }
        return signed(described(session_id, await program.look(yield_ms, signal)), target.owner);
      },
    };
  },
});

export const skillPollSession = defineTool('skill_poll_session', 'skills', {
  description:
    'Get what a program that skill_exec started has printed since, and whether it waits for input or has exited.',
  schema: z.object({ session_id: SESSION_ID, yield_ms: YIELD_MS }),
  ready: ({ session_id, yield_ms }, context) => {
    const { program, owner } = context.programs.find(session_id);
    return {
      async execute(signal) {
        const look = await program.look(yield_ms ?? DEFAULT_YIELD_MS, signal, yield_ms !== undefined);
        return signed(described(session_id, look), owner);
      },
    };
  },
});

export const skillKillSession = defineTool('skill_kill_session', 'skills', {
  description: 'End a program that skill_exec started, with all that it started.',
  schema: z.object({ session_id: SESSION_ID }),
  ready: ({ session_id }, context) => {
    const found = context.programs.find(session_id);
    return {
      async execute(signal) {
        await found.end('agent');
        const look = await found.program.look(0, signal);
        // That it was ended is what was asked for.
        return { ...signed(described(session_id, look), found.owner), ok: true };
      },
    };
  },
});

/** Control characters other than line breaks: what a line becomes by them cannot be read from it. */
const LINE_EDITING = /[^\P{Cc}\r\n]/u;
/** Interrupt, end of input, suspend, quit and Enter: not commands. */
const NO_COMMAND: ReadonlySet<string> = new Set(['\u0003', '\u0004', '\u001a', '\u001c', '\r', '\n', ' ']);

/**
 * Judges input to a program that is not a recognised script as a command (a shell or interpreter may run it). Input to
 * a script is data.
 */
function judgeTyped(
  line: string,
  program: Pick<RunningProgram, 'command' | 'cwd' | 'isScript'>,
  context: ToolContext,
): Pick<ReadyCall, 'approval' | 'remember'> & { recheck(): Promise<void> } {
  if (program.isScript || [...line].every((key) => NO_COMMAND.has(key))) return { recheck: async () => {} };
  const { cwd } = program;
  let asked: { readonly verdict: Verdict; readonly answer: Answer; readonly list: ListWord } | undefined;
  const look = async () => {
    const verdict: Verdict = LINE_EDITING.test(line)
      ? { kind: 'suspect', reason: 'it holds keys that complete or change what is typed' }
      : await verdictOf({ command: line }, cwd, context);
    const { kind: sandbox } = await context.runner.sandbox();
    const { root } = await context.runner.workspace(context.host.sessionId);
    const listed = wordOfLists({ command: line }, cwd, root, context);
    // The program's reading of the line and its current folder are unknown, so no list may allow typed input.
    const list: ListWord = listed.kind === 'allow' ? { kind: 'silent' } : listed;
    return { verdict, list, sandbox, answer: answerOf(verdict, context, sandbox, list) };
  };
  return {
    async approval() {
      const now = await look();
      asked = now;
      const { verdict, answer, list, sandbox } = now;
      if (answer === 'allowed') return { kind: 'allowed' };
      const refused = refusalOf(answer, verdict, list);
      if (refused !== undefined) return refused;
      const needsPerson = answer === 'ask-person';
      const detail = approvalDetail({
        command: line,
        cwd,
        verdict,
        needsPerson,
        sandbox,
        hostFolders: [],
        typed: true,
        attached: context.host.attached?.(),
      });
      const facts = { ...detail.facts, into: program.command };
      return { kind: 'ask', action: 'run-command', detail: { ...detail, facts }, ...noes(needsPerson) };
    },
    remember(decision) {
      // Input that needs approval each time was approved only once: do not remember it.
      if (asked?.verdict.kind === 'ordinary' && asked.answer === 'ask')
        context.grants.remember({ key: asked.verdict.key, what: 'command', label: line }, decision);
    },
    async recheck() {
      const now = await look();
      if (asked === undefined ? now.answer === 'allowed' : isEqual(now.verdict, asked.verdict)) return;
      throw new ToolFailure('What this runs has changed since it was allowed, so it was not typed. Call it again.');
    },
  };
}
