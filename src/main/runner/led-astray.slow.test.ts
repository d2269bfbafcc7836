/**
 * Attacks of a script on the app by names alone: links in place of folders, before the app checks, between its check
 * and its use, and during a run. Nothing outside the workspace may change or be read.
 */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { terminalText } from '../core/terminal-text.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { collectOutputs } from './collect-outputs.ts';
import type { RunRequest } from './run-request.ts';
import { createRunner, type Runner } from './runner.ts';
import { type Swapper, startSwapper } from './test-kit/swapper.ts';
import { createArtifactStore } from './workspace/artifacts.ts';
import { createAttachments } from './workspace/attachments.ts';
import { cleanWorkspace, copyWorkspace, walkFiles } from './workspace/copy-workspace.ts';
import { openInside } from './workspace/open-inside.ts';
import { removeTree } from './workspace/remove-tree.ts';
import { ensureWorkspace, type Workspace } from './workspace/workspace.ts';
import { listWorkspaceFiles, readWorkspaceFile } from './workspace/workspace-files.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const TRIES = 200;
const SECRET = 'outside, and nobody else\u2019s';
const home = tempFolder();
/** Not in the data folder: anything of the person's. */
const elsewhere = path.join(home, 'elsewhere');
const artifacts = createArtifactStore(home);
const attachments = createAttachments(home);
let runner: Runner;
let workspace: Workspace;
let session = '';
let sessions = 0;
let swapper: Swapper | undefined;

beforeAll(async () => {
  runner = createRunner({ home });
});
beforeEach(async () => {
  sessions += 1;
  session = `s${sessions}`;
  workspace = await ensureWorkspace(home, session);
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(path.join(elsewhere, 'inner'), { recursive: true });
  for (const name of ['private.txt', 'card.json', 'terminal.log', 'inner/private.txt'])
    writeFileSync(path.join(elsewhere, name), JSON.stringify({ kind: 'secret', text: SECRET }));
});
afterEach(async () => {
  await swapper?.stop();
  swapper = undefined;
});

const outside = (): string[] => readdirSync(elsewhere, { recursive: true, encoding: 'utf8' }).sort();
const UNTOUCHED = ['card.json', 'inner', 'inner/private.txt', 'private.txt', 'terminal.log'];
const unharmed = (): void => {
  expect(outside()).toEqual(UNTOUCHED);
  expect(readFileSync(path.join(elsewhere, 'private.txt'), 'utf8')).toContain(SECRET);
};

let calls = 0;
const run = (command: string, more: Partial<RunRequest> = {}) => {
  calls += 1;
  return runner.run({
    sessionId: session,
    callId: `call_${calls}`,
    command,
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    ...more,
  });
};
const FLOOD = 'i=0; while [ $i -lt 3000 ]; do echo "written by the script itself $i"; i=$((i+1)); done';

it('writes and reads nothing when a run replaces RUN_DIR with a link', async () => {
  const swap = `mv "$RUN_DIR" "$RUN_DIR.old" && ln -s ${elsewhere} "$RUN_DIR"`;
  const result = await run(`${swap}; ${FLOOD}`, { separateStderr: true });
  expect(result.truncated).toBe(true);
  expect(result.card).toBe(undefined);
  const callId = `call_${calls}`;
  expect(await runner.readTerminal(session, callId)).toContain('written by the script itself 2999');
  expect(JSON.stringify(await runner.readRecording(session, callId))).not.toContain(SECRET);
  expect(terminalText(home)(session, callId)).not.toContain(SECRET);
  // The next run of the same call id makes its own folder, and takes the link away without what it leads to.
  const again = await run(`echo '{"kind":"mine"}' > "$RUN_DIR/card.json"`, { callId, given: { 'a.json': '{}' } });
  expect(again.card).toEqual({ kind: 'mine' });
  unharmed();
});

it('reads a card in the folder made for the run, wherever it was moved', async () => {
  const moved = `echo '{"kind":"mine"}' > "$RUN_DIR/card.json"; mv "$RUN_DIR" "$RUN_DIR.old"; ln -s ${elsewhere} "$RUN_DIR"`;
  expect((await run(moved)).card).toEqual({ kind: 'mine' });
  expect((await run(`ln -s ${elsewhere}/card.json "$RUN_DIR/card.json"`)).card).toBe(undefined);
  expect((await run('mkfifo "$RUN_DIR/card.json"')).notes.join()).toContain('no regular file');
  unharmed();
});

it('takes nothing in RUN_DIR for the record of a run, through a link or not', async () => {
  mkdirSync(path.join(workspace.runs, 'old'));
  writeFileSync(path.join(workspace.runs, 'old/terminal.log'), 'forged');
  symlinkSync(elsewhere, path.join(workspace.runs, 'led'));
  for (const callId of ['old', 'led']) {
    expect(await runner.readTerminal(session, callId)).toBe('');
    expect((await runner.readRecording(session, callId)).events).toEqual([]);
    expect(terminalText(home)(session, callId)).toBe('');
  }
});

it('puts a run’s inputs in its own folder, even if a link waited there', async () => {
  for (let count = 0; count < 5; count += 1) {
    const callId = `given_${count}`;
    symlinkSync(elsewhere, path.join(workspace.runs, callId));
    const result = await run('cat "$RUN_DIR/arguments.json"', { callId, given: { 'arguments.json': 'given' } });
    expect(result.output).toBe('given');
  }
  symlinkSync(elsewhere, path.join(workspace.runs, 'preview'));
  const preview = run('true', { callId: 'preview', given: { 'arguments.json': 'given' }, preview: true });
  await expect(preview).rejects.toThrow();
  unharmed();
});

