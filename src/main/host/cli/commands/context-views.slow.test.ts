/** What the model sees, asked of the built program: manifest, requests, differences, what-if, placements. Nothing is written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type {
  Manifest,
  PlacementComparison,
  RequestDiff,
  SentRequestView,
  WhatIfResult,
} from '../../../../shared/context-views.ts';
import { call, type ScriptedModel, say, startScriptedModel } from '../../../model/test-kit/scripted-model.ts';
import { lines, skilldeck } from '../test-kit/skilldeck.ts';

let home: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-context-'));
});
afterEach(async () => {
  await model?.close();
  rmSync(home, { recursive: true, force: true });
});

const json = async <T>(...args: string[]): Promise<T> => {
  const { out, err, status } = await skilldeck([...args, '--home', home, '--json']);
  expect([err, status]).toEqual(['', 0]);
  return JSON.parse(out) as T;
};

it('one session, looked at from every side', async () => {
  model = await startScriptedModel([
    call('load_skill', { name: 'book-flight' }),
    say('Where to?'),
    say('In another session.'),
  ]);
  const options = ['--base-url', model.url, '--model', 'gpt-4o', '--home', home, '--json'];
  const first = lines((await skilldeck(['run', ...options, 'Fly me'])).out);
  const other = lines((await skilldeck(['run', ...options, 'Sail me'])).out);
  const [id, second] = [String(first[0]?.session), String(other[0]?.session)];
  const [one, two] = first.filter(({ type }) => type === 'request-sent').map(({ seq }) => Number(seq));
  const loaded = Number(first.find(({ type }) => type === 'skill-loaded')?.seq);
  const posted = model.requests.map(({ body }) => body);
  const database = () => readFileSync(path.join(home, 'skilldeck.db'));
  const before = database();

  const { requests } = await json<{ requests: SentRequestView[] }>('context', id, '--requests');
  expect(requests.map(({ seq, answered, prefix }) => [seq, answered, prefix?.broke?.seq])).toEqual([
    ...[
      [one, true, undefined],
      [two, true, loaded],
    ],
  ]);
  const manifest = await json<Manifest>('context', id, '--at', String(two), '--manifest');
  expect(manifest.parts.find((part) => part.id === 'skill:book-flight')).toMatchObject({
    since: loaded,
    place: 'system',
  });
  const part = await skilldeck(['context', id, '--home', home, '--at', String(two), '--part', 'skill:book-flight']);
  expect(String(posted[1]?.messages[0]?.content)).toContain(part.out);

  const diff = await json<RequestDiff>('context', id, '--at', String(one), '--diff', String(two));
  expect(diff.changes.map(({ id: name, change, cause }) => [name, change, cause?.seq]).slice(0, 3)).toEqual([
    ...[
      ['catalog', 'changed', loaded],
      ['heading:Loaded Skill Instructions', 'added', loaded],
    ],
    ['skill:book-flight', 'added', loaded],
  ]);
  const across = await json<RequestDiff>('context', id, '--at', String(one), '--diff', `${second}:next`);
  expect(across.changes.map(({ id: name }) => name)).toContain('workspace');
  expect(across.changes.every(({ cause }) => cause?.sessionId === second)).toBe(true);

  const steps = ['load=book-flight', 'reference=book-flight/reference.md', 'dialect=trpc', 'unload=nothing', 'compact'];
  const whatIf = await json<WhatIfResult>(
    ...['context', id, '--at', String(one)],
    ...steps.flatMap((step) => ['--what-if', step]),
  );
  expect(whatIf.before.sha256).toBe(first.find(({ seq }) => seq === one)?.sha256);
  expect(whatIf.steps.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
  expect(JSON.parse(whatIf.after.json).messages[0].content).toContain('[Doc] book-flight - reference.md');
  const { placements } = await json<PlacementComparison>('context', id, '--placements');
  expect(placements.map(({ placement, requests: sent }) => [placement, sent])).toEqual([
    ...[
      ['system', 2],
      ['tool-result', 2],
    ],
  ]);
  // Nobody was asked, nothing was written.
  expect(model.requests).toHaveLength(posted.length);
  expect(database().equals(before)).toBe(true);
  expect((await json<{ ok: boolean }>('sessions', 'verify', id)).ok).toBe(true);
});
