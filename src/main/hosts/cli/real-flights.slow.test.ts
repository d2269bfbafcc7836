/**
 * Real flights from end to end: `skilldeck run`, a scripted model, the skill's own scripts in the sandbox with their granted
 * host, and a strict stand-in for Duffel with faults. The stand-in's address takes the place of Duffel's in a copy of the
 * bundled skills; nothing else differs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AppOptions } from '../../api.ts';
import { createApp as createRealApp } from '../../app.ts';
import {
  call,
  type ScriptedModel,
  type ScriptedStep,
  say,
  startScriptedModel,
} from '../../models/test-kit/scripted-model.ts';
import { temporaryHome } from '../../runner/test-kit/home.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const SKILLS = path.resolve(import.meta.dirname, '../../../../skills');
const STAND_IN = path.join(SKILLS, 'book-flight/tests/duffel_standin.py');
// Token for this test alone: the skill's own tests are copied into the data folder with it.
const TOKEN = 'duffel_test_onlyOfTheEndToEndProof';
const PASSPORT = 'K40917735';
const DETAILS =
  'family=Lovelace, given=Ada, born=1988-03-27, gender=f, phone=+442071838750, email=ada@example.com, passport-country=GB, passport-expires=2099-05-01';
const DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

interface Account {
  readonly orders: readonly { readonly cancelled_at: string | null; readonly owner: { readonly iata_code: string } }[];
  readonly calls: readonly string[];
}

const own = temporaryHome();
const bundledSkills = path.join(own.home, 'bundled');
const home = path.join(own.home, 'home');
const createApp = (options: AppOptions) => createRealApp({ ...options, bundledSkills });
let duffel: ChildProcess;
let address = '';
let model: ScriptedModel;
let key = 0;

const control = async (what: string, body: unknown): Promise<Account> => {
  const answer = await fetch(`${address}/_/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as { data?: Account } & Account as Account;
};
const account = () => control('set', {});
const fault = (on: string, what: string, more: object = {}) => control('faults', [{ on, do: what, ...more }]);

const skilldeck = async (args: readonly string[], types: readonly (readonly [string, string])[] = [], input = '') => {
  const terminal = fakeTerminal({ tty: types.length > 0 });
  const ended = run(terminal, [...args, '--home', home], { createApp });
  if (input !== '') {
    terminal.type(input);
    terminal.endInput();
  }
  for (const [reads, typed] of types) {
    const over = ended.then(() =>
      Promise.reject(new Error(`It never said "${reads}":\n${terminal.err()}\n${lastResult()}`)),
    );
    await Promise.race([terminal.says(reads), over]);
    terminal.type(`${typed}\r`);
  }
  return { status: await ended, out: terminal.out(), err: terminal.err() };
};

const script = (name: string, args: string) =>
  call('run_command', { command: `python3 ${bundledSkills}/book-flight/scripts/${name} ${args}` });

/** The last text that the model read: the result of its last call. */
const lastResult = (): string =>
  model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'tool')?.content ?? '';

/** The model books the airline's offer of the list that it was shown. */
const book =
  (airline: string, more = ''): ScriptedStep =>
  () => {
    const row = lastResult()
      .split('\n')
      .find((line) => line.includes(`  ${airline}`));
    const offer = /off_\w+/.exec(row ?? '')?.[0] ?? 'none';
    const total = /£([\d.]+)/.exec(row ?? '')?.[1] ?? '0';
    key += 1;
    return script(
      'book_flight.py',
      `--offer ${offer} --passenger "Ada Lovelace:adult" --expect-total ${total} --currency GBP --key trip-${key}${more}`,
    );
  };
const SEARCH = script('search_flights.py', `--from London --to "New York" --date ${DAY}`);

/** One conversation; what it left is asked of the stand-in and read in the log. */
async function talk(steps: readonly ScriptedStep[], types: readonly (readonly [string, string])[] = []) {
  const before = (await account()).orders.length;
  model.add(call('load_skill', { name: 'book-flight' }), ...steps, say('That is how it stands.'));
  const ended = await skilldeck(
    ['run', '--base-url', model.url, '--model', 'scripted-model', '--approve', 'auto', 'A flight to New York, please'],
    types,
  );
  const after = await account();
  return { ...ended, result: lastResult(), made: after.orders.length - before, orders: after.orders };
}

const YES = ['Book', 'y'] as const;

beforeAll(async () => {
  duffel = spawn('python3', [STAND_IN], { stdio: ['ignore', 'pipe', 'inherit'] });
  address = await new Promise((resolve) =>
    duffel.stdout?.once('data', (line: Buffer) => resolve(line.toString('utf8').trim())),
  );
  cpSync(SKILLS, bundledSkills, { recursive: true });
  const manifest = path.join(bundledSkills, 'book-flight/SKILL.md');
  const text = readFileSync(manifest, 'utf8');
  expect(text).toContain('DUFFEL_TOKEN: api.duffel.com');
  writeFileSync(
    manifest,
    text.replace('DUFFEL_TOKEN: api.duffel.com', `DUFFEL_TOKEN: ${address.replace('http://', '')}`),
  );
  model = await startScriptedModel([]);
  mkdirSync(home, { recursive: true });
  writeFileSync(
    path.join(home, 'config.jsonc'),
    JSON.stringify({ skillVariables: { 'book-flight': { DUFFEL_API_URL: address, FLIGHT_PROVIDER: 'duffel' } } }),
  );
});
afterAll(async () => {
  await model.close();
  duffel.kill();
  own.remove();
});
beforeEach(() => control('set', { arrive: true }));

