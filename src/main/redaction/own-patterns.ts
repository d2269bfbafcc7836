/**
 * The person's own patterns, each text looked through once. A regular expression may take longer than the universe is
 * old: those run in a thread that can be ended, over all texts at once.
 */

import { Worker } from 'node:worker_threads';
import { messageOf } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/failure.ts';
import type { OwnPattern } from '../../shared/review.ts';
import { entryFile } from '../lib/app-files.ts';
import type { PatternFinding, PatternJob } from './pattern-worker.ts';

type Range = readonly [from: number, to: number];
export type OwnFinds = ReadonlyMap<string, readonly Range[]>;

/** Milliseconds for all patterns over a whole session. */
const TIME_LIMIT = 3_000;

/** Matches of the patterns in each text, in order and without overlaps. @throws SkilldeckError `bad-input`. */
export async function ownFinds(
  patterns: readonly OwnPattern[],
  texts: ReadonlySet<string>,
  timeLimit: number = TIME_LIMIT,
): Promise<OwnFinds> {
  if (patterns.length === 0) return new Map();
  const given = [...texts];
  const found = new Map<string, Range[]>();
  for (const { text: index, found: ends } of await matches(patterns.map(compiled), given, timeLimit)) {
    const text = given[index] ?? '';
    const ranges = found.get(text) ?? [];
    for (let at = 0; at < ends.length; at += 2) ranges.push([ends[at] ?? 0, ends[at + 1] ?? 0]);
    found.set(text, ranges);
  }
  return new Map([...found].map(([text, ranges]) => [text, withoutOverlaps(ranges)]));
}

interface Compiled {
  readonly pattern: string;
  readonly source: string;
  readonly flags: string;
}

function compiled({ pattern, regex = false }: OwnPattern): Compiled {
  const source = regex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const [unicode, plain] = ['giu', 'gi'].map((flags) => whyNot(source, flags));
  if (plain !== undefined && unicode !== undefined)
    throw detailed('bad-input', 'pattern-form', { pattern, why: plain });
  return { pattern, source, flags: unicode === undefined ? 'giu' : 'gi' };
}

/** @returns undefined for a pattern that can be used. */
function whyNot(source: string, flags: string): string | undefined {
  try {
    return new RegExp(source, flags) && undefined;
  } catch (error) {
    return messageOf(error).replace(/^Invalid regular expression: /, '');
  }
}

function matches(
  patterns: readonly Compiled[],
  texts: readonly string[],
  timeLimit: number,
): Promise<readonly PatternFinding[]> {
  const job: PatternJob = { patterns: patterns.map(({ source, flags }) => ({ source, flags })), texts };
  const worker = new Worker(entryFile(import.meta.dirname, 'pattern-worker'), { workerData: job });
  const findings: PatternFinding[] = [];
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const refuse = (code: 'pattern-slow' | 'pattern-unusable' | 'pattern-empty', why = '', cause?: unknown): void =>
      end(() => reject(detailed('bad-input', code, { pattern: patterns[done]?.pattern ?? '', why }, { cause })));
    worker.on('message', (found: 'ready' | 'empty' | readonly PatternFinding[]) => {
      if (found === 'ready') {
        timer = setTimeout(() => refuse('pattern-slow'), timeLimit);
        return;
      }
      if (found === 'empty') return refuse('pattern-empty');
      findings.push(...found);
      done += 1;
      if (done === patterns.length) end(() => resolve(findings));
    });
    worker.once('error', (error) => refuse('pattern-unusable', messageOf(error), error));
  });
}

function withoutOverlaps(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = kept.at(-1);
    if (last !== undefined && from < last[1]) kept[kept.length - 1] = [last[0], Math.max(last[1], to)];
    else kept.push([from, to]);
  }
  return kept;
}
