/** A run or an eval whose patterns would take for ever, or minutes, ends at Ctrl-C, SIGTERM and the time limit. */
import { expect, it, vi } from 'vitest';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, say } from '../../models/test-kit/scripted-model.ts';
import { atTerminal } from './test-kit/at-terminal.ts';
import { commandLine } from './test-kit/command-line.ts';
import { BIN, start } from './test-kit/skilldeck.ts';

vi.setConfig({ testTimeout: 90_000 });

/** A backtracking engine tries every way to split these letters. */
const FOREVER = '^(a|a)+$';
/** Takes 0.1 s for two hundred letters, in any engine. */
const slow = (at: number) => `(?:(?:a|b)?){900}!${at}`;
const LETTERS = `${'a'.repeat(60)}!`;
/** Milliseconds from the request to the end; a busy machine takes a few hundred. */
const SOON = 10_000;
/** Seconds: on a quiet machine the patterns are being tested by then. */
const LIMIT = 5;
const ENDS = ['SIGINT', 'SIGTERM', '--timeout'] as const;

const limitOf = (end: string) => (end === '--timeout' ? ['--timeout', `${LIMIT}`] : []);
const soon = (end: string) => SOON + (end === '--timeout' ? LIMIT * 1_000 : 0);

it.each(ENDS)('run: %s ends a form with hostile patterns', async (end) => {
  const line = commandLine();
  line.write('skills/greet/SKILL.md', '---\nname: greet\ndescription: Greets people in writing.\n---\nSay hello.\n');
  const inner = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`y${at}`, slow(at)]));
  const given = Object.fromEntries(Object.keys(inner).map((name) => [name, LETTERS.repeat(3)]));
  const patterns = (all: Readonly<Record<string, string>>) => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(all).map(([name, pattern]) => [name, { type: 'string', pattern }])),
  });
  const fields = patterns({ x: FOREVER });
  Object.assign(fields.properties, { list: { type: 'array', items: patterns(inner) } });
  const values = { x: LETTERS, list: Array(50).fill(given) };
  const model = await modelOfTest([call('ask_user', { title: 'Trip', fields, values })], { rest: say('Done.') });
  let at = 0;
  const stop = (pid: number) => {
    at = Date.now();
    if (end !== '--timeout') process.kill(pid, end);
  };
  const { status, text } = await atTerminal(
    [BIN, 'run', ...line.options(model), ...limitOf(end), 'Book.'],
    { cwd: line.folder, env: { PATH: process.env.PATH ?? '', LANG: 'en_GB.UTF-8' }, timeoutMs: 30_000 },
    // What the model gave does not fit, and neither does this.
    [
      ['X: ', `${LETTERS}\r`],
      ['X: ', stop],
    ],
  );
  expect(at, text).toBeGreaterThan(0);
  expect(status).toBe(130);
  expect(Date.now() - at).toBeLessThan(soon(end));
});

it.each(ENDS)('skills eval: %s ends the test of hostile patterns', async (end) => {
  const line = commandLine();
  line.write('skills/greet/SKILL.md', '---\nname: greet\ndescription: Greets people in writing.\n---\nSay hello.\n');
  const regex = [FOREVER, ...Array.from({ length: end === '--timeout' ? 9_000 : 400 }, (_, at) => slow(at))];
  line.write('skills/greet/evals/evals.json', { skill_name: 'greet', evals: [{ id: 1, prompt: 'Greet.', regex }] });
  const model = await modelOfTest([], { rest: say('a'.repeat(3_000)) });
  const { child, ended } = start(['skills', 'eval', line.at('skills/greet'), ...line.options(model), ...limitOf(end)]);
  // Its answer is what the patterns are tested on.
  await Promise.race([model.arrived(1), ended]);
  const at = Date.now();
  if (end !== '--timeout') child.kill(end);
  expect((await ended).status).toBe(130);
  expect(Date.now() - at).toBeLessThan(soon(end));
});
