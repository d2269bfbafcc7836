/** A key that a model, a script or a file says is stored nowhere and shown nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StreamItem } from '../../shared/contract.ts';
import { modelOfTest } from '../models/test-kit/model-of-test.ts';
import { call, say } from '../models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree } from '../skills/test-kit/skill-tree.ts';
import { openApp } from './test-kit/open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const KEY = 'sk-echo-4f9a1c77e2b0';

let home: SkillTree;
beforeEach(() => {
  home = makeSkillTree();
});

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

it('masks a key in answers, split deltas, arguments, results and script output', async () => {
  const pieces = ['Your key is s', 'k-echo-4f9', 'a1c77e2b0. Re', 'member it.'];
  const model = await modelOfTest([
    // Printed in two halves, so that no argument holds it.
    call('run_command', { command: 'printf "sk-echo-"; printf "4f9a1c77e2b0\\n"' }),
    call('write_file', { path: 'work/note.txt', content: `first\n${KEY}` }),
    say(pieces),
  ]);
  const { client, close } = await openApp({
    home: home.dir,
    host: 'browser',
    skillRoots: ['none'],
    model: { baseUrl: model.url, model: 'scripted-model' },
    sessionDefaults: { approve: 'auto' },
  });
  await client.settings.set({ apiKey: KEY });
  const { sessionId } = await client.sessions.create({});
  const stream = (await client.sessions.stream({ sessionId, afterSeq: 0 }))[Symbol.asyncIterator]();
  await client.chat.send({ sessionId, text: `My key is ${KEY}, go` });
  const items: StreamItem[] = [];
  while (!JSON.stringify(items.at(-1) ?? '').includes('"run-finished"')) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error('The stream ended before the run');
    items.push(value);
  }
  const deltas = items.flatMap((item) =>
    item.kind === 'delta' && item.delta.type === 'text-delta' ? [item.delta.text] : [],
  );
  const events = await client.sessions.events({ sessionId });
  const terminals = JSON.stringify(items.filter((item) => item.kind === 'delta'));
  const { text } = await client.review.export({ sessionId, format: 'html' });
  await close();

  expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  const hidden = '*'.repeat(KEY.length);
  expect(JSON.stringify(events)).toContain(`Your key is ${hidden}. Remember it.`);
  expect(deltas.join('')).toContain(`Your key is ${hidden}. Remember it.`);
  expect(readFileSync(path.join(home.dir, 'workspaces', sessionId, 'work', 'note.txt'), 'utf8')).toBe(
    `first\n${hidden}`,
  );
  for (const shown of [JSON.stringify(events), JSON.stringify(items), terminals, text]) {
    expect(shown).not.toContain(KEY);
  }
  const holding = filesBelow(home.dir).filter((file) => readFileSync(file).includes(KEY));
  expect(holding).toEqual([path.join(home.dir, 'key')]);
});
