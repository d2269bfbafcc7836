export const env = {
  help: {
    env: 'environments: settings, agents, models and skills under one name',
    list: 'every environment, its agents and its models',
    create: 'create one, with commented starter files',
    name: 'its name: a folder name',
    from: 'copy this environment',
    switch: 'use it for new conversations',
    remove: 'remove one; it can be restored for 30 days',
    restore: 'restore a removed environment',
  },
  current: 'yes',
  noFolder: '(no folder yet)',
  agents: (names: string): string => `Agents: ${names}`,
  models: (names: string): string => `Models: ${names}`,
  created: (name: string, folder: string): string =>
    `Created '${name}' in ${folder}. Use it with 'skilldeck env switch ${name}'.`,
  switched: (name: string): string => `New conversations now use '${name}'; existing ones keep theirs.`,
  removed: (name: string): string => `Removed '${name}'. To undo within 30 days: skilldeck env restore ${name}`,
  restored: (name: string): string => `Restored '${name}'.`,
};
export type EnvWords = typeof env;
