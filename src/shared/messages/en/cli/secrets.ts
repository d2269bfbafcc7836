export const secrets = {
  help: {
    secrets: 'keys and tokens for the scripts of one skill',
    set: 'give a skill a secret; the value comes from stdin or a prompt',
    list: 'list skills and their secrets, without values',
    remove: 'remove a secret from a skill',
    name: 'the environment variable in which the scripts find it',
  },
  prompt: (skill: string, name: string): string => `${name} for ${skill} (not shown): `,
  empty: 'No value. Pipe it into stdin, or type it at the prompt.',
  given: (skill: string, name: string): string =>
    `Scripts of '${skill}' now have ${name} in their environment; no other program does.`,
  reach: (what: string): string => `That skill can reach: ${what}.`,
  noReach: 'In a sandbox that skill can reach no network and none of your folders.',
  notAsked: (skill: string, name: string): string =>
    `'${skill}' does not ask for ${name} in its SKILL.md (requires-env, optional-env).`,
  removed: (skill: string, name: string): string => `Removed ${name} from '${skill}'.`,
  noSuch: (skill: string, name: string): string => `'${skill}' has no secret ${name}.`,
  none: 'No skill has a secret.',
  lapsed: 'enter again',
};
export type SecretsWords = typeof secrets;
