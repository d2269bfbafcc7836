import { expect, it } from 'vitest';
import { parseEvent } from '../events.ts';

const sent = (parts: readonly object[], broke?: object) => ({
  v: 1,
  seq: 5,
  at: '2026-01-01T00:00:00.000Z',
  session: 's',
  type: 'request-sent',
  iteration: 1,
  sha256: '0'.repeat(64),
  model: 'm',
  tokens: { total: 0, max: 9, encoding: 'e', parts },
  ...(broke === undefined ? {} : { prefix: { tokens: 1, broke } }),
});
const old = (kind: string, label: string, reason: string) => ({ kind, label, tokens: 7, reason });

it('reads what an earlier version wrote in English into facts, once and for all hosts', () => {
  const table: readonly [before: readonly [kind: string, label: string, reason: string], after: object][] = [
    [['base', 'base prompt', 'how the agent works, and where files go'], { label: 'base', reason: 'base' }],
    [['base', 'summary', 'what the summary has to keep'], { label: 'base', reason: 'summary-task' }],
    [['tools', 'tool list', 'names the tools on offer'], { label: 'tools', reason: 'tool-list' }],
    [['tools', '9 tool definitions', 'names, …'], { label: 'tools', reason: 'tool', count: 9 }],
    [
      ['tools', 'my tools', '2 tools that the skill brings, loaded at event 4'],
      { label: 'my tools', reason: 'skill-tool', skill: 'my tools', count: 2, event: 4 },
    ],
    [
      ['tools', 'a - b', 'a tool that the skill brings, loaded at event 4'],
      { label: 'a - b', reason: 'skill-tool', skill: 'a - b', count: 1, event: 4 },
    ],
    [['catalog', '5 skills', 'name and …'], { label: 'catalog', reason: 'catalog', count: 5 }],
    [
      ['skill', 'a - b', 'loaded by the user at event 4'],
      { label: 'a - b', reason: 'loaded-by-user', skill: 'a - b', event: 4 },
    ],
    [['skill', 'loaded by hand', 'the conversation so far'], { label: 'loaded by hand', reason: 'loaded-by-user' }],
    [
      ['reference', 'a - b - c - d.md', 'loaded at event 6'],
      { label: 'a - b - c - d.md', reason: 'reference', skill: 'a - b', path: 'c - d.md', event: 6 },
    ],
    [
      ['reference', 'gone - d.md', 'loaded at event 6'],
      { label: 'gone - d.md', reason: 'reference', skill: 'gone', path: 'd.md', event: 6 },
    ],
    [['summary', 'summary of earlier turns', 'the …'], { label: 'summary', reason: 'summary', count: 1 }],
    [['user', 'user × 3', 'the conversation so far'], { label: 'user', reason: 'conversation', count: 3 }],
    [['user', 'earlier messages', 'the …'], { label: 'user', reason: 'to-summarise' }],
    [
      ['user', 'photo × 2', 'a picture of 640 × 480 pixels that the person attached; …'],
      { label: 'photo × 2', reason: 'image', figures: { width: 640, height: 480 } },
    ],
    [['user', 'trip.pdf', 'a PDF of 1 page that …'], { label: 'trip.pdf', reason: 'pdf', figures: { pages: 1 } }],
    [['tool-result', 'grep × 12', 'the conversation so far'], { label: 'grep', reason: 'conversation', count: 12 }],
  ];
  const read = parseEvent(
    sent(
      table.map(([part]) => old(...part)),
      { kind: 'base', label: 'model gpt-4', seq: 3 },
    ),
  );
  expect(read).toMatchObject({ prefix: { broke: { kind: 'base', label: 'gpt-4', reason: 'other-model', seq: 3 } } });
  expect(read.type === 'request-sent' && read.tokens.parts).toEqual(
    table.map(([[kind], facts]) => ({ kind, tokens: 7, ...facts })),
  );
  // Parts with facts stay unchanged, on the way to a window too.
  expect(parseEvent(JSON.parse(JSON.stringify(read)))).toEqual(read);
});

it('leaves what is no token table to the schema', () => {
  for (const tokens of [undefined, 7, { parts: 'x' }, { parts: [null] }, { parts: [{}] }]) {
    expect(parseEvent({ ...sent([]), tokens })).toMatchObject({ type: 'unknown', originalType: 'request-sent' });
  }
});

it('reads why a summary of the model was not taken', () => {
  const envelope = { v: 1, seq: 5, at: '2026-01-01T00:00:00.000Z', session: 's', type: 'context-compacted' };
  const facts = { strategy: 'turns', before: 9, after: 8, coversSeq: [1, 2] };
  const NOT_TAKEN = "the model's was not taken: ";
  const table: readonly [before: string, after: object][] = [
    ['the context is too small to ask the model for a summary', { code: 'small' }],
    [`${NOT_TAKEN}it was cut off at the model's own length limit`, { code: 'cut' }],
    [`${NOT_TAKEN}it was empty`, { code: 'empty' }],
    [`${NOT_TAKEN}it was a refusal to write one`, { code: 'refusal' }],
    [
      `${NOT_TAKEN}it takes 512 tokens, and 400 were asked for at the most`,
      { code: 'long', figures: { tokens: 512, most: 400 } },
    ],
    [`${NOT_TAKEN}it is no shorter than what it stands for`, { code: 'not-shorter' }],
    [`${NOT_TAKEN}meanwhile other messages were pinned`, { code: 'pinned' }],
    ['no model is there that writes summaries, so that the wish could not be followed', { code: 'no-writer' }],
    ['the model gave none: 503 overloaded', { code: 'failed', message: '503 overloaded' }],
    ['something new', { code: 'failed', message: 'something new' }],
  ];
  const read = table.map(([fallback]) => parseEvent({ ...envelope, ...facts, fallback }));
  expect(read.map((event) => event.type === 'context-compacted' && event.fallback)).toEqual(
    table.map(([, after]) => after),
  );
});
