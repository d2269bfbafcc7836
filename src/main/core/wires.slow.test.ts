/** Whole sessions on each wire, against stand-ins as strict as the providers; every request is rebuilt from the log. */
import { afterEach, describe, expect, it } from 'vitest';
import { diffRequests, showContext } from '../../features/context/main/handlers.ts';
import { verifySession } from '../../features/review/main/verify.ts';
import type { EventOf, Route, SessionEvent, Wire } from '../../shared/events.ts';
import type { ModelPort } from '../agent/ports.ts';
import { tableOf } from '../context/engine.ts';
import { createModel } from '../models/create-model.ts';
import { type ScriptedModel, say, startScriptedModel } from '../models/test-kit/scripted-model.ts';
import { anthropicRules } from '../models/test-kit/strict-anthropic.ts';
import { responsesRules } from '../models/test-kit/strict-responses.ts';
import { type StrictModel, startStrict } from '../models/test-kit/strict-server.ts';
import type { LiveSession } from '../session/live-session.ts';
import { Rig } from '../session/test-kit/rig.ts';

const KEY = 'test-key';

interface Current {
  readonly model: string;
  readonly route: Route;
}

let servers: { anthropic: StrictModel; responses: StrictModel; chat: ScriptedModel };
let rig: Rig;
let current: Current;
afterEach(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

const onWire = (wire: Wire, model: string, more: Partial<Route> = {}): Current => ({
  model,
  route: { wire, endpoint: servers[wire].url, ...more },
});

async function start(): Promise<void> {
  servers = {
    anthropic: await startStrict(anthropicRules(KEY)),
    responses: await startStrict(responsesRules(KEY)),
    chat: await startScriptedModel([]),
  };
  const ports = Object.fromEntries(
    Object.entries(servers).map(([wire, { url }]) => [wire, createModel({ baseUrl: url, apiKey: KEY })]),
  ) as Record<Wire, ModelPort>;
  rig = new Rig({
    model: { writesSummaries: true, stream: (request, ...rest) => ports[request.wire].stream(request, ...rest) },
    current: () => current,
    skills: { 'book-flight': { body: '# Flights\n\n查航班。', references: { 'fares.md': 'Fares: 先问日期。\n' } } },
    tool: async (name) => ({ ok: true, content: name === 'search' ? 'MU525 08:00\n'.repeat(40) : '' }),
  });
}

async function turn(live: LiveSession, text: string): Promise<void> {
  await rig.turn(live.id, text);
  const refusals = [...servers.anthropic.refusals, ...servers.responses.refusals];
  expect([refusals, live.state.runState, live.state.lastRun?.message]).toEqual([[], 'completed', undefined]);
}

const posted = () => [...servers.anthropic.requests, ...servers.responses.requests, ...servers.chat.requests];

/** Each request is the one that review rebuilds, from a log that was written out and read again. */
async function isProven(live: LiveSession): Promise<void> {
  const sent = posted().map(({ json }) => json);
  expect(await verifySession(live.id, rig.rows(live.id), undefined, { end: rig.end(live.id) })).toMatchObject({
    ok: true,
    requests: sent.length,
    notRebuilt: 0,
  });
  const requests = live.events.filter((event): event is EventOf<'request-sent'> => event.type === 'request-sent');
  for (const { seq } of requests) {
    const view = await showContext({ table: tableOf }, live, seq);
    expect([view.verified, sent.includes(view.json)]).toEqual([true, true]);
    expect(view.manifest.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(view.tokens.total);
  }
}

const responded = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'model-responded' ? [event] : []));

const MODELS: readonly (readonly [string, () => Current])[] = [
  ['Anthropic Messages, thinking bound to its prefix', () => onWire('anthropic', 'claude-opus-5-5')],
  [
    'Anthropic Messages, thinking with a budget',
    () => onWire('anthropic', 'claude-sonnet-4-5', { effort: 'high', maxOutput: 32_000 }),
  ],
  ['OpenAI Responses', () => onWire('responses', 'gpt-5.6-sol', { effort: 'max' })],
];

