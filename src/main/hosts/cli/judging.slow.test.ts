/** Judging by commands, in two data folders. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { type ScriptedModel, say } from '../../models/test-kit/scripted-model.ts';
import { skilldeck } from './test-kit/command-line.ts';
import { lines } from './test-kit/skilldeck.ts';

let folder: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  folder = tempFolder();
});

it('judges by a rubric, exchanges reviews, measures agreement and reports, without an event', async () => {
  const [home, elsewhere] = [path.join(folder, 'home'), path.join(folder, 'elsewhere')];
  model = await modelOfTest([say('Write to li@example.com.')]);
  const ran = await skilldeck(['run', '--home', home, '--base-url', model.url, '--model', 'm', '--json', 'Hello']);
  const id = String(lines(ran.out)[0]?.session);
  const review = (dir: string, ...args: string[]) => skilldeck(['review', ...args, '--home', dir]);
  const events = (await skilldeck(['sessions', 'export', id, '--home', home])).out;

  mkdirSync(path.join(home, 'rubrics'));
  const rubric = path.join(home, 'rubrics', 'tone.yaml');
  writeFileSync(rubric, 'name: Tone\nversion: 1\ncriteria:\n  - id: polite\n    title: Polite\n');
  const judged = ['add', id, '--verdict', 'fail', '--rubric', 'Tone', '--score', 'polite=1', '--text', 'Rude'];
  expect((await review(home, ...judged, '--as', 'ada')).status).toBe(0);
  expect((await review(home, 'add', id, '--at', '2', '--text', 'Here', '--as', 'ada')).status).toBe(0);
  const wrong = await review(home, 'add', id, '--rubric', rubric, '--score', 'polite=9');
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('polite takes 0 to 4 whole points')]);
  const none = await review(home, 'add', id, '--rubric', rubric, '--score', 'kind=1');
  expect(none.err).toContain('The criteria are: polite');
  expect((await review(home, 'queue', id, '--why', 'first look')).err).toContain('1 conversation in the queue');

  const file = path.join(folder, 'session.jsonl');
  await skilldeck(['sessions', 'export', id, '--home', home, '--output', file]);
  const taken = await skilldeck(['sessions', 'import', file, '--home', elsewhere, '--json']);
  expect(JSON.parse(taken.out)).toMatchObject({ session: id, reviews: 2, verified: true });
  await review(elsewhere, 'add', id, '--verdict', 'pass', '--as', 'bob');
  const back = path.join(folder, 'reviews.jsonl');
  await review(elsewhere, 'export', '--output', back);
  expect(JSON.parse((await review(home, 'import', back, '--json')).out)).toMatchObject({ reviews: 3, added: 1 });

  const agreed = JSON.parse((await review(home, 'agreement', 'ada', 'bob', '--json')).out);
  expect(agreed).toMatchObject({ n: 1, same: 0, kappa: 0, tooFew: true });
  const listed = JSON.parse((await review(home, 'list', '--json')).out) as { reviews: unknown[] };
  expect(listed).toMatchObject({
    reviews: [{ seq: 0 }, { seq: 0 }, { seq: 2, text: 'Here' }],
    reviewers: ['ada', 'bob'],
  });
  const page = path.join(folder, 'report.html');
  expect((await review(home, 'report', '--output', page)).status).toBe(0);
  expect(readFileSync(page, 'utf8')).toMatch(/Rude[\s\S]*Event 2/);
  expect((await review(home, 'report', '--format', 'csv')).out).toContain(',polite,1,0,4,');
  const after = (await skilldeck(['sessions', 'export', id, '--home', home])).out;
  expect(after.split('\n').filter((line) => !line.includes('"export-reviews"'))).toEqual(events.split('\n'));
});
