/** One check: the skill's script, run with no one to ask, and its report. */
import path from 'node:path';
import type { Core } from '../../main/core/core.ts';
import { realOf } from '../../main/lib/files.ts';
import type { RunResult } from '../../main/runner/run-request.ts';
import { isInside } from '../../main/runner/workspace/workspace.ts';
import type { LiveSession } from '../../main/session/live-session.ts';
import { ToolFailure } from '../../main/tools/define-tool.ts';
import { type WatchReading, watchReadingSchema } from '../../shared/cards/card.ts';
import { isEqual, isRecord, parsedJson } from '../../shared/defined.ts';
import type { ErrorDetail } from '../../shared/error-detail.ts';
import type { EventBody } from '../../shared/events.ts';
import type { DetailCode } from '../../shared/messages/detail.ts';
import type { Figures } from '../../shared/messages/format.ts';
import type { WatchView } from '../../shared/reducer/watches.ts';

/** Words before a script at most, as in `uv run python`. */
const MOST_STARTERS = 3;
/** UTF-16 units of a printed reading, and of a failed script's last line. */
const MOST_TEXT = 200;

/** The script among the first words, by its path in the skill's folder or its name in `scripts/`, then its arguments. */
export function scriptOf(dir: string, words: readonly string[]): string[] | undefined {
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
export async function check(
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
