/** A skill of another domain: offers, a quote, a confirmation and "my stays", with not a line of it in the app. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { beforeEach, expect, it } from 'vitest';
import type { AppOptions } from '../../main/api.ts';
import { createApp as createRealApp } from '../../main/app.ts';
import { fakeTerminal, run } from '../../main/hosts/cli/test-kit/fake-terminal.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, say } from '../../main/models/test-kit/scripted-model.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import type { Contract } from '../../shared/contract.ts';
import type { EventOf } from '../../shared/events.ts';

const SKILLS = path.join(import.meta.dirname, 'test-kit/skills');
const createApp = (options: AppOptions) => createRealApp({ ...options, bundledSkills: SKILLS });

let home: string;
let model: ScriptedModel;
beforeEach(async () => {
  home = tempFolder();
  const script = (name: string, args: string) =>
    call('run_command', { command: `node ${SKILLS}/hotel-stay/scripts/${name} ${args}` });
  const dates = '--from 2099-05-01 --to 2099-05-03';
  model = await modelOfTest([
    call('load_skill', { name: 'hotel-stay' }),
    script('find_rooms.mjs', `--city Vienna ${dates}`),
    script('book_room.mjs', `--room sea --city Vienna ${dates} --guest "Ada Lovelace"`),
    script('stays.mjs', ''),
    say('You stay in Vienna.'),
  ]);
});

it('books a room at a terminal: the skill brings every word, the app asks and keeps the list', async () => {
  const terminal = fakeTerminal({ tty: true });
  const args = [
    'run',
    '--home',
    home,
    '--base-url',
    model.url,
    '--model',
    'scripted-model',
    'A room in Vienna, please',
  ];
  const ended = run(terminal, args, { createApp });
  await terminal.says('Book this room, Corner suite');
  for (const line of ['Check-in: 2099-05-01 15:00', 'Guest: Ada Lovelace', 'EUR 390', 'Free cancellation'])
    expect(terminal.err()).toContain(line);
  terminal.type('y\r');
  expect(await ended).toBe(0);

  const app = await createApp({ host: 'cli', access: 'read', home });
  const client = createRouterClient(await app.router()) as unknown as ContractRouterClient<Contract>;
  const [session] = await client.sessions.list({});
  const sessionId = session?.id ?? '';
  const events = (await client.sessions.events({ sessionId })) as { type: string }[];
  const of = <T extends 'script-started' | 'tool-finished'>(type: T) =>
    events.filter((event) => event.type === type) as unknown as EventOf<T>[];
  expect(of('script-started').map(({ activity }) => [activity?.text.en?.done, activity?.values])).toEqual([
    ['Found rooms in <city>[, from <from>]', { city: 'Vienna', from: '2099-05-01' }],
    ['Booked the room', {}],
    ['Looked up your stays', {}],
  ]);
  const cards = of('tool-finished').flatMap(({ data, dataOf }) => {
    const card = parseCard(data);
    return card === undefined ? [] : [[card.kind, dataOf, card.records.map(({ key }) => key)]];
  });
  expect(cards).toEqual([
    ['hotel-offers', 'hotel-stay', []],
    ['hotel-confirmation', 'hotel-stay', ['ST1']],
    ['hotel-stays', 'hotel-stay', ['ST1']],
  ]);
  const shown = of('tool-finished').find(({ data }) => parseCard(data)?.kind === 'hotel-confirmation')?.seq;
  expect(await client.cards.records({})).toMatchObject([
    {
      skill: 'hotel-stay',
      title: { en: 'My stays', zh: '我的住宿' },
      records: [{ key: 'ST1', sessionId, seq: shown, upcoming: true, card: { price: { amount: 390 } } }],
    },
  ]);
  await app.close();
});

it('says on the card that a record cannot be read, and the script books nothing for a key that may be it', async () => {
  const stays = path.join(home, 'data/hotel-stay/stays');
  mkdirSync(stays, { recursive: true });
  writeFileSync(path.join(stays, 'ST1.json'), '{"version":2,"stay":{"key":"ST1"}}');
  const terminal = fakeTerminal({ tty: true });
  const options = ['--home', home, '--base-url', model.url, '--model', 'scripted-model'];
  const ended = run(terminal, ['run', ...options, 'A room in Vienna, please'], { createApp });
  await terminal.says('Records that can’t be read');
  expect(terminal.err()).toContain(path.join(stays, 'ST1.json'));
  terminal.type('y\r');
  expect(await ended).toBe(0);
  expect(model.requests.map(({ body }) => JSON.stringify(body)).join()).toContain('Not known whether it was booked');
  expect(readdirSync(stays)).toEqual(['ST1.json']);
});

/** One conversation in which the command runs and its question, if any, is answered by yes. */
async function bookFrom(skills: string, commands: readonly string[], sandbox: string) {
  const own = await modelOfTest([
    call('load_skill', { name: 'hotel-stay' }),
    ...commands.map((command) => call('run_command', { command })),
    say('Done.'),
  ]);
  writeFileSync(path.join(home, 'config.jsonc'), JSON.stringify({ sandbox }));
  const terminal = fakeTerminal({ tty: true });
  const given = ['--home', home, '--base-url', own.url, '--model', 'scripted-model', '--skills', skills];
  const ended = run(terminal, ['run', ...given, 'A room in Vienna, please'], { createApp: createRealApp });
  terminal.terminal.stderr.on('data', (part) => {
    if (String(part).includes('[y]')) terminal.type('y\r');
  });
  expect(await ended).toBe(0);
  return own.requests.map(({ body }) => JSON.stringify(body)).join('');
}

