/** The price that a skill from elsewhere has to show before its script is approved, in a real sandbox. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRunner } from '../runner/runner.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

const SKILL = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Books.\nmetadata:\n  confirm: "book.mjs"\n  confirm-preview: "--quote"\n${more}---\nBody\n`;
/** `--as` chooses how its quote behaves. */
const BOOK = `import { appendFileSync, writeFileSync } from 'node:fs';
const { RUN_DIR, OUTPUT_DIR, WORK_DIR, STAY_TOKEN = 'no token' } = process.env;
const as = process.argv[process.argv.indexOf('--as') + 1];
const quote = process.argv.includes('--quote');
const net = await fetch(process.argv[process.argv.indexOf('--at') + 1]).then(() => 'reached', () => 'no network');
const card = { kind: 'stay', version: 1, title: 'Sea View', price: { amount: 390, currency: 'EUR' }, notes: [STAY_TOKEN, net] };
const cards = { nothing: undefined, zeros: '\\0\\0\\0', list: [], title: { ...card, price: undefined },
  words: { ...card, price: 'cheap' }, fact: { ...card, price: undefined, facts: [{ label: 'Discount', value: card.price }] } };
if (quote && as === 'refuses') { console.error('Error: sold out'); process.exit(6); }
if (quote && as === 'dies') process.kill(process.pid, 'SIGKILL');
const left = as in cards ? cards[as] : card;
if (left !== undefined) writeFileSync(RUN_DIR + '/card.json', typeof left === 'string' ? left : JSON.stringify(left));
writeFileSync(OUTPUT_DIR + '/ticket.txt', 'x');
for (const file of [WORK_DIR + '/trace.txt', process.argv[1]]) try { appendFileSync(file, 'x'); } catch {}
console.log((quote ? 'quoted ' : 'booked ') + STAY_TOKEN + ' ' + net);
`;

const { kind } = await createRunner({ home: '/nowhere', sandbox: 'auto' }).sandbox();

