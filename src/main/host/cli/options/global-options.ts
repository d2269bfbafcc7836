/** The options that every command takes. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import type { AppOptions } from '../../../api/app-handle.ts';
import { UsageError } from '../exit-status.ts';
import { type FlagsOf, type Options, repeatable } from './option-types.ts';

export const GLOBAL_OPTIONS = {
  '--home <DIR>': ({ help }) => help.home,
  '--env <NAME>': ({ help }) => help.env,
  '--skills <DIR>': repeatable(({ help }) => help.skillsDir),
  '--json': ({ help }) => help.json,
} as const satisfies Options;
export type GlobalOptions = FlagsOf<typeof GLOBAL_OPTIONS>;

export function appOptions(options: GlobalOptions, words: CliWords): Omit<AppOptions, 'host' | 'access'> {
  return { home: options.home, environment: options.env, skillRoots: skillRoots(options, words) };
}

/** Absolute. @throws UsageError where a folder of `--skills` is not there: a run without it would be another run. */
export function skillRoots({ skills }: GlobalOptions, { usage }: CliWords): string[] | undefined {
  return skills?.map((given) => {
    if (given === 'none') return given;
    const folder = path.resolve(given);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(usage.noSuchFolder(folder));
    return folder;
  });
}
