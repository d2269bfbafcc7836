/** What the command line says of environments, in English. */
export const env = {
  help: {
    env: 'environments: settings, agents, models and skills under one name',
    list: 'every environment, its agents and its models',
    create: 'make one, with commented files to begin with',
    name: 'its name: a folder name',
    from: 'begin with all that this one has',
    switch: 'make it the one that new conversations get',
    remove: 'remove one; it can be restored for 30 days',
    restore: 'put back one that was removed',
  },
  columns: { environment: 'ENVIRONMENT', current: 'IN USE', skills: 'SKILLS', folder: 'FOLDER' },
  current: 'yes',
  noFolder: '(no folder yet)',
  agents: (names: string): string => `Agents: ${names}`,
  models: (names: string): string => `Models: ${names}`,
  created: (name: string, folder: string): string =>
    `Made '${name}' in ${folder}. 'skilldeck env switch ${name}' makes it the one in use.`,
  switched: (name: string): string =>
    `New conversations are in '${name}' from now on; those that are there keep their own.`,
  removed: (name: string): string =>
    `Removed '${name}'. 'skilldeck env restore ${name}' brings it back within 30 days.`,
  restored: (name: string): string => `'${name}' is back.`,
};
export type EnvWords = typeof env;
