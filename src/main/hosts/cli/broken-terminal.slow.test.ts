/** A build whose native terminal part does not load: of another processor, without its file, or missing altogether. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, say } from '../../models/test-kit/scripted-model.ts';
import { lines, start } from './test-kit/skilldeck.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const MODULES = path.join(ROOT, 'node_modules');
const NATIVE = `@lydell/node-pty-${process.platform}-${process.arch}`;

/** Each breaks what the one before left. */
const BREAKS: Readonly<Record<string, (modules: string) => void>> = {
  'of another processor': (modules) => writeFileSync(path.join(modules, NATIVE, 'pty.node'), 'no program'),
  'without its native file': (modules) => rmSync(path.join(modules, NATIVE, 'pty.node')),
  'without its native package': (modules) => rmSync(path.join(modules, '@lydell'), { recursive: true }),
  'not there': (modules) => rmSync(path.join(modules, 'node-pty'), { recursive: true }),
};

/** The program, installed in a separate folder. */
function installed() {
  const folder = tempFolder();
  const app = path.join(folder, 'app');
  const modules = path.join(app, 'node_modules');
  mkdirSync(path.join(modules, '@lydell'), { recursive: true });
  const isMap = (file: string) => file.endsWith('.map');
  for (const part of ['package.json', 'bin', 'out/main', 'skills', 'schemas'])
    cpSync(path.join(ROOT, part), path.join(app, part), { recursive: true, filter: (file) => !isMap(file) });
  for (const name of ['better-sqlite3', 'pyodide']) symlinkSync(path.join(MODULES, name), path.join(modules, name));
  for (const name of ['node-pty', NATIVE])
    cpSync(path.join(MODULES, name), path.join(modules, name), { recursive: true });
  const home = path.join(folder, 'home');
  const skilldeck = (args: readonly string[], env: Record<string, string> = {}) =>
    start([path.join(app, 'bin/skilldeck.cjs'), ...args, '--home', home], { program: process.execPath, env }).ended;
  return { modules, skilldeck };
}

const SYSTEM = `${process.platform}-${process.arch}`;

it('says so in doctor and where a script would start', async () => {
  const { modules, skilldeck } = installed();
  for (const [name, breaks] of Object.entries(BREAKS)) {
    breaks(modules);
    const { status, out } = await skilldeck(['doctor', '--json']);
    expect(status, name).toBe(0);
    const { checks } = JSON.parse(out) as { checks: { id: string }[] };
    expect(
      checks.filter(({ id }) => id === 'terminal' || id === 'sandbox'),
      name,
    ).toEqual([
      expect.objectContaining({
        ok: false,
        code: 'terminal-unusable',
        found: expect.stringContaining(`the terminal part for ${SYSTEM} (node-pty) can't be loaded (`),
        remedy: expect.stringContaining('Install Skilldeck again'),
      }),
      expect.objectContaining({ ok: false, found: expect.stringContaining('not tried') }),
    ]);
  }
  const chinese = await skilldeck(['doctor'], { LC_ALL: 'zh_CN.UTF-8' });
  expect(chinese.out.replaceAll(/\s/g, '')).toContain('终端组件（node-pty）无法加载');

  const model = await modelOfTest([call('run_command', { command: 'echo hi' }), say('It did not run.')]);
  const endpoint = ['--base-url', model.url, '--model', 'm', '--skills', 'none', '--approve', 'auto'];
  const ran = await skilldeck(['run', '--json', ...endpoint, 'go']);
  expect(ran.status).toBe(0);
  const finished = lines(ran.out).find(({ type }) => type === 'tool-finished');
  expect(finished).toMatchObject({
    ok: false,
    content: expect.stringContaining('No script can start'),
    refusal: { code: 'terminal-unusable', figures: { system: SYSTEM } },
  });
});
