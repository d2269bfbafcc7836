/** Finished runs on the disk: a stopped or killed eval resumes with them. One line of JSON for each. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type EvalRun, evalRunSchema } from '../../../shared/evals/benchmark.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { sha256 } from '../../lib/sha256.ts';

const MAX_BYTES = 256 * 1024 * 1024;

export interface Journal {
  /** Runs that had finished when it was opened. */
  readonly kept: readonly EvalRun[];
  /** On the disk when it returns. */
  add(run: EvalRun): void;
  close(): void;
}

/** @param plan what makes two evals the same. @param resume false: what was kept is dropped. */
export function openJournal(home: string, plan: unknown, resume: boolean): Journal {
  const folder = path.join(home, 'evals');
  makeFolder(folder);
  const file = path.join(folder, `${sha256(JSON.stringify(plan)).slice(0, 32)}.jsonl`);
  const kept = resume ? runsIn(readSmallFile(file, MAX_BYTES) ?? '') : [];
  const line = (run: EvalRun) => `${JSON.stringify(run)}\n`;
  // Without the line that a crash may have cut short.
  replaceFile(file, kept.map(line).join(''), 0o600);
  const handle = openSync(file, 'a');
  return {
    kept,
    add(run) {
      writeSync(handle, line(run));
      fsyncSync(handle);
    },
    close: () => closeSync(handle),
  };
}

function runsIn(text: string): EvalRun[] {
  return text.split('\n').flatMap((line) => {
    try {
      const run = evalRunSchema.safeParse(JSON.parse(line));
      return run.success ? [run.data] : [];
    } catch {
      return [];
    }
  });
}
