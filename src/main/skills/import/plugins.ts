/** Plugins that a marketplace says are in its own source, as far as an import looks at them. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../../shared/defined.ts';
import { reasoned } from '../../../shared/messages/failure.ts';
import { attempt, readSmallFile } from '../../lib/files.ts';
import { PLUGIN_FOLDER } from './installed.ts';
import { checkedPath, escaped } from './names.ts';
import type { OpenedSource } from './open-source.ts';

export const MARKETPLACE = `${PLUGIN_FOLDER}/marketplace.json`;

export const pluginPaths = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (Array.isArray(given) ? given : [given]));
export const marketplaceSchema = z.object({
  metadata: z.object({ pluginRoot: z.string().optional() }).optional(),
  plugins: z.array(z.unknown()),
});
const hereSchema = z.object({ name: z.string(), source: z.string(), skills: pluginPaths.default([]) });

/** Undefined where it leads out. */
export function within(base: string, below: string): string | undefined {
  const joined = path.posix.normalize(path.posix.join(base, below)).replace(/\/+$/, '').replace(/^\.\//, '');
  if (joined === '..' || joined.startsWith('../') || path.posix.isAbsolute(below)) return undefined;
  return joined === '.' ? '' : joined;
}

/** Reads files of a staged source. `wrapper` is the folder that an archive wraps around everything, with `/` at its end. */
export function readSource({ origin, path: below }: OpenedSource, top: string) {
  const from = origin.kind === 'folder' ? path.join(origin.address, below) : top;
  /** Undefined where there is no such file, or none that can be read. */
  const read = (file: string): string | undefined =>
    attempt(() => {
      const plain = checkedPath(file);
      return plain === '' ? undefined : readSmallFile(path.join(from, plain));
    });
  const [only, ...more] = readdirSync(from);
  const wraps = origin.kind === 'archive' && only !== undefined && more.length === 0;
  const wrapper = wraps && read(`${only}/${MARKETPLACE}`) !== undefined ? `${only}/` : '';
  return { from: path.join(from, wrapper), wrapper, read: (file: string) => read(`${wrapper}${file}`) };
}

/** Plugins without their folder, or without one that they name for skills. Call it before `readStage`, which renames. */
export function missingPlugins(
  opened: OpenedSource,
  top: string,
): readonly ({ name: string; dir: string } & ReturnType<typeof reasoned>)[] {
  const { from, read } = readSource(opened, top);
  const { has = (dir) => existsSync(path.join(from, dir)) } = opened;
  const { metadata, plugins } = marketplaceSchema.safeParse(parsedJson(read(MARKETPLACE) ?? '')).data ?? {
    plugins: [],
  };
  return plugins.flatMap((given) => {
    const { name, source, skills } = hereSchema.safeParse(given).data ?? {};
    const dir = source === undefined ? undefined : within(metadata?.pluginRoot ?? '', source);
    if (name === undefined || dir === undefined) return [];
    const gone = [dir, ...(skills ?? []).map((one) => within(dir, one))].find((one) => one !== undefined && !has(one));
    if (gone === undefined) return [];
    return [{ name, dir: gone, ...reasoned('plugin-gone', { name: escaped(name), folder: escaped(gone) }) }];
  });
}