describe.each(MODELS)('%s', (_name, chosen) => {
  async function conversation(): Promise<{ live: LiveSession; server: StrictModel }> {
    await start();
    current = chosen();
    const server = current.route.wire === 'anthropic' ? servers.anthropic : servers.responses;
    server.add(
      { thinking: '需要 book-flight。', calls: [{ name: 'load_skill', arguments: { name: 'book-flight' } }] },
      {
        thinking: 'Now the fares.',
        text: '先看票价。',
        calls: [{ name: 'load_skill_reference', arguments: { name: 'book-flight', path: 'fares.md' } }],
      },
      {
        thinking: 'Both at once.',
        calls: [
          { name: 'search', arguments: { from: '北京', to: '东京' } },
          { name: 'ask_nothing', arguments: {} },
        ],
      },
      { thinking: 'Enough.', text: 'MU525, 08:00.' },
    );
    const live = rig.sessions.create({});
    await turn(live, `帮我订一张明天从北京到东京的机票。${'上午出发，不要红眼航班。'.repeat(150)}`);
    return { live, server };
  }

  it('books with a load, a reference and parallel calls, compacts, and continues after a restart', async () => {
    const { live, server } = await conversation();
    const answers = responded(live.events);
    expect(answers.map(({ reasoning }) => reasoning)).toEqual([
      '需要 book-flight。',
      'Now the fares.',
      'Both at once.',
      'Enough.',
    ]);
    expect(answers.map(({ finishReason }) => finishReason)).toEqual(['tool_calls', 'tool_calls', 'tool_calls', 'stop']);
    expect(answers[0]?.usage).toMatchObject({ promptTokens: 120, completionTokens: 40, cachedPromptTokens: 80 });
    expect(live.events.find((event) => event.type === 'request-sent')).toMatchObject({ wire: current.route.wire });
    const [first, , , fourth] = server.requests;
    expect(first?.json).not.toContain('查航班');
    expect(fourth?.json).toContain('查航班');
    expect(fourth?.json).toContain('Fares: 先问日期。');
    expect(live.state.messages.filter(({ role }) => role === 'tool')).toHaveLength(4);
    for (const wish of ['An aisle seat', 'A window', 'No meal']) {
      server.add({ thinking: `Noted: ${wish}.`, text: 'Noted.' });
      await turn(live, `${wish}, please.`);
    }

    server.add({ text: 'They fly from Beijing to Tokyo with MU525.' }, { thinking: 'Paid.', text: '已付款。' });
    await rig.sessions.compact(live.id);
    expect(live.state.compactions.map(({ strategy }) => strategy)).toEqual(['turns']);
    await rig.restart();
    const resumed = rig.sessions.get(live.id);
    await turn(resumed, '付款');
    expect(resumed.state.messages.at(-1)).toMatchObject({ role: 'assistant', text: '已付款。' });
    expect(server.requests.at(-1)?.json).toContain('[Earlier conversation summary]');
    await isProven(resumed);
  });

  it('withholds its reasoning from another model, and sends it again to its own', async () => {
    const { live, server } = await conversation();
    const opaque = JSON.stringify(responded(live.events).map((answer) => answer.opaque));
    const secrets = [...opaque.matchAll(/"(?:signature|encrypted_content|id)":"([^"]+)"/g)].map(
      ([, secret = '']) => secret,
    );
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    const has = (json: string | undefined) => secrets.some((secret) => json?.includes(`"${secret}"`));

    const home = current;
    const others: Current[] = [
      onWire('chat', 'gpt-4o'),
      onWire('anthropic', home.model === 'claude-opus-5-5' ? 'claude-sonnet-4-5' : 'claude-opus-5-5'),
      ...(home.route.wire === 'responses' ? [] : [onWire('responses', 'gpt-5.6-sol')]),
    ];
    for (const other of others) {
      current = other;
      const { wire } = other.route;
      if (wire === 'chat') servers.chat.add(say('In short: yes.'));
      else servers[wire].add({ thinking: 'Mine.', text: 'In short: yes.' });
      await turn(live, `In short? ${other.model}`);
      const { json } = servers[wire].requests.at(-1) ?? {};
      expect([has(json), json?.includes('先看票价。')]).toEqual([false, true]);
    }
    current = home;
    server.add({ text: 'Back.' });
    await turn(live, 'And you?');
    const back = server.requests.at(-1)?.json;
    expect(secrets.filter((secret) => back?.includes(`"${secret}"`))).toEqual(secrets);
    expect(back).not.toContain('Mine.');
    await isProven(live);
  });

  it('compares its requests independently of the wire', async () => {
    const { live } = await conversation();
    const [one, two] = live.events.flatMap((event) => (event.type === 'request-sent' ? [event] : []));
    const at = (seq = 0) => ({ sessionId: live.id, at: seq });
    const deps = { sessions: { get: () => live }, context: { table: tableOf } };
    const diff = await diffRequests(deps, at(one?.seq), at(two?.seq), false);
    expect(JSON.stringify(diff)).toContain('skill:book-flight');
    // The catalog's mark changes with the load: everything before it is kept.
    expect(two?.prefix?.tokens).toBeGreaterThan(0);
    expect(two?.prefix?.tokens).toBeLessThan(one?.tokens.total ?? 0);
  });
});
