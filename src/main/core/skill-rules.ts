/** Skills that a session may use: the person's switches, then what this machine has. */

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed } from '../../shared/messages/failure.ts';
import { readSmallFile, replaceFile } from '../lib/files.ts';
import { sha256 } from '../lib/text.ts';
import type { SkillAvailability, SkillScope } from '../session/live-session.ts';
import type { SkillSwitches } from '../settings/grants.ts';
import { type Machine, type Unmet, unmetBy, unmetFacts, unmetText } from '../skills/requirements.ts';
import type { SkillSummary } from '../skills/types.ts';

// Tokens of skills that did not change, kept in the data folder: a list shows them without reading a skill's text. Not
// for budgets: an edit deep inside a folder is noticed only by the next count.

const figuresSchema = z.object({ catalog: z.int().min(0), instructions: z.int().min(0) });
type SkillFigures = z.infer<typeof figuresSchema>;

const fileSchema = z.object({
  v: z.literal(2),
  skills: z.record(z.string(), z.object({ stamp: z.string(), ...figuresSchema.shape })),
});
type Kept = z.infer<typeof fileSchema>['skills'];

/** About 120 bytes each. The oldest go first. */
const MAX_KEPT = 10_000;

export interface KeptFigures {
  /** Undefined where none were kept, or the skill changed since. @param encoding that counted. */
  get(skill: SkillSummary, encoding: string): Promise<SkillFigures | undefined>;
  /**
   * Counts a skill and keeps its figures in memory, unless it changed in the meantime; `save` writes them.
   * @throws what `count` throws.
   */
  counted<T extends { readonly tokens: SkillFigures | null }>(
    skill: SkillSummary,
    encoding: string,
    count: () => Promise<T>,
  ): Promise<T>;
  /** Never throws: without the file the next list only shows less. */
  save(): void;
}

/** @param home may not exist: then nothing is kept. */
export function keptFigures(home: string): KeptFigures {
  const file = path.join(home, 'cache', 'skill-figures.json');
  let read: { readonly stamp: string; readonly kept: Kept } | undefined;
  const fresh = new Map<string, Kept[string]>();
  /** Another process may have written it. */
  const kept = (): Kept => {
    const at = statSync(file, { throwIfNoEntry: false });
    const stamp = at === undefined ? '' : `${at.mtimeMs} ${at.size} ${at.ino}`;
    if (read?.stamp !== stamp) read = { stamp, kept: at === undefined ? {} : readKept(file) };
    return read.kept;
  };
  const keyOf = ({ dir }: SkillSummary, encoding: string): string => `${encoding} ${dir}`;
  return {
    async get(skill, encoding) {
      const key = keyOf(skill, encoding);
      const found = fresh.get(key) ?? kept()[key];
      return found !== undefined && found.stamp === (await stampOf(skill)) ? figuresSchema.parse(found) : undefined;
    },
    async counted(skill, encoding, count) {
      const key = keyOf(skill, encoding);
      const stamp = await stampOf(skill);
      const result = await count();
      const before = fresh.get(key) ?? kept()[key];
      const isKept = before?.stamp === stamp && before.instructions === result.tokens?.instructions;
      if (result.tokens !== null && !isKept && stamp === (await stampOf(skill))) {
        fresh.set(key, { stamp, ...result.tokens });
      }
      return result;
    },
    save() {
      if (fresh.size === 0 || !existsSync(home)) return;
      try {
        const others = Object.entries(kept()).filter(([key]) => !fresh.has(key));
        const skills = Object.fromEntries([...others, ...fresh].slice(-MAX_KEPT));
        mkdirSync(path.dirname(file), { recursive: true });
        replaceFile(file, JSON.stringify({ v: 2, skills }), 0o600);
        fresh.clear();
      } catch {
        // A full or read-only disk.
      }
    },
  };
}

function readKept(file: string): Kept {
  try {
    return fileSchema.parse(JSON.parse(readSmallFile(file) ?? '')).skills;
  } catch {
    return {};
  }
}

