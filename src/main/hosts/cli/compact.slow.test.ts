/** Compaction by hand by its command: what it says, what it leaves in the log, and the way back. */
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, say } from '../../models/test-kit/scripted-model.ts';
import { skilldeck } from './test-kit/command-line.ts';
import { lines } from './test-kit/skilldeck.ts';

let home: string;
let model: ScriptedModel;
beforeEach(() => {
  home = tempFolder();
});

it('summarises with what is to be kept, is verified and can be undone', async () => {
  const text = 'in many words '.repeat(80);
  const steps = Array.from({ length: 6 }, (_, index) => call('list_dir', { path: `folder-${index}` }, { text }));
  model = await modelOfTest([...steps, say('Done.'), say('They fly with two bags.')]);
  const options = ['--home', home, '--base-url', model.url, '--model', 'm', '--json'];
  const first = await skilldeck(['run', ...options, 'request']);
  const id = String(lines(first.out)[0]?.session);

  const compact = (...more: string[]) => skilldeck(['sessions', 'compact', id, '--home', home, ...more]);
  const done = await compact('--keep', 'everything on baggage');
  expect([done.status, done.out]).toEqual([
    0,
    expect.stringMatching(/^2 messages compacted, [\d,]+ → [\d,]+ tokens\n$/),
  ]);
  const seq = /--undo (\d+)/.exec(done.err)?.[1] ?? '';
  expect(String(model.requests.at(-1)?.body.messages[1]?.content)).toContain('everything on baggage');
  const verified = await skilldeck(['sessions', 'verify', id, '--home', home, '--json']);
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, requests: { checked: 8 }, notRebuilt: 0 });
  const shown = await skilldeck(['sessions', 'show', id, '--home', home]);
  expect(shown.out).toMatch(/· Summarising earlier messages…\n {2}· 2 messages summarised: [\d,]+ → [\d,]+ tokens/);
  const exported = await skilldeck(['sessions', 'export', id, '--home', home, '--format', 'md']);
  expect(exported.out).toMatch(/2 messages summarised:.*requested by the user; keep: everything on baggage/);
  expect(exported.out).toContain('They fly with two bags.');

  const undone = await compact('--undo', seq, '--json');
  expect(JSON.parse(undone.out)).toMatchObject({ session: id, undoes: [Number(seq)], compactsAgain: false });
  expect(await compact('--undo', seq)).toMatchObject({ status: 1, err: expect.stringContaining("isn't in force") });
  expect(await compact('--undo', 'x')).toMatchObject({ status: 2, out: '' });
});

it('names every step of one compaction in its undo, which gives the request back byte for byte', async () => {
  const text = 'in many words '.repeat(80);
  const steps = Array.from({ length: 14 }, (_, index) =>
    call('run_command', { command: `seq ${index} 900` }, { text }),
  );
  model = await modelOfTest([...steps, say('Done.'), say('They counted.')]);
  const options = ['--home', home, '--base-url', model.url, '--model', 'm', '--json'];
  const id = String(lines((await skilldeck(['run', ...options, '--approve', 'auto', 'request'])).out)[0]?.session);
  const request = async () => (await skilldeck(['context', id, '--home', home, '--json'])).out;
  const before = await request();
  const compact = (...more: string[]) => skilldeck(['sessions', 'compact', id, '--home', home, ...more]);
  const { compactions } = JSON.parse((await compact('--json')).out);
  expect(compactions.length).toBeGreaterThan(1);
  expect(await request()).not.toBe(before);
  expect((await compact('--undo', compactions.join(','))).status).toBe(0);
  expect(await request()).toBe(before);
});