it('gives each copy of the skill from elsewhere a store that outlives the conversation', async () => {
  const dates = '--from 2099-05-01 --to 2099-05-03';
  const book = (dir: string) =>
    `node ${dir}/hotel-stay/scripts/book_room.mjs --room sea --city Vienna ${dates} --guest Ada`;
  const [one, two] = [tempFolder(), tempFolder()];
  for (const dir of [one, two])
    cpSync(path.join(SKILLS, 'hotel-stay'), path.join(dir, 'hotel-stay'), { recursive: true });
  for (const dir of [one, two, one]) await bookFrom(dir, [book(dir)], 'auto');
  const stores = readdirSync(path.join(home, 'data'));
  expect(stores.map((name) => name.replace(/[0-9a-f]{16}$/, 'X'))).toEqual(['hotel-stay-X', 'hotel-stay-X']);
  const kept = stores.map((name) => readdirSync(path.join(home, 'data', name, 'stays')).join());
  expect(kept.sort()).toEqual(['ST1.json', 'ST1.json,ST2.json']);
});

it('books nothing after another program removed a record, where no sandbox holds it', async () => {
  const skills = tempFolder();
  cpSync(path.join(SKILLS, 'hotel-stay'), path.join(skills, 'hotel-stay'), { recursive: true });
  const dates = '--from 2099-05-01 --to 2099-05-03';
  const book = `node ${skills}/hotel-stay/scripts/book_room.mjs --room sea --city Vienna ${dates} --guest Ada`;
  const said = await bookFrom(skills, [book, `rm ${home}/data/*/stays/ST1.json`, book], 'none');
  expect(said).toContain('booked ST1');
  expect(said).toContain('Not known whether it was booked');
  const [store = ''] = readdirSync(path.join(home, 'data'));
  expect(readdirSync(path.join(home, 'data', store, 'stays'))).toEqual([]);
  expect(readdirSync(path.join(home, 'kept', store, 'stays'))).toEqual(['ST1.json']);
});

it('shows the price of the same skill from another folder before it is approved', async () => {
  const skills = tempFolder();
  cpSync(path.join(SKILLS, 'hotel-stay'), path.join(skills, 'hotel-stay'), { recursive: true });
  const dates = '--from 2099-05-01 --to 2099-05-03';
  const own = await modelOfTest([
    call('load_skill', { name: 'hotel-stay' }),
    call('run_command', {
      command: `node ${skills}/hotel-stay/scripts/book_room.mjs --room sea --city Vienna ${dates} --guest "Ada Lovelace"`,
    }),
    say('Not booked.'),
  ]);
  const terminal = fakeTerminal({ tty: true });
  const options = ['--skills', skills, '--base-url', own.url, '--model', 'scripted-model'];
  const ended = run(terminal, ['run', '--home', home, ...options, 'A room in Vienna, please'], {
    createApp: (given) => createRealApp({ ...given, bundledSkills: tempFolder() }),
  });
  // Without a sandbox nothing makes the quote.
  await terminal.says('hotel-stay wants to');
  if (!terminal.err().includes('The price isn’t known')) {
    expect(terminal.err()).toContain('hotel-stay wants to ask the price with its script "book room"');
    expect(terminal.err()).not.toContain('EUR 390');
    await terminal.says('[y] once');
    terminal.type('y\r');
    await terminal.says('EUR 390');
    expect(terminal.err()).toContain('hotel-stay didn’t come with Skilldeck');
  }
  await terminal.says('[y] yes  [N] no');
  terminal.type('n\r');
  expect(await ended).toBe(0);
});
