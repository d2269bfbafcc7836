/** Every command by its name, in the order of `--help`. A file is loaded when one of its commands is named. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import type { CommandSpec } from '../command.ts';
import type { Help } from '../options/option-types.ts';
import { type Outline, outlineOf } from '../shell/outline.ts';

export const COMMAND_FILES: readonly (readonly [
  names: readonly string[],
  load: () => Promise<readonly CommandSpec[]>,
])[] = [
  [['start', 'serve'], async () => (await import('./start-command.ts')).startCommands],
  [['run'], async () => [(await import('./run-command.ts')).runCommand]],
  [['models list', 'models test'], async () => (await import('./models-command.ts')).modelsCommands],
  [['skills list', 'skills show'], async () => (await import('./skills-command.ts')).skillsCommands],
  [['skills preview'], async () => [(await import('./skills-preview-command.ts')).skillsPreviewCommand]],
  [['skills lint'], async () => [(await import('./lint-command.ts')).lintCommand]],
  [['skills eval'], async () => [(await import('./eval-command.ts')).evalCommand]],
  [['skills improve'], async () => [(await import('./improve-command.ts')).improveCommand]],
  [['skills from-session'], async () => [(await import('./draft-command.ts')).draftCommand]],
  [['skills import', 'skills update'], async () => (await import('./skills-import-command.ts')).skillsImportCommands],
  [
    ['skills export', 'skills uninstall', 'skills restore'],
    async () => (await import('./skills-keep-command.ts')).skillsKeepCommands,
  ],
  [['skills enable', 'skills disable'], async () => (await import('./skills-switch-command.ts')).skillsSwitchCommands],
  [['sessions list'], async () => [(await import('./library-command.ts')).libraryCommand]],
  [['sessions fork', 'sessions mark', 'sessions note'], async () => (await import('./keep-command.ts')).keepCommands],
  [['sessions costs', 'sessions compare'], async () => (await import('./costs-command.ts')).costsCommands],
  [['sessions show'], async () => [(await import('./sessions-command.ts')).sessionsCommand]],
  [['sessions search'], async () => [(await import('./search-command.ts')).searchCommand]],
  [['sessions export'], async () => [(await import('./export-command.ts')).exportCommand]],
  [['sessions import'], async () => [(await import('./import-command.ts')).importCommand]],
  [['sessions compact'], async () => [(await import('./compact-command.ts')).compactCommand]],
  [['sessions verify'], async () => [(await import('./verify-command.ts')).verifyCommand]],
  [
    [
      'review list',
      'review add',
      'review queue',
      'review agreement',
      'review report',
      'review export',
      'review import',
      'review rubrics',
    ],
    async () => (await import('./judging-command.ts')).judgingCommands,
  ],
  [
    ['env list', 'env create', 'env switch', 'env remove', 'env restore'],
    async () => (await import('./env-command.ts')).envCommands,
  ],
  [['trust'], async () => [(await import('./trust-command.ts')).trustCommand]],
  [
    ['secrets set', 'secrets list', 'secrets remove'],
    async () => (await import('./secrets-command.ts')).secretsCommands,
  ],
  [
    [
      'repos list',
      'repos add',
      'repos sync',
      'repos lock',
      'repos search',
      'repos versions',
      'skills publish',
      'skills unpublish',
      'repos remove',
      'repos password',
    ],
    async () => (await import('./repos-command.ts')).reposCommands,
  ],
  [
    ['archive add', 'archive push', 'archive list', 'archive pull', 'archive password', 'archive remove'],
    async () => (await import('./archive-command.ts')).archiveCommands,
  ],
  [
    ['mcp list', 'mcp test', 'mcp add', 'mcp remove', 'mcp enable', 'mcp disable', 'mcp secret'],
    async () => (await import('./mcp-command.ts')).mcpCommands,
  ],
  [['context'], async () => [(await import('./context-command.ts')).contextCommand]],
  [['doctor'], async () => [(await import('./doctor-command.ts')).doctorCommand]],
  [['completion', 'complete'], async () => (await import('./completion-command.ts')).completionCommands(wholeOutline)],
];

export const GROUPS: Readonly<Record<string, Help>> = {
  models: ({ models }) => models.help.models,
  skills: ({ help }) => help.skills,
  sessions: ({ help }) => help.sessions,
  review: ({ judging }) => judging.help.review,
  env: ({ env }) => env.help.env,
  secrets: ({ secrets }) => secrets.help.secrets,
  repos: ({ repos }) => repos.help.repos,
  archive: ({ archive }) => archive.help.archive,
  mcp: ({ mcp }) => mcp.help.mcp,
};

/** The command that these words name; else those of their group; else all, for help and for "did you mean". */
export async function commandsNamed([first = '', second = '']: readonly string[]): Promise<readonly CommandSpec[]> {
  const filesWith = (fits: (name: string) => boolean) => COMMAND_FILES.filter(([names]) => names.some(fits));
  const named = filesWith((name) => name === first || name === `${first} ${second}`);
  const group = filesWith((name) => name.startsWith(`${first} `));
  const files = [named, group].find(({ length }) => length > 0) ?? COMMAND_FILES;
  return (await Promise.all(files.map(([, load]) => load()))).flat();
}

const wholeOutline = async (words: CliWords): Promise<Outline> => outlineOf(await commandsNamed([]), GROUPS, words);
