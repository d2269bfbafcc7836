/** Finds the requirements of a skill that this machine does not meet. */
import { type FindingFacts, findingText } from '../../../shared/messages/finding.ts';
import { monotonicMs } from '../../lib/clock.ts';
import { findProgram } from '../../lib/find-program.ts';
import type { SkillSummary } from '../types.ts';
import { type Requirements, requirementsOf } from './requirements.ts';

export interface Unmet {
  readonly kind: 'program' | 'variable' | 'system';
  /** One name, or several of which one would do. */
  readonly names: readonly string[];
  /** False where the skill may work anyway: only its text for people names it. */
  readonly certain: boolean;
}

export interface Machine {
  readonly platform: string;
  hasProgram(name: string): boolean;
  /** True if that skill's scripts have it in their environment. */
  hasVariable(name: string, skill: SkillSummary): boolean;
}

/** Milliseconds for which a look at PATH holds: what is installed in the meantime shows at the next request. */
const LOOK_MS = 2_000;
/** Skilldeck brings these itself where the machine has none. */
const BROUGHT = new Set(['python', 'python3', 'node']);

/** This one. */
export function thisMachine(
  hasVariable: Machine['hasVariable'] = () => false,
  env: NodeJS.ProcessEnv = process.env,
): Machine {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const programs = new Map<string, boolean>();
  return {
    platform: process.platform,
    hasProgram(name) {
      if (BROUGHT.has(name)) return true;
      const now = monotonicMs();
      if (now - lookedAt > LOOK_MS) {
        programs.clear();
        lookedAt = now;
      }
      const known = programs.get(name);
      if (known !== undefined) return known;
      const found = findProgram([name], env) !== undefined;
      programs.set(name, found);
      return found;
    },
    hasVariable,
  };
}

const NONE: readonly Unmet[] = [];

export function unmetBy(skill: SkillSummary, machine: Machine): readonly Unmet[] {
  const needs: Requirements = requirementsOf(skill);
  if (
    needs.programs.length +
      needs.anyPrograms.length +
      needs.variables.length +
      needs.systems.length +
      needs.perhaps.length ===
    0
  )
    return NONE;
  const one =
    (kind: Unmet['kind'], certain: boolean) =>
    (name: string): Unmet => ({ kind, names: [name], certain });
  const lacks = (name: string): boolean => !machine.hasProgram(name);
  return [
    ...(needs.systems.length === 0 || needs.systems.includes(machine.platform)
      ? []
      : [{ kind: 'system' as const, names: needs.systems, certain: true }]),
    ...needs.programs.filter(lacks).map(one('program', true)),
    ...needs.anyPrograms
      .filter((some) => some.every(lacks))
      .map((some): Unmet => ({ kind: 'program', names: some, certain: true })),
    ...needs.variables.filter((name) => !machine.hasVariable(name, skill)).map(one('variable', true)),
    ...needs.perhaps.filter(lacks).map(one('program', false)),
  ];
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** The missing requirement and its remedy, as a finding. */
export function unmetFacts({ kind, names, certain }: Unmet, skill: string): FindingFacts {
  const listed = names.join(' / ');
  switch (kind) {
    case 'system': {
      const named = (name: string): string => SYSTEM_NAMES[name] ?? name;
      return { code: 'unmet-system', figures: { names: names.map(named).join(' / '), here: named(process.platform) } };
    }
    case 'variable':
      return { code: 'unmet-secret', figures: { name: listed, skill } };
    case 'program':
      return { code: certain ? 'unmet-program' : 'unmet-perhaps', figures: { names: listed } };
  }
}

/** A sentence for the model. */
export const unmetText = (unmet: Unmet, skill: string): string =>
  findingText('en', { ...unmetFacts(unmet, skill), message: '' });
