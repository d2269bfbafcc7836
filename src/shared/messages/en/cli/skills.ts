import { counted } from './count.ts';

export const skills = {
  none: 'No skills were found.',
  notCounted: 'Skills without a figure are new or changed. Count them: skilldeck skills list --count',
  noSuch: (name: string, names: string): string => `There is no skill "${name}". There are: ${names || 'none'}.`,
  packages: {
    needs: 'needs',
    states: { here: 'here', provided: 'provided', missing: 'missing' },
    plan: (id: string, packages: string, from: string, bytes: string | undefined): string =>
      `${id} needs ${packages}, from ${from}${bytes === undefined ? '' : ` (${bytes} bytes)`}.`,
    question: 'Fetch them? They are kept for runs of Skilldeck alone. [y/N] ',
    none: (id: string): string => `${id} lacks nothing.`,
    declined: 'Nothing was fetched. To fetch without a question: --yes',
    provided: (id: string, bytes: string): string => `Provided the packages of ${id} (${bytes} bytes).`,
    removed: (id: string, had: boolean): string =>
      had ? `Removed the packages of ${id}.` : `No packages were provided for ${id}.`,
  },
  importedFrom: 'imported from',
  changedSince: 'changed since import; earlier approvals of its scripts no longer apply',
  metadata: 'metadata',
  allowedTools: 'tools it asks for (calls still need approval)',
  personOnly: (skill: string): string => `Only you can load it: /${skill} at the beginning of a message.`,
  modelOnly: 'Only the model can load it.',
  loadedByNone: 'Neither you nor the model can load it.',
  cost: (catalog: string, instructions: string): string => `${catalog} in the catalog, ${instructions} when loaded`,
  bytes: (bytes: string): string => `${bytes} bytes`,
  tokenCount: (tokens: string): string => `${tokens} tokens`,
  scripts: 'scripts',
  tools: 'tools it brings',
  broken: 'broken',
  state: {
    off: {
      everywhere: 'off',
      environment: 'off in this environment',
      session: 'off in this conversation',
      machine: 'can’t run here',
      trust: 'not trusted',
    },
    missed: (times: string): string => `missed ${times}×`,
    tooLarge: (budget: string): string => `loads only by sections: over ${budget} tokens`,
    loaded: 'loaded',
    changed: (tokens: string): string => `changed on disk: reload (${tokens} tokens)`,
    deleted: 'deleted on disk',
    broken: 'broken on disk',
  },
  switched: {
    on: (skill: string): string => `${skill} is on.`,
    off: (skill: string): string => `${skill} is off.`,
    still: (skill: string, why: string): string => `${skill} is unchanged: ${why}.`,
  },
};

export const lint = {
  fixed: (file: string, rule: string, what: string): string => `fixed ${file} ${rule}: ${what}`,
  wouldFix: (file: string, rule: string, what: string): string => `would fix ${file} ${rule}: ${what}`,
  rule: {
    fixed: (severity: string): string => `Severity: ${severity}. Fixed by --fix.`,
    notFixed: (severity: string): string => `Severity: ${severity}. There is no automatic fix.`,
  },
  noneChecked: 'No skill was checked: see above.',
  noSkills: 'No skills were found: no folder here has a SKILL.md.',
  clean: (checked: number): string => `Nothing was found in ${counted(checked, 'skill')}.`,
  summary: (checked: number, errors: number, warnings: number, infos: number): string =>
    `${counted(checked, 'skill')}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(infos, 'info')}.`,
};
