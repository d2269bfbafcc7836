/** The library by commands: filters, costs, comparison, redaction with a look before, transcripts of others. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { lines } from '../../../main/hosts/cli/test-kit/skilldeck.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, say } from '../../../main/models/test-kit/scripted-model.ts';

let folder: string;
let home: string;
let model: ScriptedModel;
beforeEach(async () => {
  folder = tempFolder();
  home = path.join(folder, 'home');
  model = await modelOfTest([call('list_dir', { path: '.' }), say('Write to li@example.com about Falcon.')]);
});

const at = (...args: string[]) => skilldeck(['sessions', ...args, '--home', home]);
const json = async (...args: string[]) => JSON.parse((await at(...args, '--json')).out) as Record<string, unknown>;

it('finds, prices and compares sessions', async () => {
  const options = ['--home', home, '--base-url', model.url, '--model', 'scripted-model', '--json'];
  const ran = await skilldeck(['run', ...options, 'What is here?']);
  const id = String(lines(ran.out)[0]?.session);
  expect(await json('list', '--words', 'Falcon')).toMatchObject({ sessions: [{ id, hits: 1 }] });
  const counted = { requests: 2, cachedPromptTokens: null, source: 'own' };
  expect(await json('costs', id)).toMatchObject({
    ...counted,
    total: { requests: 2 },
    tools: [{ name: 'list_dir', times: 1 }],
  });
  const again = String(lines((await skilldeck(['run', ...options, 'What is here?'])).out)[0]?.session);
  expect(await json('compare', id, again)).toMatchObject({
    turns: [{ cells: [{ differs: [] }, { differs: expect.arrayContaining(['answer', 'context']) }] }],
  });
  expect((await at('compare', id, again)).out).toContain('answer, context');
  const wrong = await at('list', '--outcome', 'lost');
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('--outcome takes completed, stopped')]);

  const preview = (await json('export', id, '--preview', '--pattern', '/fal\\w+/')) as {
    finds: { id: string; kind: string }[];
  };
  const kinds = preview.finds.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['email', 'own']));
  const keep = preview.finds.find(({ kind }) => kind === 'email')?.id ?? '';
  const file = path.join(folder, 'session.html');
  await at('export', id, '--format', 'html', '--redact', '--pattern', '/fal\\w+/', '--keep', keep, '--output', file);
  expect(readFileSync(file, 'utf8')).toContain('Write to li@example.com about [redacted:own].');
});

it('imports the transcript of another program, and reports where one is broken', async () => {
  const file = path.join(folder, 'other chat.json');
  writeFileSync(
    file,
    JSON.stringify([
      { role: 'user', content: '订机票' },
      { role: 'assistant', content: 'Where to?' },
    ]),
  );
  const done = await at('import', file);
  expect([done.status, done.err]).toEqual([0, expect.stringContaining('not made by Skilldeck (openai, 2 messages)')]);
  const session = done.out.trim();
  expect((await at('show', session)).out).toContain('Where to?');
  const verified = await at('verify', session);
  expect([verified.status, verified.out]).toEqual([0, expect.stringContaining('no requests to verify')]);
  writeFileSync(file, '[{"role":"user","content":"x"},\n{"role":]');
  const broken = await at('import', file);
  expect([broken.status, broken.err]).toEqual([1, expect.stringContaining('line 2, column')]);
});
