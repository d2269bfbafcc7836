import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { appRoot } from '../lib/app-files.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';

const program = promisify(execFile);

/** Without input: `run` would wait for the end of it. */
function run(cwd: string, ...args: readonly string[]) {
  const running = program(process.execPath, args, { cwd });
  running.child.stdin?.end();
  return running;
}

/** The sources without tests, beside what they read at run time. */
function copyOfSources(): string {
  const folder = tempFolder();
  const isTest = (file: string) => /\.test\.tsx?$|[/\\]test-kit$/.test(file);
  cpSync(path.join(appRoot(), 'src'), path.join(folder, 'src'), { recursive: true, filter: (file) => !isTest(file) });
  cpSync(path.join(appRoot(), 'package.json'), path.join(folder, 'package.json'));
  for (const name of ['node_modules', 'skills']) symlinkSync(path.join(appRoot(), name), path.join(folder, name));
  return folder;
}

const listsIn = (folder: string) =>
  readdirSync(path.join(folder, 'src'))
    .filter((name) => /^features-.*\.ts$/.test(name))
    .map((name) => path.join(folder, 'src', name));

const ONE_MESSAGE = `
  import { createCore } from './src/main/core/create-core.ts';
  import { openData } from './src/main/core/model-source.ts';
  import { createDisposables } from './src/main/lib/timing.ts';

  const disposables = createDisposables();
  const core = createCore(openData({ host: 'cli', access: 'write', home: process.argv[2] }, disposables));
  await core.start();
  const session = core.sessions.create({});
  const ended = new Promise((resolve, reject) => {
    const events = (all) => all.some(({ type }) => type === 'run-finished') && resolve();
    session.listen(0, { events, delta() {}, failed: reject });
  });
  await core.sessions.send(session.id, 'hello');
  await ended;
  const { runState, messages } = session.state;
  console.log(JSON.stringify({ runState, said: messages.map(({ role }) => role) }));
  await disposables.dispose();
`;

it('answers a message with every list of features emptied', async () => {
  const folder = copyOfSources();
  rmSync(path.join(folder, 'src', 'features'), { recursive: true });
  for (const list of listsIn(folder)) writeFileSync(list, 'export {};\n');
  writeFileSync(path.join(folder, 'one-message.ts'), ONE_MESSAGE);
  const { stdout } = await run(folder, 'one-message.ts', path.join(folder, 'home'));
  expect(JSON.parse(stdout)).toEqual({ runState: 'completed', said: ['user', 'assistant'] });
}, 240_000);

it('runs without a feature whose folder and lines are deleted', async () => {
  const folder = copyOfSources();
  rmSync(path.join(folder, 'src', 'features', 'telemetry'), { recursive: true });
  for (const list of listsIn(folder)) {
    const lines = readFileSync(list, 'utf8').split('\n');
    writeFileSync(list, lines.filter((line) => !line.includes('telemetry')).join('\n'));
  }
  const { stdout } = await run(folder, 'src/main/cli.ts', 'run', '--home', path.join(folder, 'home'), 'hello');
  expect(stdout.trim()).not.toBe('');
}, 240_000);
