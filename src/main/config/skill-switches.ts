/** Skills turned on or off by hand: for everything in the data folder's `config.jsonc`, for one environment in its own. */
import type { ConfigFile } from './config-file.ts';

type Switches = Readonly<Record<string, boolean>>;

export interface SkillSwitches {
  /** Current values; the environment's override global ones. */
  read(environment: string | undefined): { readonly everywhere: Switches; readonly environment: Switches };
  /** `null` takes the switch out. Without an environment: for everything. @throws SkilldeckError `config-invalid`. */
  set(skill: string, enabled: boolean | null, environment: string | undefined): void;
}

/** @param fileOf the environment's own settings. */
export function createSkillSwitches(home: ConfigFile, fileOf: (environment: string) => ConfigFile): SkillSwitches {
  const switchesIn = (file: ConfigFile): Switches => file.read().config.skillSwitches ?? {};
  return {
    read: (environment) => ({
      everywhere: switchesIn(home),
      environment: environment === undefined ? {} : switchesIn(fileOf(environment)),
    }),
    set(skill, enabled, environment) {
      const file = environment === undefined ? home : fileOf(environment);
      const others = Object.entries(switchesIn(file)).filter(([id]) => id !== skill);
      const entries = enabled === null ? others : [...others, [skill, enabled] as const];
      if (enabled === null && others.length === Object.keys(switchesIn(file)).length) return;
      const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
      file.change({ skillSwitches: sorted.length === 0 ? undefined : Object.fromEntries(sorted) });
    },
  };
}
