/** Review by commands: search, export, import elsewhere, verify. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { fakeTerminal } from '../../../main/hosts/cli/test-kit/fake-terminal.ts';
import { lines, start } from '../../../main/hosts/cli/test-kit/skilldeck.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, hold, say, startScriptedModel } from '../../../main/models/test-kit/scripted-model.ts';

let folder: string;
let home: string;
let elsewhere: string;
/** A session of two messages in `home`; no test changes it. */
let id: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-review-'));
  home = path.join(folder, 'home');
  const model = await startScriptedModel([
    call('load_skill', { name: 'book-flight' }),
    call('list_dir', { path: '.' }),
    say('已找到机票，写信给 li@example.com 或致电 13800138000。'),
    say('Second answer.'),
  ]);
  const options = ['--home', home, '--base-url', model.url, '--model', 'scripted-model', '--json'];
  const first = await skilldeck(['run', ...options, '帮我订去三亚的机票']);
  id = String(lines(first.out)[0]?.session);
  await skilldeck(['run', '--home', home, '--session', id, 'Go on']);
  await model.close();
});
beforeEach(() => {
  elsewhere = path.join(tempFolder(), 'elsewhere');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (dir: string, ...args: string[]) => skilldeck(['sessions', ...args, '--home', dir]);

it('moves a session to another data folder byte for byte, and verifies it there', async () => {
  const file = path.join(folder, 'session.jsonl');
  const piped = await at(home, 'export', id);
  expect((await at(home, 'export', id, '--output', file)).status).toBe(0);
  expect([readFileSync(file, 'utf8') === piped.out, statSync(file).mode & 0o777]).toEqual([true, 0o600]);
  const here = JSON.parse((await at(home, 'verify', id, '--json')).out) as { ok: boolean };
  expect(here).toMatchObject({
    session: id,
    ok: true,
    requests: { checked: 4, differ: [] },
    verified: 4,
    gaps: [],
    chain: { ok: true, from: 1 },
    covers: ['requests', 'events', 'end'],
  });

  const imported = await at(elsewhere, 'import', file, '--json');
  expect([imported.status, JSON.parse(imported.out)]).toMatchObject([
    0,
    { session: id, alreadyThere: false, verified: true, chain: { ok: true } },
  ]);
  expect((await at(elsewhere, 'export', id)).out).toBe(piped.out);
  expect(JSON.parse((await at(elsewhere, 'verify', id, '--json')).out)).toEqual(here);
  expect(JSON.parse((await at(elsewhere, 'list', '--json')).out)).toMatchObject({ sessions: [{ id, turns: 2 }] });
  expect((await at(elsewhere, 'show', id)).out).toContain('Second answer.');
  const again = await skilldeck(['sessions', 'import', '-', '--home', elsewhere], fakeTerminal({ input: piped.out }));
  expect([again.status, again.err.includes('already here')]).toEqual([0, true]);

  const goesOn = await skilldeck(['run', '--home', elsewhere, '--session', id, 'x']);
  expect([goesOn.status === 0, goesOn.out, goesOn.err.includes('was imported')]).toEqual([false, '', true]);
  expect((await at(elsewhere, 'export', id)).out).toBe(piped.out);
});

it('reports what differs, and refuses an incomplete session', async () => {
  const log = (await at(home, 'export', id)).out;
  const file = path.join(folder, 'other.jsonl');
  writeFileSync(file, log.replace('帮我订去三亚的机票', '帮我订去北京的机票'));
  expect(await at(home, 'import', file)).toMatchObject({ status: 1, out: '' });
  expect((await at(elsewhere, 'import', file)).status).toBe(0);
  const differs = await at(elsewhere, 'verify', '--all');
  expect([differs.status, differs.out.match(/ #\d+: differs, sent /g)?.length]).toEqual([1, 4]);
  writeFileSync(file, `${log.split('\n').slice(0, 3).join('\n')}\nnot json\n`);
  const broken = await at(path.join(elsewhere, 'third'), 'import', file);
  expect([broken.status, broken.err]).toEqual([
    1,
    expect.stringMatching(/^Line 4 isn't an event: .* Nothing was imported\.\n$/),
  ]);
  expect(await at(elsewhere, 'import', path.join(folder, 'none'))).toMatchObject({ status: 2, out: '' });
  expect(await at(elsewhere, 'verify')).toMatchObject({ status: 2, out: '' });
  expect(await at(elsewhere, 'verify', 'none')).toMatchObject({ status: 1, out: '' });
});

it('signs an export, and tells at once and later that it was changed after it was signed', async () => {
  const file = path.join(folder, 'signed.jsonl');
  expect((await at(home, 'export', id, '--sign', '--output', file)).status).toBe(0);
  expect(statSync(path.join(home, 'signing-key')).mode & 0o777).toBe(0o600);
  const imported = await at(elsewhere, 'import', file);
  expect([imported.status, imported.err]).toEqual([0, expect.stringContaining('Signed with the key ')]);
  const { signature } = JSON.parse((await at(elsewhere, 'verify', id, '--json')).out);
  expect(signature).toMatchObject({ ok: true, own: false, by: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // It continues as it was signed.
  expect((await at(elsewhere, 'export', id)).out).toBe(readFileSync(file, 'utf8'));

  const third = path.join(elsewhere, 'third');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Second answer.', 'Another answer.'));
  const forged = await at(third, 'import', file, '--json');
  expect([forged.status, JSON.parse(forged.out)]).toMatchObject([
    0,
    { verified: false, chain: { ok: false }, signature: { ok: false } },
  ]);
  const verified = await at(third, 'verify', id);
  expect([verified.status, verified.out]).toEqual([
    1,
    expect.stringMatching(/Event \d+ was changed after it was stored/),
  ]);
  expect(verified.out).toContain('doesn’t match');
  expect(await at(home, 'export', id, '--sign', '--format', 'md')).toMatchObject({ status: 2, out: '' });
});

it('redacts, counts, reports it, and says that a copy was not changed but has not its requests', async () => {
  const redacted = await at(home, 'export', id, '--redact');
  expect(redacted.out).not.toMatch(/li@example\.com|13800138000/);
  expect(redacted.out).not.toContain(home);
  expect(redacted.err).toMatch(/^Redacted \d+ places \(E-mail addresses \d+/);
  const imported = await skilldeck(
    ['sessions', 'import', '-', '--home', elsewhere],
    fakeTerminal({ input: redacted.out }),
  );
  expect([imported.status, imported.err.includes('cannot be verified')]).toEqual([0, true]);
  expect(await at(elsewhere, 'verify', id)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/ok, unchanged\. It is redacted: requests aren't compared/),
  });
  expect(JSON.parse((await at(elsewhere, 'verify', id, '--json')).out)).toMatchObject({
    ok: true,
    redacted: true,
    covers: ['events', 'end'],
    requests: { differ: [] },
    verified: 0,
  });
  const page = await at(home, 'export', id, '--format', 'html');
  expect(page.out).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*已找到机票[\s\S]*<\/html>\n$/);
  expect((await at(home, 'export', id, '--format', 'md')).out).toContain('- **load_skill** ');
});

it('finds one or more Chinese characters and any sign, while another process writes', async () => {
  const gate = hold();
  const model = await modelOfTest([say(['half ', gate, 'whole'])]);
  const writing = start(['run', '--home', home, '--base-url', model.url, '--model', 'm', '雪山上的湖']);
  await writing.says('half');
  const find = async (...words: string[]) => {
    const { status, out } = await at(home, 'search', ...words, '--json');
    const { results } = JSON.parse(out) as {
      results: { session: string; role: string; snippet: string; hits: [number, number][] }[];
    };
    return [
      status,
      ...results.map(({ role, snippet, hits }) => `${role} ${hits.map(([from, to]) => snippet.slice(from, to))}`),
    ];
  };
  expect(await find('雪')).toEqual([0, 'user 雪']);
  expect(await find('三亚的', '机票')).toEqual([0, 'user 三亚的,机票']);
  expect(await find('second answer')).toEqual([0, 'assistant Second,answer']);
  expect(await find('"*() NEAR AND -')).toEqual([0]);
  expect(await at(home, 'search', 'x', '--limit', '0')).toMatchObject({ status: 2, out: '' });
  expect((await at(home, 'import', '/dev/null')).status).toBe(2);
  writeFileSync(path.join(folder, 'x.jsonl'), 'x');
  expect(await at(home, 'import', path.join(folder, 'x.jsonl'))).toMatchObject({
    status: 1,
    err: expect.stringContaining(String(writing.child.pid)),
  });
  expect((await at(home, 'search', '三亚')).out).toContain(`${id}  `);
  writing.child.kill('SIGINT');
  await writing.ended;
});
