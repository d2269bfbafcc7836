/**
 * Versions that a loop made of a skill, one file for each loop: `HOME/evals/SKILL/loops/TIME-KEY.jsonl`. Each version is
 * on the disk as it is made, with the whole text of what it changes.
 */
import path from 'node:path';
import { z } from 'zod';
import { type ImproveRequest, improveRequestSchema, type PastLoop } from '../../../../shared/contract/evals.ts';
import {
  bestVersion,
  endingSchema,
  type ImprovingEnd,
  type LoopFigures,
  type LoopVersion,
  loopFiguresSchema,
  loopVersionSchema,
  type Spent,
  spentSchema,
} from '../../../../shared/evals/improving.ts';
import { makeFolder } from '../../../lib/make-folder.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { linesIn, namesIn, openLines, STOPPED } from '../lines.ts';
import { evalsFolder } from '../versions.ts';

const planSchema = z.object({ skill: z.string(), request: improveRequestSchema });
const lineSchema = z.union([
  z.object({ plan: planSchema }),
  z.object({ version: loopVersionSchema.omit({ figures: true }) }),
  z.object({ number: z.int(), figures: loopFiguresSchema, spent: spentSchema }),
  /** Cost of an eval that was cut short. */
  z.object({ number: z.int(), partial: spentSchema }),
  /** Cost of the writer. */
  z.object({ asked: spentSchema }),
  z.object({ end: endingSchema }),
  STOPPED,
]);
type Line = z.infer<typeof lineSchema>;

export const loopsFolder = (home: string, skill: string): string => path.join(evalsFolder(home, skill), 'loops');
/** Max loops of one skill in a list. */
const MAX_LISTED = 20;

export interface History {
  readonly id: string;
  /** Current state on the disk. */
  loop(): PastLoop;
  /** Costs without those of an eval that is to continue: it counts its kept runs itself. */
  paid(): Spent;
  /** True if this version was made before the loop was opened. */
  resumed(number: number): boolean;
  add(version: LoopVersion): void;
  measured(number: number, figures: LoopFigures, spent: Spent): void;
  /** Costs of its eval before it was cut short; they count until it is measured. */
  cut(number: number, spent: Spent): void;
  asked(spent: Spent): void;
  end(why: ImprovingEnd): void;
  close(): void;
}

interface Begun {
  readonly skill: string;
  readonly request: ImproveRequest;
  /** Key by which two loops are the same. */
  readonly same: unknown;
}

/** Continues with the latest of the same if `resume` is set and there is one. */
export function openHistory(home: string, { skill, request, same }: Begun): History {
  const folder = loopsFolder(home, skill);
  makeFolder(folder);
  const key = sha256(JSON.stringify(same)).slice(0, 32);
  const before = request.resume === true ? namesIn(folder).findLast((name) => name.endsWith(`-${key}`)) : undefined;
  const id = before ?? `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${key}`;
  const file = path.join(folder, `${id}.jsonl`);
  const kept =
    before === undefined
      ? []
      : linesIn(file, lineSchema).filter((line) => !('plan' in line || 'end' in line || 'stopped' in line));
  const lines: Line[] = [{ plan: { skill, request } }, ...kept];
  const disk = openLines(file, lines);
  const append = (line: Line) => {
    disk.append(line);
    lines.push(line);
  };
  return {
    id,
    loop: () => folded(id, { skill, request }, lines),
    paid: () => spentIn(lines.filter((line) => !('partial' in line))),
    resumed: (number) => kept.some((line) => 'version' in line && line.version.number === number),
    add: ({ figures: _none, ...version }) => append({ version }),
    measured: (number, figures, spent) => append({ number, figures, spent }),
    cut: (number, spent) => append({ number, partial: spent }),
    asked: (spent) => append({ asked: spent }),
    end: (why) => append({ end: why }),
    close: disk.close,
  };
}

function folded(id: string, { skill, request }: z.infer<typeof planSchema>, lines: readonly Line[]): PastLoop {
  const figures = new Map(lines.flatMap((line) => ('figures' in line ? [[line.number, line.figures] as const] : [])));
  const versions = lines.flatMap((line): LoopVersion[] => {
    if (!('version' in line)) return [];
    const own = figures.get(line.version.number);
    return [{ ...line.version, ...(own === undefined ? {} : { figures: own }) }];
  });
  const end = lines.flatMap((line) => ('end' in line ? [line.end] : [])).at(-1);
  return {
    id,
    skill,
    request,
    versions,
    best: bestVersion(versions)?.number ?? null,
    ...(end === undefined ? {} : { ended: end }),
    ...(lines.some((line) => 'stopped' in line) ? { stopped: true } : {}),
    spent: spentIn(lines),
    rounds: request.rounds,
  };
}

function spentIn(lines: readonly Line[]): Spent {
  const byVersion = new Map<number, Spent>();
  const spent: Spent[] = [];
  for (const line of lines) {
    if ('asked' in line) spent.push(line.asked);
    if ('partial' in line) byVersion.set(line.number, line.partial);
    if ('figures' in line) byVersion.set(line.number, line.spent);
  }
  return sumOf([...spent, ...byVersion.values()]);
}

/** Without a price where one of them has none. */
export function sumOf(all: readonly Spent[]): Spent {
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0);
  if (all.some(({ cost }) => cost === undefined)) return { tokens };
  return { tokens, cost: all.reduce((sum, { cost = 0 }) => sum + cost, 0) };
}

/** Loops of a skill, the one with the latest version first, those too that were stopped. */
export function pastLoops(home: string, skill: string): readonly PastLoop[] {
  const folder = loopsFolder(home, skill);
  return namesIn(folder)
    .toReversed()
    .slice(0, MAX_LISTED)
    .flatMap((id) => {
      const lines = linesIn(path.join(folder, `${id}.jsonl`), lineSchema);
      const plan = lines.flatMap((line) => ('plan' in line ? [line.plan] : []))[0];
      return plan === undefined ? [] : [folded(id, plan, lines)];
    })
    .sort((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1));
}

const latestOf = ({ versions }: PastLoop): string => versions.at(-1)?.at ?? '';
