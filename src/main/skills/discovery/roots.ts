import path from 'node:path';
import type { SkillRoot } from '../types.ts';

/** Folders in which clients of Agent Skills keep them, below a project or the user's home. */
const SHARED_FOLDERS = [
  ['.agents', 'skills'],
  ['.claude', 'skills'],
] as const;

export interface RootOptions {
  /** The data folder. */
  readonly home: string;
  readonly environment: string;
  readonly projectDir: string;
  /** Default: yes. Else its skills come last, so that none of them takes the place of another. */
  readonly projectTrusted?: boolean | undefined;
  /** The person's home folder. */
  readonly userHome: string;
  readonly bundledDir: string;
  /** Values of `--skills`; `none` among them drops the default roots. */
  readonly optionRoots?: readonly string[] | undefined;
}

/** Roots that a project brings, in order of precedence. */
export const projectRoots = (dir: string): readonly SkillRoot[] => [
  { dir: path.join(dir, '.skilldeck', 'skills'), source: 'project' },
  ...SHARED_FOLDERS.map((parts): SkillRoot => ({ dir: path.join(dir, ...parts), source: 'project' })),
];

/** All roots in order of precedence (CONTRACT §6), each folder once, whether it is there or not. */
export function resolveRoots(options: RootOptions): readonly SkillRoot[] {
  const { home, environment, projectDir, projectTrusted = true, userHome, bundledDir, optionRoots = [] } = options;
  const fromOptions: SkillRoot[] = optionRoots
    .filter((dir) => dir !== 'none')
    .map((dir) => ({ dir: path.resolve(dir), source: 'option' }));
  const project = projectRoots(projectDir);
  const standing: SkillRoot[] = [
    ...(projectTrusted ? project : []),
    { dir: path.join(home, 'environments', environment, 'skills'), source: 'environment' },
    { dir: path.join(home, 'skills'), source: 'user' },
    ...SHARED_FOLDERS.map((parts): SkillRoot => ({ dir: path.join(userHome, ...parts), source: 'user' })),
    { dir: bundledDir, source: 'bundled' },
    ...(projectTrusted ? [] : project),
  ];
  const all = optionRoots.includes('none') ? fromOptions : [...fromOptions, ...standing];
  const seen = new Set<string>();
  return all
    .map((root) => ({ ...root, dir: path.resolve(root.dir) }))
    .filter((root) => !seen.has(root.dir) && seen.add(root.dir));
}
