/**
 * The built program from outside: real processes, a real database, a scripted model over real HTTP. What they leave is
 * read in this process.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, hold, type ScriptedModel, type ScriptedStep, say } from '../../models/test-kit/scripted-model.ts';
import { skilldeck as command } from './test-kit/command-line.ts';
import { BIN, lines, skilldeck, start } from './test-kit/skilldeck.ts';

let home: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = tempFolder();
});

/** Arguments that lead to a scripted model. */
async function scripted(...steps: ScriptedStep[]): Promise<string[]> {
  model = await modelOfTest(steps);
  return ['--home', home, '--base-url', model.url, '--model', 'scripted-model'];
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const atHome = (...args: string[]) => command([...args, '--home', home]);

it('runs a conversation and reads everything about it again', async () => {
  const options = await scripted(call('load_skill', { name: 'book-flight' }), say('已加载。'), say('Second answer.'));
  const first = await skilldeck(['run', ...options, '--json', '帮我订机票']);
  expect([first.status, first.err.includes('book-flight loaded')]).toEqual([0, true]);
  const events = lines(first.out);
  const stored = events.filter(({ seq }) => seq !== undefined);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_event, index) => index + 1));
  const id = String(stored[0]?.session);

  // The posted, logged and rebuilt requests are identical.
  const sent = stored.filter(({ type }) => type === 'request-sent');
  const requests = model?.requests ?? [];
  expect(sent.map((event) => event.sha256)).toEqual(requests.map(({ json }) => sha256(json)));
  for (const [index, event] of sent.entries()) {
    const { out } = await atHome('context', id, '--at', String(event.seq), '--json');
    expect(JSON.parse(out)).toMatchObject({ json: requests[index]?.json, sha256: event.sha256, verified: true });
  }

  const second = await skilldeck(['run', '--home', home, '--session', id, '-'], { input: 'Go on\n' });
  expect([second.status, second.out]).toEqual([0, 'Second answer.\n']);
  const shown = lines((await atHome('sessions', 'show', id, '--json')).out);
  expect(shown.slice(0, stored.length)).toEqual(stored);
  expect(shown.at(-1)).toMatchObject({ type: 'run-finished', state: 'completed', text: 'Second answer.' });
  expect(JSON.parse((await atHome('sessions', 'list', '--json')).out)).toMatchObject({ sessions: [{ id, turns: 2 }] });
  // One heading, one meaning: the last request here, the sum of all in the filtered list.
  expect((await atHome('sessions', 'list')).out).toMatch(/^ID +UPDATED +TURNS +LAST REQUEST +STATE/);
  expect((await atHome('sessions', 'list', '--sort', 'updated')).out).toMatch(/^ID +UPDATED +TURNS +TOKENS/);
  expect((await atHome('context', id)).out).toContain('sha256: ');
  expect((await atHome('sessions', 'show', id)).out).toContain('Go on');
});

it('marks what an answer claims and no source holds, in the log, at the terminal and in transcripts', async () => {
  const claim = 'Your flight BA902 is booked. Reference: KXQPLM, total $432.10, see https://air.pt/my/KXQPLM.';
  const options = await scripted(
    say(claim),
    say('Flight BA902 is $432.10, as you say.'),
    say('Flight BA903 is $7.77.'),
  );
  const events = lines((await skilldeck(['run', ...options, '--json', 'Book me a flight'])).out);
  const types = events.flatMap(({ seq, type }) => (seq === undefined ? [] : [type]));
  expect(types.slice(types.indexOf('model-responded'))).toEqual([
    'model-responded',
    'skill-missed',
    'answer-checked',
    'state-changed',
    'run-finished',
  ]);
  const checked = events.find(({ type }) => type === 'answer-checked');
  expect(checked).toMatchObject({
    iteration: 1,
    unmade: true,
    unsupported: [
      { kind: 'flight', text: 'BA902' },
      { kind: 'link', text: 'https://air.pt/my/KXQPLM' },
      { kind: 'reference', text: 'KXQPLM' },
      { kind: 'price', text: '$432.10' },
    ],
  });
  const id = String(checked?.session);
  // The person's words are a source, the model's own are none.
  expect(await skilldeck(['run', ...options, '--session', id, 'I found BA902 for $432.10'])).toMatchObject({
    err: expect.not.stringContaining('Not from any source'),
  });
  const { err } = await skilldeck(['run', ...options, '--session', id, 'And the other?']);
  expect(err).toContain('Not from any source here: BA903, $7.77\n');
  const { out } = await atHome('sessions', 'export', id, '--format', 'md');
  expect(out).toContain(
    'Nothing was booked. Not from any source here: BA902, https://air.pt/my/KXQPLM, KXQPLM, $432.10',
  );
});

it('remembers the skills of a session, and uses others when they are given again', async () => {
  const [one, two] = ['one', 'two'].map((id) => {
    mkdirSync(path.join(home, id, id), { recursive: true });
    writeFileSync(path.join(home, id, id, 'SKILL.md'), `---\nname: ${id}\ndescription: Does ${id}.\n---\nBody.\n`);
    return path.join(home, id);
  });
  const given = ['--skills', 'none', '--skills'];
  const first = await skilldeck([
    'run',
    ...(await scripted(say('1'), say('2'), say('3'))),
    ...given,
    one ?? '',
    '--json',
    'a',
  ]);
  const id = String(lines(first.out)[0]?.session);
  await atHome('run', '--session', id, 'b');
  await atHome('run', '--session', id, ...given, two ?? '', 'c');
  const catalogs = model?.requests.map(({ json }) =>
    [...json.matchAll(/- \[○\] \*\*([\w-]+)/g)].map(([, name]) => name),
  );
  expect(catalogs).toEqual([['one'], ['one'], ['two']]);
});

