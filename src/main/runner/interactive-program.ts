/** A run that somebody types into: what it printed since the last look, and whether it waits (seeds/002 `skill_exec`). */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHeadAndTail } from './head-and-tail.ts';
import { MAX_OUTPUT_BYTES } from './kept-output.ts';
import { type Choice, choicesIn, looksLikePrompt, promptOf } from './prompt-text.ts';
import type { RunResult, StartedRun } from './run-request.ts';
import { terminalWait } from './terminal-reader.ts';

/** Nothing more came for so long: it has said what it had to say. Milliseconds. */
const QUIET_MS = 40;
/** The same, where only the look of the last line tells. */
const QUIET_PROMPT_MS = 300;
/** A reader that has not stirred for so long after input waits on: what came was no whole line. */
const UNSTIRRED_MS = 300;
const STEP_MS = 20;
/** Characters in which a menu is looked for. */
const MAX_RECENT = 8192;

export interface Look {
  readonly status: 'running' | 'exited';
  /** Since the last look; head and tail where it was long. */
  readonly output: string;
  readonly truncated: boolean;
  readonly needsInput: boolean;
  /** With `needsInput`. */
  readonly prompt?: string;
  readonly choices?: readonly Choice[];
  /** Once it has exited. */
  readonly result?: RunResult;
}

export interface InteractiveProgram {
  /** Its end, and what it left, is known. */
  readonly exited: boolean;
  /** Types this, a line break included where `submit`. */
  write(chars: string, submit: boolean): Promise<void>;
  /**
   * Waits until it waits for input or has exited, at most `ms`, and takes what it printed.
   * @param signal of the run: its abort ends the program.
   */
  look(ms: number, signal: AbortSignal): Promise<Look>;
  /** Its end. Never rejects: `look` tells what the disk refused. */
  readonly ended: Promise<void>;
}

export interface InteractiveOptions {
  /** Neither printed nor typed for so long: `onIdle` is called. */
  readonly idleMs: number;
  readonly onIdle: () => void;
}

/** What the run calls with its text, before there is a program. */
export interface ProgramOutput {
  onText(text: string): void;
  attach(run: StartedRun, done: Promise<RunResult>): InteractiveProgram;
}

export function createInteractive({ idleMs, onIdle }: InteractiveOptions): ProgramOutput {
  let gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
  /** The unfinished line as it was given last. */
  let given = '';
  let recent = '';
  let lastOutput = performance.now();
  let idle: NodeJS.Timeout | undefined;
  const stir = (): void => {
    clearTimeout(idle);
    idle = setTimeout(onIdle, idleMs);
  };

  const onText = (text: string): void => {
    lastOutput = performance.now();
    stir();
    recent = (recent + text).slice(-MAX_RECENT);
    gathered.add(text.startsWith(given) ? text.slice(given.length) : text);
    given = '';
  };

  const attach = (run: StartedRun, done: Promise<RunResult>): InteractiveProgram => {
    let exited = false;
    let result: RunResult | undefined;
    let failure: unknown;
    let lastLine = '';
    let wroteAt = Number.NEGATIVE_INFINITY;
    let markAtWrite = '';
    stir();
    const over = done.then(
      (value) => {
        result = value;
      },
      (error: unknown) => {
        failure = error;
      },
    );
    const ended = over.then(() => {
      exited = true;
      clearTimeout(idle);
    });

    /** A line that is not finished yet is output too. */
    const watchLine = (): void => {
      const line = run.line();
      if (line === lastLine) return;
      lastLine = line;
      lastOutput = performance.now();
      stir();
    };

    const waits = async (): Promise<boolean> => {
      const quiet = performance.now() - lastOutput;
      const sinceWrite = performance.now() - wroteAt;
      if (quiet < QUIET_MS) return false;
      const before = lastOutput;
      const wait = await terminalWait(run.pid);
      if (exited) return false;
      if (wait.kind === 'reading') {
        if (wait.mark === markAtWrite && sinceWrite < UNSTIRRED_MS) return false;
        // What it printed before it began to wait may still be on its way to us.
        await sleep(STEP_MS);
        watchLine();
        const again = await terminalWait(run.pid);
        return again.kind === 'reading' && again.mark === wait.mark && before === lastOutput && !exited;
      }
      if (wait.kind === 'busy') return false;
      return quiet >= QUIET_PROMPT_MS && sinceWrite >= QUIET_PROMPT_MS && looksLikePrompt(run.line());
    };

    const take = (needsInput: boolean): Look => {
      const line = exited ? '' : run.line();
      if (line !== '') gathered.add(line.startsWith(given) ? line.slice(given.length) : line);
      given = line;
      const truncated = gathered.omitted > 0;
      const output = gathered.text((omitted, total) => `[… ${omitted} of ${total} bytes left out here …]`);
      gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
      if (exited) {
        return { status: 'exited', output, truncated, needsInput: false, ...(result === undefined ? {} : { result }) };
      }
      if (!needsInput) return { status: 'running', output, truncated, needsInput };
      const choices = choicesIn(`${recent}${line}`);
      const prompt = promptOf(line, recent);
      return { status: 'running', output, truncated, needsInput, prompt, ...(choices.length === 0 ? {} : { choices }) };
    };

    return {
      get exited() {
        return exited;
      },
      async write(chars, submit) {
        const wait = await terminalWait(run.pid);
        markAtWrite = wait.kind === 'reading' ? wait.mark : '';
        wroteAt = performance.now();
        recent = '';
        stir();
        // Enter on a keyboard sends a carriage return; the terminal makes a line break of it.
        run.write(chars.replaceAll(/\r?\n/g, '\r') + (submit ? '\r' : ''));
      },
      async look(ms, signal) {
        const until = performance.now() + ms;
        for (;;) {
          watchLine();
          // A stop ends the program too: its end is the answer.
          if (signal.aborted) await ended;
          if (exited) break;
          if (await waits()) return take(true);
          const left = until - performance.now();
          if (left <= 0) break;
          await Promise.race([ended, sleep(Math.min(STEP_MS, left))]);
        }
        if (failure !== undefined) throw failure;
        return take(false);
      },
      ended,
    };
  };
  return { onText, attach };
}
