/** A past call as a script's run: which script, with what arguments, and how it ended. */

import { purposeOf, splitCommand } from './skills.ts';
import type { ToolUse } from './wire.ts';

/** By the script's exit status. */
const STATUS_KINDS = {
  2: 'usage',
  3: 'unknown-city',
  4: 'no-flights',
  5: 'price-changed',
  6: 'unavailable',
  7: 'not-found',
  8: 'key-conflict',
  9: 'cannot-cancel',
} as const;
export type FailureKind = (typeof STATUS_KINDS)[keyof typeof STATUS_KINDS] | 'other';

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly remedies: readonly string[];
}

export type RunOutcome =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The person said no. */
  | { readonly kind: 'declined' }
  /** The person wrote this instead of an approval or a refusal: it is answered, and the call made again. */
  | { readonly kind: 'undecided'; readonly words: string }
  /** It needed a person's approval, and no one could be asked. */
  | { readonly kind: 'unasked' }
  /** Nothing ran: policy, a stop, a tool's refusal. */
  | { readonly kind: 'not-run'; readonly message: string };

export interface ScriptRun {
  readonly command: string;
  /** File name of the script. */
  readonly script: string;
  readonly argv: readonly string[];
  readonly outcome: RunOutcome;
}

/** Texts that the tools return instead of a result. */
const DECLINED = /\b(?:did not allow|declined|said no)\b/i;
const UNDECIDED = /^Not run yet: the person has not decided, and wrote this instead:\n“([\s\S]*)”\nAnswer it first\./;
const UNASKED = /\bnobody to ask\b/i;
const NOT_RUN =
  /^(?:not run|refused|denied|unknown|invalid|no such|bad arguments|commands are switched off|the command could not be run|what this command runs has changed)\b/i;

/** The app ended, or the call was never finished: whether the script did its work is not known. */
const UNFINISHED = /^(?:interrupted|no result)\b/i;

/** Undefined for a call that runs no script, or has no result: it is made again, which with the same key books nothing twice. */
export function readScriptRun(use: ToolUse): ScriptRun | undefined {
  const { ability, command } = purposeOf(use);
  if (ability !== 'run-command' || command === undefined || use.result === '' || UNFINISHED.test(use.result))
    return undefined;
  const words = splitCommand(command);
  const at = words.findIndex((word) => /\.(?:py|m?js|sh)$/.test(word));
  const script = words[at]?.replace(/^.*[/\\]/, '');
  if (script === undefined) return undefined;
  return { command, script, argv: words.slice(at + 1), outcome: readOutcome(use.result) };
}

/** Tolerant of how the tool frames a result: JSON with `stdout`, `stderr` and `exit_code`, the same in tags, or text that names the status. */
export function readOutcome(result: string): RunOutcome {
  const { text, status } = unframe(result);
  const written = UNDECIDED.exec(text.trim())?.[1];
  if (written !== undefined) return { kind: 'undecided', words: written };
  const error = /^Error: (.+)$/m.exec(text);
  if (error !== null) {
    const remedies = text
      .slice(error.index + error[0].length)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !isFrame(line) && !/^\[.*\]$/.test(line));
    const message = error[1]?.trim() ?? '';
    return failed(message, failureOf(status, message), remedies);
  }
  if (status === undefined && DECLINED.test(firstLine(text))) return { kind: 'declined' };
  if (status === undefined && UNASKED.test(firstLine(text))) return { kind: 'unasked' };
  if (status === undefined && NOT_RUN.test(text.trim())) return { kind: 'not-run', message: firstLine(text) };
  const ended = /^\[((?:ended|stopped) .*)\]$/m.exec(text)?.[1];
  if (ended !== undefined) return failed(ended);
  if (status !== undefined && status !== 0) {
    const last = text.split('\n').findLast((line) => line.trim() !== '' && !isFrame(line)) ?? '';
    return failed(last.trim() || `exit status ${status}`);
  }
  return { kind: 'done', output: text };
}

export const failed = (message: string, kind: FailureKind = 'other', remedies: readonly string[] = []) =>
  ({ kind: 'failed', failure: { kind, message, remedies } }) as const;

function failureOf(status: number | undefined, message: string): FailureKind {
  if (/^Unknown (?:origin|destination) city/i.test(message)) return 'unknown-city';
  if (/^No flights found/i.test(message)) return 'no-flights';
  if (/^Price changed/i.test(message)) return 'price-changed';
  return (STATUS_KINDS as Readonly<Record<number, FailureKind>>)[status ?? -1] ?? 'other';
}

function unframe(result: string): { text: string; status: number | undefined } {
  try {
    const value: unknown = JSON.parse(result);
    if (typeof value === 'object' && value !== null && ('stdout' in value || 'stderr' in value)) {
      const { stdout = '', stderr = '', exit_code: code } = value as Record<string, unknown>;
      return { text: `${stdout}\n${stderr}`, status: typeof code === 'number' ? code : undefined };
    }
  } catch {
    // Not JSON: text, then.
  }
  const streams = /^<returncode>(-?\d+)<\/returncode><stdout>([\s\S]*)<\/stdout><stderr>([\s\S]*)<\/stderr>/.exec(
    result,
  );
  if (streams !== null) return { text: `${streams[2]}\n${streams[3]}`, status: Number(streams[1]) };
  const status = /-?\d+/.exec(result.split('\n').find(isFrame) ?? '')?.[0];
  return { text: result, status: status === undefined ? undefined : Number(status) };
}

/** A line of the tool's own: "exit status 3", "[exit code: 3]", "Exited with status 3 after 80 ms". */
function isFrame(line: string): boolean {
  return /^\W*(?:process )?exit(?:ed)?\b(?:[ _-]?(?:code|status))?(?: with(?: code| status)?)?\W{0,3}-?\d+\b/i.test(
    line.trim(),
  );
}

export const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? '';
