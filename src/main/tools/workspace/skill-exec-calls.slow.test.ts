import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isAlive, programs } from '../test-kit/programs.ts';
import type { ToolSession } from '../test-kit/tool-session.ts';
import { startTrpcSession } from '../test-kit/trpc-session.ts';

// Real programs in real terminals on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ASK = `name = input('Name: ')
print('Hello', name)
print('Class?\\n 1) Economy\\n 2) Business')
which = input('> ')
open('/'.join([__import__('os').environ['OUTPUT_DIR'], 'seat.txt']), 'w').write(which)
print('Booked', which)
`;
let session: ToolSession;
beforeAll(async () => {
  session = await startTrpcSession({
    bundled: {
      'fly/SKILL.md': '---\nname: fly\ndescription: Flies.\n---\n',
      'fly/scripts/ask.py': ASK,
      'pay/SKILL.md': '---\nname: pay\ndescription: Pays.\nmetadata:\n  confirm: "scripts/buy.py"\n---\n',
      'pay/scripts/buy.py': "print('bought')\n",
    },
  });
});
afterEach(() => session.close());
afterAll(() => session.remove());

const { exec, type, poll, kill } = programs(() => session);
const ask = () => session.runner.runWith('scripts/ask.py');
// Rules: 002.32
it('lets a skill’s script ask, get an answer and leave files, as one story in the log', async () => {
  const before = session.events().length;
  const first = await exec(await ask(), { output_files: ['out/*.txt'] }, { mode: 'never' });
  const { session_id } = first;
  expect(first.need).toEqual({ kind: 'allowed' });
  expect(JSON.parse(first.text)).toEqual({
    session_id: expect.stringMatching(/^exec-/),
    status: 'running',
    output: 'Name: ',
    needs_input: true,
    prompt: 'Name:',
  });
  const second = await type(session_id, 'Zoë 王', {}, { mode: 'never' });
  expect(JSON.parse(second.text)).toEqual({
    session_id,
    status: 'running',
    output: 'Zoë 王\nHello Zoë 王\nClass?\n 1) Economy\n 2) Business\n> ',
    needs_input: true,
    prompt: '>',
    choices: [
      { value: '1', label: 'Economy' },
      { value: '2', label: 'Business' },
    ],
  });
  // Nothing new since: still the same question.
  expect(await poll(session_id, 0)).toMatchObject({ status: 'running', output: '', needs_input: true, prompt: '>' });
  const last = await type(session_id, '2', {}, { mode: 'never' });
  expect(JSON.parse(last.text)).toEqual({
    session_id,
    status: 'exited',
    output: '2\nBooked 2\n',
    exit_code: 0,
    timed_out: false,
    duration_ms: expect.any(Number),
    output_files: [{ name: 'out/seat.txt', content: '2', mime_type: 'text/plain', size: 1 }],
    artifact_files: [],
  });
  expect(session.events().slice(before)).toMatchObject([
    { type: 'script-started', command: await ask(), cwd: path.join(session.workspace, 'skills/fly') },
    { type: 'terminal-waiting', question: { prompt: 'Name:', choices: [], hidden: false } },
    { type: 'terminal-input', by: 'agent', text: 'Zoë 王\n' },
    { type: 'terminal-waiting', question: { prompt: '>', choices: [{ value: '1' }, { value: '2' }] } },
    { type: 'terminal-input', by: 'agent', text: '2\n' },
    { type: 'script-finished', exitCode: 0, timedOut: false, outputs: [{ name: 'seat.txt', version: 1 }] },
    { type: 'artifact-saved', name: 'seat.txt' },
  ]);
  const ended = await type(session_id, 'x');
  expect([ended.ok, ended.text]).toEqual([false, expect.stringContaining(`Session ${session_id} has exited`)]);
  expect(await poll(session_id)).toMatchObject({ ok: true, status: 'exited', output: '', exit_code: 0 });
});

it('keeps hidden input hidden; half a line is no answer; another reader is another question', async () => {
  const { session_id } = await exec('read -s -p "Password: " p; echo; read -p "Sure (y/n) " y; echo "$p $y"; exit 4');
  expect(await type(session_id, 'se', { submit: false })).toMatchObject({
    output: '',
    needs_input: true,
    prompt: 'Password:',
  });
  expect(await type(session_id, 'cret')).toMatchObject({ output: '\nSure (y/n) ', prompt: 'Sure (y/n)' });
  expect(await type(session_id, 'y')).toMatchObject({
    ok: false,
    output: 'y\nsecret y\n',
    status: 'exited',
    exit_code: 4,
  });
});

it('separates a busy program from a waiting one, limits the wait, and neither loses nor repeats output', async () => {
  const busy = await exec(
    'printf "Working: "; until [ -e work/done ]; do sleep 0.1; done; echo done; read x; for i in $(seq 3000); do echo line $i; done',
    { yield_ms: 1_000 },
  );
  expect(busy).toMatchObject({ status: 'running', output: 'Working: ' });
  expect(busy.needs_input).toBe(undefined);
  writeFileSync(path.join(session.workspace, 'work', 'done'), '');
  expect(await poll(busy.session_id)).toMatchObject({ output: 'done\n', needs_input: true, prompt: 'Working: done' });
  const flood = await type(busy.session_id, '');
  expect(flood).toMatchObject({ status: 'exited', truncated: true });
  expect(flood.output).toMatch(/^\nline 1\nline 2\n[\s\S]*\[… \d+ of \d+ bytes left out here …\]\n[\s\S]*line 3000\n$/);
  expect(flood.artifact_files).toEqual([{ name: expect.stringMatching(/^terminal\/call_\d+\.txt$/), version: 1 }]);
});

it('recognises a program with an event loop by its prompt', async () => {
  const code =
    "const r=require('readline').createInterface({input:process.stdin,output:process.stdout});r.question('City? ',a=>{console.log('to',a);r.close()})";
  const { session_id, ...first } = await exec(`${process.execPath} -e "${code}"`);
  expect(first).toMatchObject({ output: 'City? ', needs_input: true, prompt: 'City?' });
  expect((await type(session_id, 'Oslo')).output).toMatch(/to Oslo\n$/);
});

it('asks by the same policy as skill_run; judges shell input as a command, in pieces too', async () => {
  expect((await exec('read x', {}, { mode: 'ask' })).need).toMatchObject({
    kind: 'ask',
    detail: { command: 'read x' },
  });
  expect((await exec('read x', {}, { mode: 'never' })).need?.kind).toBe('refused');
  const { session_id } = await exec('bash --norc -i');
  const asked = await type(session_id, 'echo of-bash', {}, { mode: 'ask' });
  expect(asked.need).toMatchObject({
    kind: 'ask',
    detail: { command: 'echo of-bash', facts: { subject: 'typed', into: 'bash --norc -i' } },
  });
  expect((await type(session_id, 'echo of-bash')).output).toContain('\nof-bash\n');
  expect((await type(session_id, 'python3 ../pay/scripts/b', { submit: false, yield_ms: 100 })).need?.kind).toBe(
    'allowed',
  );
  const pieces = await type(session_id, 'uy.py');
  expect(pieces.need).toMatchObject({
    kind: 'ask',
    detail: { command: 'python3 ../pay/scripts/buy.py', needsPerson: true },
  });
  expect(pieces.text).toBe('');
  // Keys that complete or change a line hide what it becomes.
  for (const keys of ['\t', '\u007f', '\u001b[A']) {
    expect((await type(session_id, keys)).need).toMatchObject({ kind: 'ask', detail: { needsPerson: true } });
  }
  expect((await type(session_id, '\u0003', { submit: false, yield_ms: 100 })).need?.kind).toBe('allowed');
});

it('answers an unknown session with the known ones', async () => {
  const { text, ok } = await poll('exec-nope');
  expect([ok, text]).toEqual([
    false,
    'There is no session "exec-nope". None is running: skill_exec starts one and answers its session_id.',
  ]);
  const { session_id } = await exec('read x');
  expect((await type('nope', 'x')).text).toBe(`There is no session "nope". Running are:\n- ${session_id}: read x`);
  expect((await kill('nope')).text).toContain(session_id);
});

it('ends with the run that started it, and remembers its id; a stop ends it at once', async () => {
  const { session_id, output } = await exec('setsid sleep 300 & echo pid $!; read x');
  const pid = Number(/pid (\d+)/.exec(output)?.[1]);
  await session.close();
  expect(isAlive(pid)).toBe(false);
  expect(session.events().at(-1)).toMatchObject({ type: 'script-finished', stopped: true });
  expect((await type(session_id, 'x')).text).toContain(
    'has exited, so nothing can be typed into it. skill_poll_session gives what it printed last; skill_exec starts it again',
  );

  const stop = new AbortController();
  const stopped = exec('echo begun; sleep 300', {}, { mode: 'auto', signal: stop.signal });
  while (!session.deltas.some((delta) => delta.type === 'terminal-delta' && delta.data.includes('begun')))
    await new Promise(setImmediate);
  stop.abort();
  expect(await stopped).toMatchObject({ status: 'exited', output: 'begun\n', notes: ['stopped by the person'] });
  expect(session.events().at(-1)).toMatchObject({ type: 'script-finished', stopped: true });
});

it('accepts inputs, and a limited number at a time', async () => {
  const inputs = [{ from: 'skill://pay/scripts/buy.py', to: 'inputs/x.txt' }];
  expect(await exec('cat $WORK_DIR/inputs/x.txt', { inputs })).toMatchObject({
    output: "print('bought')\n",
    exit_code: 0,
  });
  expect((await exec('x', { inputs: [{ from: 'workspace://nope' }] })).text).toContain('Nothing was run.');
  const all = await Promise.all(Array.from({ length: 8 }, () => exec('read x', { yield_ms: 0 })));
  expect(all.every(({ status }) => status === 'running')).toBe(true);
  expect((await exec('touch $OUTPUT_DIR/ninth')).text).toMatch(
    /^8 programs are running\. End one with skill_kill_session first/,
  );
  expect(existsSync(path.join(session.workspace, 'out/ninth'))).toBe(false);
});