it('ends with a status that tells the outcome', async () => {
  const refused = call('run_command', { command: 'touch /tmp/never' });
  const cases: [number, string[], ScriptedStep[]][] = [
    [3, [], [{ kind: 'status', status: 401 }]],
    [4, ['--max-iterations', '1'], [call('list_skills')]],
    [5, [], [refused, say('')]],
    [0, [], [refused, say('Then not.')]],
    [1, ['--max-context', '10'], []],
    [130, ['--timeout', '1'], [{ kind: 'stall' }]],
  ];
  const found: (number | null)[] = [];
  for (const [, args, steps] of cases) {
    found.push((await command(['run', ...(await scripted(...steps)), ...args, 'x'])).status);
    await model?.close();
  }
  expect(found).toEqual(cases.map(([status]) => status));
});

it('tells the model and the log that no user could be asked, not that the user refused', async () => {
  const options = await scripted(call('run_command', { command: 'touch /tmp/never' }), say('It is left to you.'));
  const { status, out } = await skilldeck(['run', ...options, '--json', 'x']);
  expect(status).toBe(0);
  const told = String(model?.requests.at(-1)?.body.messages.at(-1)?.content);
  expect(told).toContain('there is nobody to ask here');
  expect(told).not.toContain('did not allow');
  expect(lines(out).find(({ type }) => type === 'approval-resolved')).toMatchObject({
    decision: 'denied',
    unasked: true,
  });
});

it('stops at Ctrl-C, keeps the partial answer, and locks the data folder meanwhile', async () => {
  const gate = hold();
  const running = start(['run', ...(await scripted(say(['The first half', gate, ' and the second']))), 'x']);
  await running.says('The first half');
  const other = await skilldeck(['run', '--home', home, 'y']);
  expect([other.status, other.out]).toEqual([1, '']);
  expect(other.err).toContain(String(running.child.pid));
  expect((await atHome('sessions', 'list', '--json')).status).toBe(0);

  running.child.kill('SIGINT');
  const { status, out } = await running.ended;
  expect([status, out]).toEqual([130, 'The first half\n']);
  const { sessions } = JSON.parse((await atHome('sessions', 'list', '--json')).out) as { sessions: { id: string }[] };
  const kept = lines((await atHome('sessions', 'show', sessions[0]?.id ?? '', '--json')).out);
  expect(kept.find(({ type }) => type === 'model-responded')).toMatchObject({
    text: 'The first half',
    finishReason: 'stopped',
  });
  expect(kept.at(-1)).toMatchObject({ type: 'run-finished', state: 'stopped' });
});

it('loses nothing of a long answer in a pipe, and survives a reader that exits', async () => {
  const long = Array.from({ length: 400 }, (_, line) => `${line} ${'长'.repeat(1000)}\n`);
  const whole = await skilldeck(['run', ...(await scripted(say(long))), 'x']);
  expect([whole.status, whole.out === long.join('')]).toEqual([0, true]);
  await model?.close();

  const args = ['run', ...(await scripted(say(long))), 'x'].map((arg) => `'${arg}'`).join(' ');
  const cut = await skilldeck(['-c', `'${BIN}' ${args} | head -c 10; echo " $?"`], { program: '/bin/bash' });
  expect(cut.out.startsWith('0 长')).toBe(true);
  expect(cut.err).not.toContain('EPIPE');
});

it('works from any folder, through links and with any node on PATH, and names what is missing', async () => {
  const link = path.join(home, 'linked');
  symlinkSync(BIN, link);
  const linked = await skilldeck(['--version'], { program: link, cwd: home, env: { PATH: '/usr/bin:/bin' } });
  expect(linked).toMatchObject({ status: 0, err: '' });
  expect(linked.out).toMatch(/^\d+\.\d+\.\d+\n$/);

  const data = path.join(home, 'untouched');
  const listed = await skilldeck(['skills', 'list', '--home', data, '--json']);
  const { skills } = JSON.parse(listed.out) as { skills: { id: string; source: string }[] };
  expect(skills.filter(({ source }) => source === 'bundled').map(({ id }) => id)).toContain('book-flight');
  const doctor = JSON.parse((await skilldeck(['doctor', '--home', data, '--json'])).out) as { sandbox: object };
  expect(Object.keys(doctor.sandbox).sort()).toEqual(['available', 'kind', 'kinds']);
  // Reading leaves a data folder as it was: here, not there at all, or empty.
  expect(existsSync(data) ? readdirSync(data) : []).toEqual([]);

  const usage = await skilldeck(['run', '--nonsense', 'x']);
  expect(usage).toMatchObject({ status: 2, out: '' });
  expect(usage.err.trimEnd().split('\n')).toHaveLength(1);
  const misplaced = await atHome('run', '--dialect', 'agentscope', '--placement', 'system', 'x');
  expect(misplaced).toMatchObject({ status: 2, err: expect.stringContaining("has no placement 'system'") });
});

it('answers with the demo model when none is named', async () => {
  const { status, out } = await skilldeck(['run', '--home', home, '你好']);
  expect([status, out.trim() !== '']).toEqual([0, true]);
});