/** Fingerprint of an edit, or of a file that comes or goes: of the SKILL.md, of the tools, and of the folders that it lists. */
async function stampOf({ file, dir }: SkillSummary): Promise<string> {
  const places = [file, path.join(dir, 'tools.yaml'), dir, path.join(dir, 'scripts'), path.join(dir, 'references')];
  const stamps = await Promise.all(
    places.map((place) =>
      stat(place, { bigint: true }).then(
        ({ mtimeNs, size, ino }) => `${mtimeNs}.${size}.${ino}`,
        () => '-',
      ),
    ),
  );
  return sha256(stamps.join(' ')).slice(0, 24);
}

/** Source of the decision: the most specific one that has a setting. */
type DecidedBy = 'session' | 'environment' | 'everywhere' | 'machine' | 'trust';

export interface SkillUse {
  readonly enabled: boolean;
  /** Absent if nothing was set. */
  readonly by?: DecidedBy;
  readonly unmet: readonly Unmet[];
}

export interface SkillRules {
  /** Reads the current settings once, for many skills. */
  now(scope: Partial<SkillScope>): (skill: SkillSummary) => SkillUse;
}

export function createSkillRules(
  switches: Pick<SkillSwitches, 'read'>,
  machine: Machine,
  appEnvironment: () => string,
  heldBack: () => (skill: SkillSummary) => unknown = () => () => undefined,
): SkillRules {
  return {
    now({ environment = appEnvironment(), skillSwitches = {} }) {
      const read = switches.read(environment);
      const untrusted = heldBack();
      const levels = [
        ['session', skillSwitches],
        ['environment', read.environment],
        ['everywhere', read.everywhere],
      ] as const;
      return (skill) => {
        const unmet = unmetBy(skill, machine);
        // No switch overrides it: switches name ids, and a folder may bring any id.
        if (untrusted(skill) !== undefined) return { enabled: false, by: 'trust', unmet };
        for (const [by, switched] of levels) {
          if (Object.hasOwn(switched, skill.id)) return { enabled: switched[skill.id] === true, by, unmet };
        }
        return unmet.some(({ certain }) => certain)
          ? { enabled: false, by: 'machine', unmet }
          : { enabled: true, unmet };
      };
    },
  };
}

/** Text for the model and the user, with the remedy. */
export function availabilityOf(id: string, { enabled, by, unmet }: SkillUse): SkillAvailability {
  const lacks = unmet.map((one) => unmetText(one, id));
  if (enabled) return { kind: 'usable', notes: lacks };
  if (by === 'trust') {
    const message = `Skill '${id}' was not loaded: it comes from the current folder, and the person has not trusted it as it is now. Only the person can trust it. Continue without it.`;
    return { kind: 'off', message };
  }
  if (by === 'machine') {
    const message = `Skill '${id}' was not loaded: it cannot work on this computer. ${lacks.join(' ')} The person can turn it on anyway: skilldeck skills enable ${id}.`;
    return { kind: 'unusable', message };
  }
  const where = { session: ' for this session', environment: ' in this environment', everywhere: '' }[
    by ?? 'everywhere'
  ];
  return {
    kind: 'off',
    message: `Skill '${id}' was not loaded: the person switched it off${where}. Only the person can switch it on again. Continue without it.`,
  };
}

/** Diagnostics of a skill that is left out because the machine lacks something, or may fail for that reason. */
export const unmetDiagnostics = (skill: SkillSummary, use: SkillUse): readonly Diagnostic[] =>
  use.enabled || use.by === 'machine' ? lacksOf(skill, use) : [];

/** The same, also of a skill that is off for another reason. */
export function lacksOf({ id, file }: SkillSummary, { by, unmet }: SkillUse): readonly Diagnostic[] {
  const lacks = unmet.map(
    (one): Diagnostic => ({
      severity: one.certain ? 'warning' : 'info',
      file,
      skill: id,
      rule: one.certain ? 'cannot-work-here' : 'may-not-work-here',
      ...diagnosed(unmetFacts(one, id)),
    }),
  );
  if (by !== 'machine') return lacks;
  const leftOut = diagnosed({ code: 'unmet-left-out', figures: { skill: id } });
  return [...lacks, { severity: 'info', file, skill: id, rule: 'not-offered-here', ...leftOut }];
}
