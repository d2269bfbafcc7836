import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { showInFolder } from './serve.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-show-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it.runIf(process.platform === 'linux')(
  'shows the folder where there is a display and a program, else says no',
  async () => {
    const told = path.join(dir, 'told');
    writeFileSync(path.join(dir, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${told}\n`);
    chmodSync(path.join(dir, 'xdg-open'), 0o755);
    const PATH = `${dir}:/usr/bin:/bin`;
    expect(await showInFolder('/some/skill/SKILL.md', { PATH })).toBe(false);
    expect(await showInFolder('/some/skill/SKILL.md', { PATH: '/nowhere', DISPLAY: ':0' })).toBe(false);
    expect(await showInFolder('/some/skill/SKILL.md', { PATH, DISPLAY: ':0' })).toBe(true);
    await vi.waitFor(() => expect(readFileSync(told, 'utf8')).toBe('/some/skill'));
  },
);
