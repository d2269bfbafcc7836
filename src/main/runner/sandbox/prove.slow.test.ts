import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { proveKind, proveKinds } from './prove.ts';
import { TEST_CONTAINER } from './test-kit/implementations.ts';

vi.setConfig({ testTimeout: 120_000 });
afterEach(() => vi.unstubAllEnvs());

it('proves every available kind, and explains each unavailable one', async () => {
  const proofs = await proveKinds(TEST_CONTAINER);
  expect(proofs.map(({ kind }) => kind).at(-1)).toBe('embedded-python');
  expect(proofs.filter(({ available }) => available).flatMap(({ leaks }) => leaks)).toEqual([]);
  expect(proofs.filter(({ available, reason }) => available !== (reason === ''))).toEqual([]);
});

it.skipIf(process.platform !== 'linux')('detects a sandbox that starts but holds nothing back', async () => {
  const home = tempFolder();
  // Replaces bubblewrap on PATH, and only starts the command after its arguments.
  writeFileSync(path.join(home, 'bwrap'), '#!/bin/sh\n[ "$1" = --args ] && shift 3\nexec "$@"\n');
  chmodSync(path.join(home, 'bwrap'), 0o755);
  vi.stubEnv('PATH', `${home}:${process.env.PATH}`);
  const { available, leaks } = await proveKind('bubblewrap');
  expect(available).toBe(true);
  for (const could of ['read a file outside', 'write a file outside', 'use the network']) {
    expect(leaks).toContain(`a script could ${could}`);
  }
});