describe.skipIf(kind === 'none')('in a sandbox', () => {
  let session: ToolSession;
  beforeAll(async () => {
    session = await startToolSession({
      sandbox: 'auto',
      bundled: { 'ours/SKILL.md': SKILL('ours', '  network: "flights.example"\n'), 'ours/book.mjs': BOOK },
      user: {
        'stay/SKILL.md': SKILL('stay'),
        'stay/book.mjs': BOOK,
        'far/SKILL.md': SKILL('far', '  network: "stays.example"\n'),
        'far/book.mjs': BOOK,
        'none/SKILL.md': SKILL('none').replace('  confirm-preview: "--quote"\n', ''),
        'none/book.mjs': BOOK,
      },
      secrets: { of: async ({ id }) => (id === 'far' ? { STAY_TOKEN: 'tok' } : {}), values: async () => [] },
    });
  });
  afterAll(() => session.remove());
  beforeEach(() => session.tools.forget('s'));

  const book = (skill: string, args = '', how: Parameters<ToolSession['call']>[2] = {}) => {
    const root = skill === 'ours' ? session.bundledRoot : path.join(session.home, 'user');
    return session.call('run_command', { command: `node ${root}/${skill}/book.mjs ${args}`.trim() }, how);
  };
  const left = () =>
    ['out/ticket.txt', 'work/trace.txt'].filter((name) => existsSync(path.join(session.workspace, name)));
  const priced = { kind: 'ask', detail: { preview: { price: { amount: 390 } }, facts: { everyRun: true } } };

  it('asks for the run that makes the quote, then shows the price, then books', async () => {
    const { need: first } = await book('stay');
    expect(first).toMatchObject({
      kind: 'ask',
      leadsOn: true,
      detail: {
        command: expect.stringMatching(/book\.mjs --quote$/),
        facts: {
          quote: 'first',
          thirdParty: true,
          everyRun: false,
          network: 'none',
          offers: ['once', 'session', 'always'],
        },
      },
    });
    expect(first).not.toHaveProperty('detail.preview');
    const { need: second } = await book('stay', '', { decide: ['once', 'stop'] });
    expect(second).toMatchObject(priced);
    expect(second).not.toHaveProperty('detail.facts.quote');
    expect(second).not.toHaveProperty('leadsOn');
    expect(left()).toEqual([]);
    const { result } = await book('stay', '', { decide: 'once' });
    expect(result?.content).toContain('booked no token');
  });

  it('gives a quote no network and no other skill’s secret, and keeps nothing that it wrote', async () => {
    const server = createServer((_request, response) => response.end('x')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file = path.join(session.home, 'user/stay/book.mjs');
    const before = [readFileSync(file, 'utf8'), left()];
    const at = `--at http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { need } = await book('stay', at, { mode: 'auto' });
    expect(need).toMatchObject({ detail: { preview: { notes: ['no token', 'no network'] } } });
    const { need: given } = await book('far', at, { decide: ['once', 'stop'] });
    expect(given).toMatchObject({
      detail: { preview: { notes: ['tok', 'no network'] }, facts: { secrets: ['STAY_TOKEN'] } },
    });
    server.close();
    expect([readFileSync(file, 'utf8'), left()]).toEqual(before);
  });

  it('ends the call with the quote’s own words where it refuses', async () => {
    const { need, result } = await book('stay', '--as refuses', { mode: 'auto' });
    expect([need, result]).toEqual([undefined, { ok: false, content: 'Error: sold out\n\n[exit status 6]' }]);
  });

  it('runs the quote unasked only where such a script would run unasked, and the purchase never', async () => {
    expect((await book('stay', '', { mode: 'auto' })).need).toMatchObject(priced);
    expect((await book('stay', '', { mode: 'never' })).need).toMatchObject({ kind: 'refused' });
    expect((await book('stay', '', { decide: ['session', 'denied'] })).result).toBe(undefined);
    expect((await book('stay')).need).toMatchObject(priced);
    expect((await book('stay', '', { decide: 'always' })).result?.ok).toBe(true);
    expect((await book('stay')).need?.kind).toBe('ask');
    session.tools.forget('s');
    expect((await book('stay')).need).toMatchObject({ leadsOn: true });
  });

  it.each(['nothing', 'zeros', 'list', 'title', 'words', 'fact'])(
    'says that no price is known where the card is: %s',
    async (as) => {
      const { need } = await book('stay', `--as ${as}`, { mode: 'auto' });
      expect(need).toMatchObject({ kind: 'ask', detail: { facts: { quote: 'none' } } });
    },
  );

  it('asks nobody where the quote was killed, and says so', async () => {
    const { need, result } = await book('stay', '--as dies', { mode: 'auto' });
    expect([need, result?.ok]).toEqual([undefined, false]);
  });

  it.each([
    ['the flag may not count', 'stay', '--'],
    ['the skill names no quote', 'none', ''],
    ['the model asks for the quote itself', 'stay', '--quote'],
  ])('says that no price is known where %s', async (_why, skill, args) => {
    const { need } = await book(skill, args);
    expect(need).toMatchObject({ kind: 'ask', detail: { facts: { quote: 'none', everyRun: true } } });
    expect(need).not.toHaveProperty('leadsOn');
  });

  it('asks for a host before the quote that needs it, and shows the price after that', async () => {
    for (const skill of ['far', 'ours']) {
      const { need: first } = await book(skill, '', { mode: 'auto' });
      expect(first).toMatchObject({
        leadsOn: true,
        detail: {
          needsPerson: true,
          facts: { quote: 'first', asked: { hosts: [expect.stringMatching(/\.example$/)] } },
        },
      });
      const { need: second } = await book(skill, '', { decide: ['once', 'stop'] });
      expect(second).toMatchObject({
        ...priced,
        detail: { ...priced.detail, facts: { asked: first?.kind === 'ask' ? first.detail.facts?.asked : 0 } },
      });
      const { need: third } = await book(skill, '', { decide: ['session', 'stop'] });
      expect(third).toMatchObject({ ...priced, detail: { ...priced.detail, facts: { asked: { hosts: [] } } } });
    }
  });

  it('does not run the quote of a skill that changed since it was allowed', async () => {
    const file = path.join(session.home, 'user/stay/book.mjs');
    const { result } = await session.call(
      'run_command',
      { command: `node ${file}` },
      { decide: ['once', 'once'], asked: () => writeFileSync(file, `${BOOK}// changed\n`) },
    );
    expect(result).toMatchObject({ ok: false, content: expect.stringContaining('has changed since it was allowed') });
  });
});

describe('without a sandbox', () => {
  let session: ToolSession;
  beforeAll(async () => {
    session = await startToolSession({ bundled: {}, user: { 'stay/SKILL.md': SKILL('stay'), 'stay/book.mjs': BOOK } });
  });
  afterAll(() => session.remove());

  it('makes no stranger’s quote and says that no price is known', async () => {
    const command = `node ${session.home}/user/stay/book.mjs`;
    for (const mode of ['ask', 'auto'] as const) {
      const { need } = await session.call('run_command', { command }, { mode });
      expect(need).toMatchObject({ detail: { needsPerson: true, facts: { quote: 'none', sandbox: 'none' } } });
      expect(need).not.toHaveProperty('detail.preview');
    }
    expect(existsSync(path.join(session.workspace, 'work/trace.txt'))).toBe(false);
  });
});
