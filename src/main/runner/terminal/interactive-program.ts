/** A run with typed input: its output since the last look, and whether it waits (seeds/002 `skill_exec`). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunResult, StartedRun } from '../run-request.ts';
import { createHeadAndTail, MAX_OUTPUT_BYTES } from './kept-output.ts';
import type { Choice, Waiting } from './waiting.ts';

const STEP_MS = 20;

export interface ProgramLook {
  readonly status: 'running' | 'exited';
  /** Since the last look; head and tail where it was long. */
  readonly output: string;
  readonly truncated: boolean;
  readonly needsInput: boolean;
  /** Set with `needsInput`. */
  readonly prompt?: string;
  readonly choices?: readonly Choice[];
  /** Once it has exited. */
  readonly result?: RunResult;
}

export type InteractiveProgram = ReturnType<ReturnType<typeof createInteractive>['attach']>;

export interface InteractiveOptions {
  /** Neither printed nor typed for so long: `onIdle` is called. */
  readonly idleMs: number;
  readonly onIdle: () => void;
}

/** Receives the run's text before the program exists. */
export function createInteractive({ idleMs, onIdle }: InteractiveOptions) {
  let gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
  /** The unfinished line as it was given last. */
  let given = '';
  /** The question was reported, and no output followed. */
  let told = false;
  let idle: NodeJS.Timeout | undefined;
  const stir = (): void => {
    clearTimeout(idle);
    idle = setTimeout(onIdle, idleMs);
  };

  const onText = (text: string): void => {
    stir();
    told = false;
    gathered.add(text.startsWith(given) ? text.slice(given.length) : text);
    given = '';
  };

  const attach = (run: StartedRun, waiting: Waiting, done: Promise<RunResult>) => {
    let exited = false;
    let result: RunResult | undefined;
    let failure: unknown;
    let seen = '';
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
      waiting.watchLine();
      const line = run.line();
      if (line !== seen) stir();
      seen = line;
    };

    const take = async (needsInput: boolean): Promise<ProgramLook> => {
      const line = exited ? '' : run.line();
      if (line !== '') gathered.add(line.startsWith(given) ? line.slice(given.length) : line);
      given = line;
      const truncated = gathered.omitted > 0;
      const output = gathered.text((omitted, total) => `[… ${omitted} of ${total} bytes left out here …]`);
      gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
      if (exited)
        return { status: 'exited', output, truncated, needsInput: false, ...(result === undefined ? {} : { result }) };
      told = needsInput;
      if (!needsInput) return { status: 'running', output, truncated, needsInput };
      const { prompt, choices } = await waiting.question();
      return { status: 'running', output, truncated, needsInput, prompt, ...(choices.length === 0 ? {} : { choices }) };
    };

    return {
      /** Its end, and what it left, is known. */
      get exited() {
        return exited;
      },
      /** Call after input was typed. @param whole true for a complete answer. */
      typed(whole: boolean): void {
        if (whole) told = false;
        stir();
      },
      /**
       * Waits until the program waits for input or has exited, at most `ms`, and takes its output.
       * @param signal of the run: its abort ends the program.
       * @param forAnswer keeps waiting at a question already reported: another user may answer it.
       */
      async look(ms: number, signal: AbortSignal, forAnswer = false): Promise<ProgramLook> {
        const until = performance.now() + ms;
        for (;;) {
          watchLine();
          // A stop ends the program too: its end is the answer.
          if (signal.aborted) await ended;
          if (exited) break;
          if (!(forAnswer && told) && (await waiting.waits())) return take(true);
          const left = until - performance.now();
          if (left <= 0) break;
          await Promise.race([ended, sleep(Math.min(STEP_MS, left))]);
        }
        if (failure !== undefined) throw failure;
        return take(told && !exited && (await waiting.waits()));
      },
      /** Resolves at its end. Never rejects: `look` reports errors of the disk. */
      ended,
    };
  };
  return { onText, attach };
}
