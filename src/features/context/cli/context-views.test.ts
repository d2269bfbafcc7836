import { expect, it } from 'vitest';
import { type FakeAppOptions, fakeApp, SESSION } from '../../../main/hosts/cli/test-kit/fake-app.ts';
import { fakeTerminal, run } from '../../../main/hosts/cli/test-kit/fake-terminal.ts';
import type { RequestDiff, WhatIfResult } from '../../../shared/context-views.ts';

async function skilldeck(args: readonly string[], options: FakeAppOptions = {}, env?: Record<string, string>) {
  const terminal = fakeTerminal(env === undefined ? {} : { env });
  const app = fakeApp(options);
  const status = await run(terminal, args, app);
  return { status, out: terminal.out(), err: terminal.err(), calls: app.calls };
}

const context = (...more: string[]) => ['context', SESSION, ...more];

it('reports wrong usage in one line, exits with 2 and opens nothing', async () => {
  const steps =
    'load=SKILL, unload=SKILL, reference=SKILL/PATH, unload-reference=SKILL/PATH, compact, dialect=omni|trpc|agent-core|agentscope|standard, placement=system|tool-result, model=ID, max-context=TOKENS';
  const diff = (value: string) =>
    `--diff takes the number of an event, or SESSION:NUMBER, or next in place of the number, not "${value}".`;
  const table: [string[], string][] = [
    ...['fly', 'load', 'load=', 'reference=fly', 'reference=/a.md', 'dialect=none', 'max-context=0'].map(
      (step): [string[], string] => [['--what-if', step], `--what-if takes ${steps}, not "${step}".`],
    ),
    [['--diff', '0'], diff('0')],
    [['--diff', ':4'], diff(':4')],
    [['--requests', '--placements'], 'Use only one of --requests and --placements.'],
    [['--requests', '--at', '3'], '--requests takes no --at: it is about the whole conversation.'],
    [['--texts'], '--texts needs --diff.'],
  ];
  const found = await Promise.all(table.map(([args]) => skilldeck(context(...args))));
  expect(found.map(({ err }) => err)).toEqual(table.map(([, line]) => `${line}\n`));
  expect(found.every(({ status, out, calls }) => status === 2 && out === '' && calls.length === 0)).toBe(true);
  const dialect = await skilldeck(['skills', 'preview', 'fly', '--dialect', 'omny']);
  expect([dialect.status, dialect.err]).toEqual([
    2,
    '--dialect takes all, omni, trpc, agent-core, agentscope, standard, not "omny".\n',
  ]);
});

const tokens = { total: 12, max: 100, encoding: 'o200k_base', parts: [] };
const part = { kind: 'skill', label: 'fly', skill: 'fly', reason: 'loaded-by-agent' } as const;
const change = { id: 'skill:fly', change: 'added', ...part, before: 0, after: 7 } as const;
const prefix = { tokens: 5, broke: { kind: 'catalog', label: 'catalog', reason: 'catalog', seq: 9 } } as const;

it('names the events that differ, and the session if it is another one', async () => {
  const cause = { sessionId: 'other', seq: 9, type: 'skill-loaded' };
  const diff: RequestDiff = {
    from: { sessionId: SESSION, at: 3, sha256: 'a', total: 5 },
    to: { sessionId: 'other', sha256: 'b', total: 12 },
    changes: [{ ...change, cause, texts: { before: '', after: 'Do fly.' } }],
    unchanged: 4,
    prefix,
  };
  const shown = await skilldeck(context('--at', '3', '--diff', 'other:next', '--texts'), { views: { diff } });
  expect(shown.calls).toContainEqual([
    'diff',
    { from: { sessionId: SESSION, at: 3 }, to: { sessionId: 'other' }, texts: true },
  ]);
  expect(shown.out).toBe(`CHANGE  ID         BEFORE  AFTER  CAUSE
added   skill:fly       0      7  other skill-loaded #9
Parts that differ: 1; the same: 4. 5 → 12 tokens
prefix kept: 5 of 12 tokens; broken first by catalog, changed by event 9

--- skill:fly

+++ skill:fly
Do fly.
`);
  const own = await skilldeck(context('--diff', '7', '--json'), { views: { diff } });
  expect([own.calls[1], JSON.parse(own.out)]).toEqual([
    ['diff', { from: { sessionId: SESSION }, to: { sessionId: SESSION, at: 7 }, texts: false }],
    diff,
  ]);
});

it('takes the what-if steps in order and reports the result of each', async () => {
  const whatIf: WhatIfResult = {
    before: { tokens: { ...tokens, total: 5 }, sha256: 'a' },
    after: { tokens, sha256: 'b', json: '{}', refused: 'It is too long.' },
    steps: [
      { step: { do: 'load', skill: 'fly' }, ok: true, message: 'Loaded.' },
      { step: { do: 'compact' }, ok: false, message: 'Nothing to compact.' },
    ],
    changes: [change],
    prefix: { tokens: 5 },
  };
  const given = ['--what-if', 'load=fly', '--what-if', 'compact', '--what-if', 'reference=fly/a/b.md'];
  const { out, calls, status } = await skilldeck(context(...given), { views: { whatIf } });
  expect(calls).toEqual([
    ['open', 'read'],
    [
      'what-if',
      [{ do: 'load', skill: 'fly' }, { do: 'compact' }, { do: 'load-reference', skill: 'fly', path: 'a/b.md' }],
    ],
    ['close'],
  ]);
  expect(status).toBe(0);
  expect(out.split('\n').slice(0, 8)).toEqual([
    'load=fly: ok. Loaded.',
    'compact: refused. Nothing to compact.',
    '',
    'PART  TOKENS  SHARE  NAME  WHY',
    'total: 12 of 100 tokens (12.0 %), estimated',
    '5 → 12 tokens',
    'This request would not be sent: It is too long.',
    'prefix kept: 5 of 12 tokens',
  ]);
});

it('lists the requests of a session and compares its placements, in both languages', async () => {
  const at = '2026-01-02T03:04:05.000Z';
  const usage = { promptTokens: 110, completionTokens: 3, cachedPromptTokens: 64 };
  const requests = [
    {
      ...({ seq: 4, at, iteration: 1, purpose: 'turn', model: 'm', estimated: 90, max: 100, answered: false } as const),
    },
    {
      ...({ seq: 9, at, iteration: 1, purpose: 'turn', model: 'm', estimated: 100, max: 100, answered: true } as const),
      usage,
      prefix,
      cost: 0.5,
    },
  ];
  const listed = await skilldeck(context('--requests'), { views: { requests } });
  expect(listed.out).toBe(`SEQ  MODEL  ESTIMATED  REPORTED  RATIO  CACHED  PREFIX KEPT   COST  BROKEN BY
  4  m             90                                               failed
  9  m            100       110   1.10      64            5  $0.50  catalog #9
`);
  expect((await skilldeck(context('--requests'), { views: { requests: [] } })).err).toBe(
    'No requests in this conversation yet.\n',
  );
  const one = { placement: 'tool-result', requests: 2, tokens: 200, prefixKept: 150, largest: 120 } as const;
  const placements = { current: 'tool-result', placements: [one] } as const;
  const compared = await skilldeck(
    context('--placements'),
    { views: { placements: { ...placements, placements: [one] } } },
    { LANG: 'zh_CN.UTF-8' },
  );
  expect(compared.out).toBe(`放置         请求  词元    保留前缀  最大  费用
tool-result     2   200  150 (75 %)   120        使用中
`);
  expect(compared.err).toBe('这个对话的方言只有一种放置方式：加载的内容总在工具结果中。\n');
});
