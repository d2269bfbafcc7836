import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeHome, type TestHome } from './test-kit/home.ts';

let home: TestHome;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** A file system of the process's own, where this machine lets us make one. */
const UNSHARE = ['--user', '--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

it.runIf(canMount)(
  'opens on a disk that is full to the last byte, reads, deletes, cleans up, and writes again once there is room',
  () => {
    const disk = path.join(home.dir, 'disk');
    mkdirSync(disk);
    const main = path.join(import.meta.dirname, 'test-kit', 'full-disk-main.ts');
    const script = 'mount -t tmpfs -o size=32m tmpfs "$1" && exec "$2" --no-warnings "$3" "$1"';
    const words = [...UNSHARE, 'sh', '-c', script, 'sh', disk, process.execPath, main];
    const told = execFileSync('unshare', words, { encoding: 'utf8' });
    expect(JSON.parse(told)).toEqual({
      told: ['The disk is full'],
      read: 2,
      whileFull: 'home-unusable',
      deleted: 'ok',
      fullAgain: 'home-unusable',
      cleaned: 'ok',
      withRoom: 'ok',
      again: 'home-unusable',
      onceMore: 'ok',
      left: 0,
      events: 5,
    });
  },
);