const attach = (name: string) =>
  attachments.take({ sessionId: session, name, upload: name, offset: 0, bytes: Buffer.from('mine'), last: true });

it('puts an attachment only in inputs/, with or without a link', async () => {
  rmSync(path.join(workspace.work, 'inputs'), { recursive: true });
  symlinkSync(elsewhere, path.join(workspace.work, 'inputs'));
  const kept = await attach('evil.txt');
  expect(kept?.path).toBe('inputs/evil.txt');
  expect(lstatSync(path.join(workspace.work, 'inputs')).isDirectory()).toBe(true);
  // The name reveals nothing about files elsewhere: it was free here.
  expect((await attach('private.txt'))?.path).toBe('inputs/private.txt');
  rmSync(path.join(workspace.work, 'inputs/evil.txt'));
  symlinkSync(path.join(elsewhere, 'private.txt'), path.join(workspace.work, 'inputs/evil.txt'));
  await expect(attachments.find(session, { name: 'evil.txt', path: 'inputs/evil.txt' })).rejects.toMatchObject({
    code: 'file-not-found',
  });
  unharmed();
});

/** Each against a folder that another process replaces by a link all the time. */
const raced = async (folder: string, step: (count: number) => Promise<unknown>): Promise<void> => {
  swapper = await startSwapper(folder, elsewhere);
  for (let count = 0; count < TRIES; count += 1) await step(count).catch(() => {});
  await swapper.stop();
  swapper = undefined;
  expect(outside()).toEqual(UNTOUCHED);
};

it('keeps attachments inside the workspace during a race', async () => {
  await raced(path.join(workspace.work, 'inputs'), (count) => attach(`f${count}.txt`));
});

it('keeps reading, listing, walking and artifacts inside during a race', async () => {
  const inner = path.join(workspace.out, 'inner');
  mkdirSync(inner);
  writeFileSync(path.join(inner, 'own.txt'), 'own');
  const seen: string[] = [];
  await raced(inner, async () => {
    const opened = await openInside(workspace.root, 'out/inner/private.txt');
    if (opened !== undefined) {
      seen.push(await opened.handle.readFile('utf8'));
      await opened.handle.close();
    }
    seen.push(...(await walkFiles(workspace.out)).names);
    seen.push(...(await listWorkspaceFiles(workspace.root)).files.map((file) => file.path));
    seen.push(JSON.stringify((await readWorkspaceFile(workspace.root, 'out/inner/private.txt', 1000)) ?? ''));
    const { files } = await artifacts.collect(workspace.out, []);
    for (const { sha256 } of files) seen.push(String(await artifacts.read(sha256 ?? '')));
    const { root, skills, work, out, runs } = workspace;
    const folders = { workspace: root, skills, work, out, run: runs };
    const spec = { globs: ['out/inner/*'], inline: true, save: true, prefix: 'declared/' };
    const { files: declared, saved } = await collectOutputs(spec, { folders, artifacts, known: [], failed: false });
    seen.push(...declared.map(({ content }) => content ?? ''));
    for (const { sha256 } of saved) seen.push(String(await artifacts.read(sha256)));
    const kept = await artifacts.saveTextFile('kept.txt', path.join(inner, 'private.txt'), []);
    if (kept !== undefined) seen.push(String(await artifacts.read(kept.sha256)));
  });
  expect(seen.filter((text) => text.includes('private') || text.includes(SECRET))).toEqual([]);
  expect(seen).toContain('own');
});

it('copies nothing from elsewhere into a branch during a race', async () => {
  const inner = path.join(workspace.work, 'inner');
  mkdirSync(inner);
  writeFileSync(path.join(inner, 'own.txt'), 'own');
  const copied: string[] = [];
  await raced(inner, async (count) => {
    const to = `${session}-${count}`;
    await copyWorkspace({ home, from: session, to, events: [], readArtifact: async () => undefined });
    copied.push(...readdirSync(path.join(home, 'workspaces', to), { recursive: true, encoding: 'utf8' }));
    await removeTree(path.join(home, 'workspaces', to));
  });
  expect(copied.filter((name) => name.includes('private'))).toEqual([]);
  // The folder is copied under the name that it has at that moment.
  expect(copied.some((name) => /^work\/inner(\.aside)?\/own\.txt$/.test(name))).toBe(true);
});

it('removes nothing from elsewhere during a race', async () => {
  const inner = path.join(workspace.runs, 'call', 'inner');
  swapper = await startSwapper(inner, elsewhere);
  for (let count = 0; count < TRIES; count += 1) {
    mkdirSync(path.join(workspace.runs, 'call'), { recursive: true });
    await removeTree(path.join(workspace.runs, 'call')).catch(() => {});
  }
  unharmed();
  await swapper.stop();
  swapper = undefined;
  symlinkSync(elsewhere, path.join(workspace.work, 'link'));
  await cleanWorkspace(home, session, { files: 1, bytes: 1 }, new Date());
  expect(existsSync(workspace.root)).toBe(false);
  unharmed();
});

it('refuses a workspace whose folder has become a link, and changes nothing there', async () => {
  for (const name of ['work', 'out', 'runs', 'skills', '.records']) {
    const folder = path.join(workspace.root, name);
    renameSync(folder, `${folder}.aside`);
    symlinkSync(elsewhere, folder);
    await expect(ensureWorkspace(home, session), name).rejects.toMatchObject({ code: 'home-unusable' });
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
  }
  await ensureWorkspace(home, session);
  unharmed();
});