it('asks for the host once the person gave a key, and only then reaches it', async () => {
  const without = await talk([SEARCH]);
  expect(without.result).toContain('this skill was not given an access token');
  for (const [name, value] of [
    ['DUFFEL_TOKEN', TOKEN],
    ['TRAVELLER_ADA_LOVELACE', DETAILS],
    ['PASSPORT_ADA_LOVELACE', PASSPORT],
  ] as const) {
    const given = await skilldeck(['secrets', 'set', 'book-flight', name], [], value);
    expect([given.status, given.err]).toEqual([0, expect.not.stringContaining('does not ask for')]);
  }
  // No one there to grant it: nothing is sent.
  const alone = await talk([SEARCH]);
  expect(alone.result).toContain('Not run');
  expect((await account()).calls).toEqual([]);
  const asked = await talk([SEARCH], [[address.replace('http://', ''), 'a']]);
  expect(asked.result).toContain('£150.40');
  expect((await account()).calls).toEqual(['POST /air/offer_requests']);
});

it('books on a yes and not on a no, with the airline’s own rules on the question', async () => {
  const refused = await talk([SEARCH, book('ZZ7')], [['Book', 'n']]);
  expect([refused.made, refused.result]).toEqual([0, expect.stringContaining('did not allow this')]);
  const booked = await talk([SEARCH, book('BA117')], [YES]);
  expect(booked.err).toContain('Cancellation: not refundable');
  expect([booked.made, booked.result]).toEqual([
    1,
    expect.stringMatching(/Booked\. Reference [A-Z]{6}[\s\S]*Duffel test mode/),
  ]);
});

// Each other fault is in the skill's own tests.
it.each([
  ['the connection breaks after the order was made', 'silent', {}],
  ['502 after the order was made', 'after', { status: 502 }],
])('%s: the order is found, booked once and reported', async (_, what, more) => {
  await fault('POST /air/orders', what, more);
  const { made, result } = await talk([SEARCH, book('ZZ7')], [YES]);
  expect([made, result]).toEqual([1, expect.stringMatching(/Booked\. Reference [A-Z]{6}/)]);
});

it.each([
  ['the price moves', 'price', { by: '9.00' }, 'Price changed: was £150.40, now £159.40'],
  ['503', 'status', { status: 503 }, 'Duffel has a problem (status 503)'],
])(
  '%s between the yes and the order: nothing is booked, and the model is told what to do',
  async (_, what, more, said) => {
    await fault('POST /air/orders', what, more);
    const { made, result } = await talk([SEARCH, book('ZZ7')], [YES]);
    expect(made).toBe(0);
    expect(result).toMatch(said);
  },
);

it('says that it is not known, refuses a second order, and reports the first one when it appears', async () => {
  await fault('POST /air/orders', 'accepted');
  const unknown = await talk([SEARCH, book('ZZ7')], [YES]);
  expect([unknown.made, unknown.result]).toEqual([1, expect.stringContaining('Never say that it failed')]);
  const second = await talk([SEARCH, book('ZZ7')]);
  expect([second.made, second.result]).toEqual([0, expect.stringContaining('has no answer yet')]);
  await control('set', { arrive: true });
  const listed = await talk([script('manage_bookings.py', 'list')]);
  expect(listed.result).toMatch(/did go through: booking [A-Z]{6}/);
  expect(listed.made).toBe(0);
});

it('holds a seat where the airline allows it, and says no where it wants to be paid at once', async () => {
  const instant = await talk([SEARCH, book('BA117', ' --hold')], [YES]);
  expect([instant.made, instant.result]).toEqual([0, expect.stringContaining('This fare cannot be held')]);
  const held = await talk([SEARCH, book('ZZ7', ' --hold')], [YES]);
  expect([held.made, held.result]).toEqual([1, expect.stringMatching(/Held\. Reference [A-Z]{6} \(not paid yet\)/)]);
});

it('cancels for the part that the airline gives back, quoted first', async () => {
  const ref = () => /Reference ([A-Z]{6})/.exec(lastResult())?.[1] ?? 'none';
  const { result, err } = await talk(
    [SEARCH, book('ZZ7'), () => script('manage_bookings.py', `cancel ${ref()}`)],
    [YES, ['Cancel the booking', 'y']],
  );
  expect(err).toContain('GBP 110.4');
  expect(result).toMatch(/cancelled[\s\S]*Refund: £110\.40/);
  expect((await account()).orders.at(-1)?.cancelled_at).not.toBe(null);
});

/** Links are left alone: a workspace's folders name each other. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(file);
    return entry.isFile() ? [file] : [];
  });

it('left no token, document number or date of birth in the data folder, but for the file of secrets', () => {
  const secrets = [TOKEN, PASSPORT, '1988-03-27', '442071838750'];
  const files = filesIn(home).filter((file) => path.basename(file) !== 'skill-secrets.key');
  const holding = files.filter((file) => secrets.some((secret) => readFileSync(file).includes(secret)));
  expect([holding, files.some((file) => file.endsWith('skilldeck.db'))]).toEqual([[], true]);
  const sent = model.requests.filter(({ json }) => secrets.some((secret) => json.includes(secret)));
  expect(sent).toEqual([]);
});
