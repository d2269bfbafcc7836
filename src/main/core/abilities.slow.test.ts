/** From a model's entry in `models.jsonc`, its server and the table of models to the bytes of a request. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { type ScriptedModel, say, startScriptedModel } from '../models/test-kit/scripted-model.ts';
import { limitsFile } from '../settings/route.ts';
import { eventsOf, openApp, turn } from './test-kit/open-app.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** The table says that it sees pictures. */
const SEES = 'gpt-4o';
const BLIND = 'a-model-of-no-table';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel([]);
});
afterEach(() => model.close());

interface Case {
  readonly id: string;
  readonly entry?: Readonly<Record<string, unknown>>;
  /** Said by the server within the day. */
  readonly server?: Parameters<ReturnType<typeof limitsFile>['keep']>[2];
  /** Picture, tools and effort in the bytes. */
  readonly sent: readonly [picture: boolean, tools: boolean, effort: boolean];
}

it.each<Case>([
  { id: SEES, sent: [true, true, true] },
  { id: BLIND, sent: [false, true, true] },
  { id: BLIND, server: { sees: ['image'], tools: false, reasons: false }, sent: [true, false, false] },
  { id: SEES, server: { sees: [] }, sent: [false, true, true] },
  { id: SEES, entry: { sees: false, tools: false, reasons: false }, sent: [false, false, false] },
  { id: BLIND, entry: { sees: ['image', 'pdf'] }, server: { sees: [], tools: false }, sent: [true, false, true] },
  {
    id: BLIND,
    entry: { sees: true, tools: true, reasons: true },
    server: { sees: [], tools: false, reasons: false },
    sent: [true, true, true],
  },
])('sends to $id with $entry in the file and $server from the server', async ({ id, entry = {}, server, sent }) => {
  const home = tempFolder();
  const folder = path.join(home, 'environments', 'default');
  mkdirSync(folder, { recursive: true });
  const prices = { input: 3, output: 6 };
  const own = { baseUrl: model.url, model: id, effort: 'low', maxContext: 50_000, maxOutput: 900, prices, ...entry };
  writeFileSync(path.join(folder, 'models.jsonc'), JSON.stringify({ own }));
  if (server !== undefined) limitsFile(home).keep(model.url, id, server);
  const { client, close } = await openApp({ home, host: 'browser', skillRoots: ['none'], model: { model: 'own' } });
  const { sessionId } = await client.sessions.create({});
  const given = { sessionId, name: 'map.png', upload: 'u', offset: 0, base64: PNG, last: true };
  const { attachment } = await client.chat.attach(given);
  model.add(say('Seen.'));
  const at = attachment === undefined ? [] : [{ name: attachment.name, path: attachment.path }];
  const events = await turn(client, sessionId, 'What is on it?', { attachments: at });
  expect(events.find(({ type }) => type === 'request-sent')).toMatchObject({ tokens: { max: 50_000 } });
  const { body, json } = model.requests.at(-1) ?? { body: {}, json: '' };
  expect([json.includes(PNG), 'tools' in body, 'reasoning_effort' in body]).toEqual(sent);
  expect(json.includes('You have no tools')).toBe(!sent[1]);
  expect(body).toMatchObject({ model: id, max_tokens: 900 });
  const { named } = await client.settings.models({});
  const { sees, ...said } = entry;
  const shown = sees === undefined ? {} : { sees: sees === true ? ['image'] : sees || [] };
  expect(named).toEqual([
    { name: 'own', model: id, baseUrl: model.url, maxContext: 50_000, maxOutput: 900, prices, ...said, ...shown },
  ]);
  expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true, requests: 1 });
  await close();
});

it('asks a server that it does not know what the model sees, before the first picture', async () => {
  const models = [{ id: BLIND, architecture: { input_modalities: ['text', 'image'] } }];
  const server = await startScriptedModel([say('Seen.')], { models });
  onTestFinished(() => server.close());
  const app = {
    home: tempFolder(),
    host: 'browser',
    skillRoots: ['none'],
    model: { baseUrl: server.url, model: BLIND },
  } as const;
  const { client } = await openApp(app);
  const { sessionId } = await client.sessions.create({});
  const given = { sessionId, name: 'map.png', upload: 'u', offset: 0, base64: PNG, last: true };
  const { attachment } = await client.chat.attach(given);
  expect((await eventsOf(client, sessionId)).at(-1)).toMatchObject({ route: { sees: ['image'] } });
  const at = attachment === undefined ? [] : [{ name: attachment.name, path: attachment.path }];
  await turn(client, sessionId, 'What is on it?', { attachments: at });
  expect(server.requests.at(-1)?.json).toContain(PNG);
});
