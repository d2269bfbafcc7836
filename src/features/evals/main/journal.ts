/** Evals on the disk, one file each: the plan, then a line for each finished run, mark of a person, and the end. */
import path from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../../main/lib/files.ts';
import { sha256 } from '../../../main/lib/text.ts';
import {
  benchmarkSchema,
  type EvalRun,
  evalRunSchema,
  type Mark,
  markSchema,
  type Unbegun,
} from '../../../shared/evals.ts';
import { evalRequestSchema, type PastEval } from '../contract.ts';
import { benchmark } from './benchmark.ts';
import { linesIn, namesIn, openLines, STOPPED } from './runs.ts';
import { evalsFolder } from './versions.ts';

const MAX_LISTED = 30;

const planSchema = z.object({
  metadata: benchmarkSchema.shape.metadata,
  configurations: z.array(z.string()),
  total: z.int(),
  request: evalRequestSchema,
});
type Plan = z.infer<typeof planSchema>;

const lineSchema = z.union([
  z.object({ plan: planSchema }),
  z.object({ mark: markSchema }),
  z.object({ end: benchmarkSchema.pick({ unbegun: true }) }),
  STOPPED,
  evalRunSchema.transform((run) => ({ run })),
]);
type Line = z.input<typeof lineSchema>;

export interface Journal {
  readonly id: string;
  /** Runs that had finished when it was opened. */
  readonly kept: readonly EvalRun[];
  /** Returns when it is on the disk. */
  add(run: EvalRun): void;
  end(unbegun: Unbegun | undefined): void;
  close(): void;
}

/**
 * @param same what makes two evals the same.
 * @param resume true: continues with the latest of the same, if there is one.
 */
export function openJournal(home: string, plan: Plan, same: unknown, resume: boolean): Journal {
  const folder = evalsFolder(home, plan.metadata.skill_name);
  makeFolder(folder);
  const key = sha256(JSON.stringify(same)).slice(0, 32);
  const before = resume ? namesIn(folder).findLast((name) => name.endsWith(`-${key}`)) : undefined;
  const id = before ?? `${plan.metadata.timestamp.replaceAll(/[:.]/g, '-')}-${key}`;
  const file = path.join(folder, `${id}.jsonl`);
  // Without the line that a crash may have cut short, and no longer ended.
  const lines =
    before === undefined
      ? []
      : linesIn(file, lineSchema).filter((line) => !('plan' in line || 'end' in line || 'stopped' in line));
  const kept = lines.flatMap((line) => ('run' in line ? [line.run] : []));
  const written: Line[] = [{ plan }, ...lines.map((line) => ('run' in line ? line.run : line))];
  const journal = openLines(file, written);
  return {
    id,
    kept,
    add: journal.append,
    end: (unbegun) => journal.append({ end: { ...(unbegun === undefined ? {} : { unbegun }) } }),
    close: journal.close,
  };
}

/** Evals of a skill, the latest first, those too that were stopped. */
export function pastEvals(home: string, skill: string): readonly PastEval[] {
  return namesIn(evalsFolder(home, skill))
    .toReversed()
    .slice(0, MAX_LISTED)
    .flatMap((id) => pastEval(home, skill, id) ?? []);
}

/** Undefined where there is none. */
export function pastEval(home: string, skill: string, id: string): PastEval | undefined {
  const lines = linesIn(path.join(evalsFolder(home, skill), `${id}.jsonl`), lineSchema);
  const plan = lines.flatMap((line) => ('plan' in line ? [line.plan] : [])).at(-1);
  if (plan === undefined) return undefined;
  const { metadata, configurations, total, request } = plan;
  const runs = lines.flatMap((line) => ('run' in line ? [line.run] : []));
  const end = lines.flatMap((line) => ('end' in line ? [line.end] : [])).at(-1);
  const marks = new Map(lines.flatMap((line) => ('mark' in line ? [[line.mark.session, line.mark] as const] : [])));
  return {
    id,
    total,
    ended: end !== undefined,
    ...(lines.some((line) => 'stopped' in line) ? { stopped: true } : {}),
    request,
    result: benchmark({ metadata, configurations, runs, unbegun: end?.unbegun }),
    marks: [...marks.values()],
  };
}

/** @returns whether the eval is there. */
export function writeMark(home: string, skill: string, id: string, mark: Mark): boolean {
  const file = path.join(evalsFolder(home, skill), `${id}.jsonl`);
  if (!namesIn(evalsFolder(home, skill)).includes(id)) return false;
  const journal = openLines<Line>(file);
  try {
    journal.append({ mark });
  } finally {
    journal.close();
  }
  return true;
}
