/** Skills that a session may use: the person's switches, then what this machine has. */
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed } from '../../shared/messages/finding.ts';
import type { SkillAvailability, SkillScope } from '../session/deps.ts';
import type { SkillSwitches } from '../settings/grants.ts';
import { type Machine, type Unmet, unmetBy, unmetFacts, unmetText } from '../skills/requirements.ts';
import type { SkillSummary } from '../skills/types.ts';

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
export function unmetDiagnostics({ id, file }: SkillSummary, { enabled, by, unmet }: SkillUse): readonly Diagnostic[] {
  if (unmet.length === 0 || (!enabled && by !== 'machine')) return [];
  const lacks = unmet.map(
    (one): Diagnostic => ({
      severity: one.certain ? 'warning' : 'info',
      file,
      skill: id,
      rule: one.certain ? 'cannot-work-here' : 'may-not-work-here',
      ...diagnosed(unmetFacts(one, id)),
    }),
  );
  if (enabled) return lacks;
  const leftOut = diagnosed({ code: 'unmet-left-out', figures: { skill: id } });
  return [...lacks, { severity: 'info', file, skill: id, rule: 'not-offered-here', ...leftOut }];
}
