/** Tracks whether a run waits for input, and its question. Reports changes even if no one is looking. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isEqual } from '../../../shared/defined.ts';
import type { TerminalQuestion } from '../../../shared/terminal.ts';
import type { StartedRun } from '../run-request.ts';
import { terminalWait } from './terminal-times.ts';

/** Extracts a program's question from its output. */

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** `1) Economy`, `[2] Business`, `3. First`, `4：头等舱`. */
const ITEM = /^\s*[([（【]?(\d{1,3})\s*[)\].:、）】：]\s*(\S.*?)\s*$/;
/** End of an unfinished line that looks like a prompt. */
const PROMPT = /([:?>$#»›❯：？]|\([^()\s]{1,12}\)|\[[^[\]]{1,24}\])\s*$|press (any key|enter|return)|按.{0,6}键/i;

/** The question: the unfinished line, else the last line that says something and is no item of a menu. */
export function promptOf(line: string, recent: string): string {
  if (line.trim() !== '') return line.trim();
  const said = recent.split('\n').filter((one) => one.trim() !== '');
  return (said.findLast((one) => !ITEM.test(one)) ?? said.at(-1) ?? '').trim();
}

/** True if an unfinished line looks like a question. */
export const looksLikePrompt = (line: string): boolean => line.trim() !== '' && PROMPT.test(line);

/** A numbered menu at the end of what was printed: at least two items, counted up from 0 or 1. */
export function choicesIn(recent: string): Choice[] {
  // `select` of a shell puts several items on a line.
  const cells = recent.split(/\n|\t+|\s{2,}(?=[([]?\d{1,3}[)\].])/);
  let choices: Choice[] = [];
  const columns = new Map<number, Choice>();
  for (const cell of cells) {
    const [, value, label] = ITEM.exec(cell) ?? [];
    if (value === undefined || label === undefined) continue;
    // A new menu begins again.
    if (columns.has(Number(value))) columns.clear();
    columns.set(Number(value), { value, label });
  }
  const numbers = [...columns.keys()].sort((a, b) => a - b);
  const [first = -1] = numbers;
  if (first === 0 || first === 1) {
    choices = numbers.flatMap((number, index) => {
      const choice = columns.get(number);
      return choice !== undefined && number === first + index ? [choice] : [];
    });
  }
  return choices.length >= 2 ? choices : [];
}

/** Nothing more came for so long: it has said what it had to say. Milliseconds. */
const QUIET_MS = 40;
/** The same, if only the last line's appearance indicates it. */
const QUIET_PROMPT_MS = 300;
/** A reader that has not stirred for so long after input waits on: what came was no whole line. */
const UNSTIRRED_MS = 300;
const STEP_MS = 20;
/** Between two looks of our own, the first and, as long as nothing happens, the longest. */
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2000;
/** Characters in which a menu is looked for. */
const MAX_RECENT = 8192;

export interface WaitingOptions {
  /** It reads typed input; otherwise only a program that opens its terminal itself does. */
  readonly interactive: boolean;
  /** A new question, or none any more. Must not throw. */
  readonly onQuestion: (question: TerminalQuestion | undefined) => void;
}

export type Waiting = ReturnType<ReturnType<typeof createWaiting>['attach']>;

/** Output may arrive before the run exists: `attach` provides the rest. */
export function createWaiting({ interactive, onQuestion }: WaitingOptions) {
  let recent = '';
  let lastOutput = performance.now();
  const onText = (text: string): void => {
    lastOutput = performance.now();
    recent = (recent + text).slice(-MAX_RECENT);
  };

  const attach = (run: StartedRun) => {
    let lastLine = '';
    let wroteAt = Number.NEGATIVE_INFINITY;
    let markAtWrite = '';
    let asked: TerminalQuestion | undefined;
    /** Complete answers so far: a question that was read before one came is no news after it. */
    let answers = 0;
    let ended = false;
    let timer: NodeJS.Timeout | undefined;

    const tell = (question: TerminalQuestion | undefined): void => {
      if (ended || isEqual(question, asked)) return;
      asked = question;
      onQuestion(question);
    };

    const watchLine = (): boolean => {
      const line = run.line();
      if (line === lastLine) return false;
      lastLine = line;
      lastOutput = performance.now();
      return true;
    };

    const waits = async (): Promise<boolean> => {
      const quiet = performance.now() - lastOutput;
      const sinceWrite = performance.now() - wroteAt;
      if (quiet < QUIET_MS) return false;
      const before = lastOutput;
      const answered = answers;
      const wait = await terminalWait(run.pid);
      if (ended || answered !== answers) return false;
      if (wait.kind === 'reading') {
        if (wait.mark === markAtWrite && sinceWrite < UNSTIRRED_MS) return false;
        // Output printed before it began to wait may still be in transit.
        await sleep(STEP_MS);
        watchLine();
        const again = await terminalWait(run.pid);
        const still = again.kind === 'reading' && again.mark === wait.mark;
        return still && before === lastOutput && answered === answers && !ended;
      }
      if (wait.kind === 'busy' || !interactive) return false;
      return quiet >= QUIET_PROMPT_MS && sinceWrite >= QUIET_PROMPT_MS && looksLikePrompt(run.line());
    };

    const question = async (): Promise<TerminalQuestion> => {
      const line = run.line();
      const answered = answers;
      const read = { prompt: promptOf(line, recent), choices: choicesIn(`${recent}${line}`) };
      const modes = await run.modes();
      const found = { ...read, hidden: modes?.lines === true && !modes.echo };
      if (answered === answers) tell(found);
      return found;
    };

    const lookAgain = (ms: number): void => {
      if (ended) return;
      timer = setTimeout(() => void look(ms), ms);
      timer.unref();
    };
    /** Notifies the user even if no one is looking. */
    const look = async (ms: number): Promise<void> => {
      const before = lastOutput;
      watchLine();
      const quiet = performance.now() - lastOutput;
      if (quiet >= FIRST_LOOK_MS) {
        if (await waits()) await question();
        else if (asked !== undefined && before === lastOutput) tell(undefined);
      }
      const stirred = before !== lastOutput || performance.now() - wroteAt < LONGEST_LOOK_MS;
      lookAgain(stirred ? FIRST_LOOK_MS : Math.min(ms * 2, LONGEST_LOOK_MS));
    };
    lookAgain(FIRST_LOOK_MS);

    return {
      onText,
      /** A line that is not finished yet is output too: true where it has changed. */
      watchLine,
      waits,
      /** Once it waits: what it asks. */
      question,
      /** Call before typing. @param whole true if it answers the question, false for a part of an answer. */
      async typing(whole: boolean): Promise<void> {
        const wait = await terminalWait(run.pid);
        markAtWrite = wait.kind === 'reading' ? wait.mark : '';
        wroteAt = performance.now();
        if (!whole) return;
        answers += 1;
        recent = '';
        asked = undefined;
      },
      end() {
        ended = true;
        clearTimeout(timer);
      },
    };
  };
  return { onText, attach };
}
