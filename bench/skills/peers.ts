/** Installs a peer into its own folder of the cache, the first time it is asked for. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Peer, peerDir } from './loaders.ts';

/** Milliseconds; the largest peer brings 450 packages. */
const INSTALL_MS = 5 * 60_000;

/** The reason why it cannot be measured, or undefined. */
export function installPeer({ id, packages, entry }: Peer): string | undefined {
  const dir = peerDir(id);
  if (existsSync(path.join(dir, 'node_modules', entry))) return undefined;
  console.error(`Installing ${id} into ${path.relative(process.cwd(), dir)} …`);
  mkdirSync(dir, { recursive: true });
  const flags = ['--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', ['install', ...packages, ...flags], {
    cwd: dir,
    encoding: 'utf8',
    timeout: INSTALL_MS,
    shell: process.platform === 'win32',
  });
  if (error !== undefined) return error.message;
  if (status !== 0) return stderr.trim().split('\n').slice(0, 2).join(' ');
  return existsSync(path.join(dir, 'node_modules', entry)) ? undefined : `it has no ${entry} any more`;
}
