import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createRunner } from './runner.ts';

it.skipIf(process.platform === 'win32')(
  'starts no interpreter with a key of the host to find out what there is',
  async () => {
    const bin = tempFolder();
    for (const name of ['uv', 'python3', 'python', 'node']) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n/usr/bin/env > ${bin}/${name}.env\n`);
      chmodSync(path.join(bin, name), 0o755);
    }
    const environment = {
      PATH: bin,
      HOME: '/nowhere',
      LAB_KEY: 'sk-lab',
      OPENAI_API_KEY: 'sk-open',
      NODE_OPTIONS: '--x',
    };
    const { found } = await createRunner({ home: tempFolder(), environment }).interpreters();
    expect(found.python3).toBe(path.join(bin, 'python3'));
    for (const name of ['uv', 'python3', 'python', 'node']) {
      expect(existsSync(`${bin}/${name}.env`)).toBe(true);
      expect(readFileSync(`${bin}/${name}.env`, 'utf8')).not.toMatch(/sk-lab|sk-open|NODE_OPTIONS/);
      expect(readFileSync(`${bin}/${name}.env`, 'utf8')).toContain('HOME=/nowhere');
    }
  },
);
