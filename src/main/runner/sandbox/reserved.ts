/**
 * Names that other programs act on by themselves, outside any sandbox: repositories, editors' tasks, shells' start files,
 * agents' skills and settings. In a folder granted for writing no script changes or makes one, at any depth.
 */

const REPOSITORY = '.git';
/** Agents read skills, commands and settings in them. */
const AGENT_FOLDERS = (
  '.skilldeck .agents .claude .codex .cursor .gemini .continue .windsurf .opencode .roo .clinerules .kilocode .kiro .amazonq ' +
  '.trae .qwen .factory .junie .augment .crush .goose .qoder .devin'
).split(' ');
const OTHER_FOLDERS = (
  '.hg .jj .sl .pijul _darcs .vscode .idea .vs .zed .helix .fleet .nova .theia .idx .vim .externalToolBuilders .husky .githooks ' +
  '.git-hooks .devcontainer .yarn .cargo .direnv .shadowenv.d .mise'
).split(' ');
const FILES = (
  '.gitmodules .gitconfig .envrc .mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnp.cjs .pre-commit-config.yaml ' +
  '.pnpmfile.mjs .overcommit.yml .ripgreprc .autoenv .autoenv.zsh opencode.json opencode.jsonc crush.json .crush.json ' +
  '.ghci .ocamlinit .iex.exs .octaverc .perldb .byebugrc .RData .Renviron .gdbearlyinit .dir-locals-2.el ' +
  'mise.local.toml .aider.conf.yml .mise.toml .mise.local.toml mise.toml .tool-versions .rvmrc ' +
  '.exrc .vimrc .nvimrc .nvim.lua .lvimrc .dir-locals.el .gdbinit .lldbinit .pdbrc .Rprofile .irbrc .pryrc ' +
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .kshrc .mkshrc .cshrc .tcshrc .login .logout ' +
  '.zshenv .zshrc .zprofile .zlogin .zlogout .xprofile .xinitrc .xsession .xsessionrc .pam_environment'
).split(' ');

const LEFTHOOK = ['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap((name) =>
  ['yml', 'yaml', 'toml', 'json'].map((format) => `${name}.${format}`),
);

/** Names, with the kind of the empty cover for a missing one. */
export const RESERVED: ReadonlyMap<string, 'folder' | 'file'> = new Map([
  ...[REPOSITORY, ...AGENT_FOLDERS, ...OTHER_FOLDERS].map((name) => [name, 'folder'] as const),
  ...[...FILES, ...LEFTHOOK].map((name) => [name, 'file'] as const),
]);

/** Parts of a repository that name programs or lead to other settings; the rest is objects, refs, logs and index. */
export const GIT_PARTS: ReadonlyMap<string, 'folder' | 'file'> = new Map([
  ...['hooks', 'info', 'modules', 'worktrees', 'branches', 'remotes'].map((name) => [name, 'folder'] as const),
  ...['config', 'config.worktree', 'commondir'].map((name) => [name, 'file'] as const),
]);

/** Characters that HFS+ ignores in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The name as the least exact file system compares it: without case, ignored characters, an end that Windows drops. */
function folded(name: string): string {
  const plain = name
    .replace(IGNORED, '')
    // Both: file systems take a long s for an s.
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
  return /^git~\d$/.test(plain) ? REPOSITORY : plain;
}

const FOLDED: ReadonlySet<string> = new Set([...RESERVED.keys()].map(folded));
export const isReserved = (name: string): boolean => FOLDED.has(folded(name));
export const isRepository = (name: string): boolean => folded(name) === REPOSITORY;
export const isAgentFolder = (name: string): boolean => AGENT_FOLDERS.includes(folded(name));
export const isGitPart = (name: string): boolean => GIT_PARTS.has(folded(name));
/** A part's name as it is in the list; undefined for any other name. */
export const gitPart = (name: string): string | undefined => (isGitPart(name) ? folded(name) : undefined);

/** Detects a repository without a working folder: its settings apply to anyone who runs git in it. */
export function isBare(names: readonly string[]): boolean {
  const has = (part: string): boolean => names.some((name) => folded(name) === part);
  // The rest may be where `commondir` leads.
  return has('head') && (has('commondir') || (has('objects') && has('refs')));
}
