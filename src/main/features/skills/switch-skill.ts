import type { Core } from '../../core/core.ts';
import { noSkill } from '../../skills/no-skill.ts';
import { settledLook } from '../../skills/watching/watch-settled.ts';

export interface SwitchAsked {
  readonly skill: string;
  /** `null` takes the switch out. */
  readonly enabled: boolean | null;
  /** Absent: for everything. */
  readonly environment?: string | undefined;
}

/**
 * Switches a skill for an environment or for everything, in the settings' files. Switching on takes a switch out where
 * that is enough, and says it in so many words where a wider switch or this computer is against it.
 * @throws SkilldeckError `skill-not-found` (lists the ids), `bad-input` for an environment that is not there, `config-invalid`.
 */
export async function switchSkill(
  { skills, switches, rules, settings }: Core,
  { skill: id, enabled, environment }: SwitchAsked,
): Promise<void> {
  if (environment !== undefined) settings.folders.assertThere(environment);
  if (enabled === null) return switches.set(id, null, environment);
  const scope = { environment: environment ?? settings.environment() };
  const catalog = await settledLook(skills.of({ ...scope, pinned: {} }));
  const skill = catalog.skills.find((one) => one.id === id);
  if (skill === undefined) throw noSkill(id, catalog.skills);
  if (!enabled) return switches.set(id, false, environment);
  switches.set(id, null, environment);
  const { enabled: isOn, by } = rules.now(scope)(skill);
  // A global switch does not override the environment's.
  if (!isOn && (environment !== undefined || by !== 'environment')) switches.set(id, true, environment);
}
