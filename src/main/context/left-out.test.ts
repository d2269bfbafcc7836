import { describe, expect, it } from 'vitest';
import { DIALECTS, type EventBody } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { sha256 } from '../lib/text.ts';
import { eventsOf } from '../store/test-kit/home.ts';
import { assembleRequest, buildRequest } from './build-request.ts';
import { tableOf } from './engine.ts';
import { countedPiece, manifestWithFigures } from './left-out.ts';
import { answered, catalog, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';
import { requestPieces } from './token-table.ts';
import { counting } from './tokens/counter.ts';

async function manifestOf(...bodies: readonly EventBody[]) {
  const events = eventsOf(...bodies);
  const state = foldEvents('s', events);
  return { state, manifest: await manifestWithFigures(state, events), table: await tableOf(state) };
}

const sum = (parts: readonly { tokens: number }[]) => parts.reduce((all, { tokens }) => all + tokens, 0);

const call = { id: 'c1', name: 'load_skill', arguments: '{"name":"fly"}' };
const begun = [created(), prompt(['load_skill']), catalog('fly', 'pack')] as const;

describe('the manifest', () => {
  it('lists every part in the order the model reads it, with its reason and the event that added it', async () => {
    const { manifest, table } = await manifestOf(
      ...begun,
      said('Fly me'),
      answered('', call),
      loaded('fly', 'Do fly.'),
      result('c1', 'load_skill', 'Loaded.'),
      referenced('fly', 'fares.md', 'Fares.'),
      { type: 'skill-pin-changed', skill: 'fly', pinned: true },
      { type: 'message-pin-changed', message: 4, pinned: true },
    );
    expect(manifest.parts.map(({ id, place, since, pinned }) => [id, place, since, pinned ?? false])).toEqual([
      ['tool:load_skill', 'tools', 2, false],
      ['base', 'system', 2, false],
      ['workspace', 'system', 2, false],
      ['tool-list', 'system', 2, false],
      ['catalog', 'system', 3, false],
      ['heading:Loaded Skill Instructions', 'system', 6, false],
      ['skill:fly', 'system', 6, true],
      ['heading:Loaded Skill References', 'system', 8, false],
      ['reference:fly/fares.md', 'system', 8, true],
      ['message:4', 2, 4, true],
      ['message:5', 3, 5, false],
      ['message:7', 4, 7, false],
    ]);
    expect(manifest.parts.map(({ reason, event }) => [reason, event])).toEqual([
      ['tool', undefined],
      ['base', undefined],
      ['workspace', undefined],
      ['tool-list', undefined],
      ['catalog', undefined],
      ['heading', undefined],
      ['loaded-by-agent', 6],
      ['heading', undefined],
      ['reference', 8],
      ['pinned', undefined],
      ['recent', undefined],
      ['recent', undefined],
    ]);
    expect(sum(manifest.parts)).toBe(table.total);
    expect(manifest.leftOut).toEqual([{ id: 'skill:pack', label: 'pack', skill: 'pack', reason: 'left-never-loaded' }]);
  });

  it('lists loaded texts inside their result with placement tool-result', async () => {
    const { state, manifest, table } = await manifestOf(
      { ...created(), placement: 'tool-result' } as EventBody,
      ...begun.slice(1),
      said('Fly me'),
      answered('Loading.', call),
      loaded('fly', 'Do fly.'),
      result('c1', 'load_skill', 'Loaded.'),
      loaded('pack', 'Do pack.'),
    );
    expect(manifest.parts.slice(-5).map(({ id, place }) => [id, place])).toEqual([
      ['message:4', 2],
      ['message:5', 3],
      ['message:7', 4],
      ['skill:fly', 4],
      ['skill:pack', 5],
    ]);
    expect(sum(manifest.parts)).toBe(table.total);
    const answer = requestPieces(buildRequest(state)).find(({ id }) => id === 'message:5');
    expect(answer?.text).toBe(
      `Loading.\n${JSON.stringify({ id: 'c1', type: 'function', function: { name: call.name, arguments: call.arguments } })}`,
    );
    const listed = manifest.parts.find(({ id }) => id === 'message:5');
    expect([listed?.sha256, listed?.length]).toEqual([sha256(answer?.text ?? ''), answer?.text.length]);
  });

  it('reports what is left out or only partly included, and why', async () => {
    const long = 'long result '.repeat(100);
    const { manifest } = await manifestOf(
      ...begun,
      said('one'),
      answered('', call),
      result('c1', 'load_skill', long),
      answered('', { ...call, id: 'c2' }),
      result('c2', 'load_skill', long),
      loaded('fly', 'Do fly.'),
      { type: 'skill-unloaded', skill: 'fly', tokens: 10, reason: 'agent' },
      { type: 'context-compacted', strategy: 'tool-results', before: 9, after: 8, coversSeq: [8, 8] },
      { type: 'context-compacted', strategy: 'turns', before: 8, after: 7, coversSeq: [4, 6], summary: 'It was so.' },
      said('not this'),
      answered('no'),
      { type: 'history-rewound', toSeq: 12, reason: 'edit' },
      said('but that'),
    );
    expect(manifest.parts.filter(({ place }) => typeof place === 'number').map(({ id }) => id)).toEqual([
      'summary:12',
      'message:7',
      'message:8',
      'message:16',
    ]);
    const summarised = { reason: 'left-summarised', event: 12 };
    expect(manifest.leftOut).toEqual([
      { id: 'message:4', label: 'user', ...summarised, seq: 4 },
      { id: 'message:5', label: 'assistant', ...summarised, seq: 5 },
      { id: 'message:6', label: 'load_skill', ...summarised, seq: 6 },
      {
        id: 'message:8',
        label: 'load_skill',
        seq: 8,
        reason: 'left-shortened',
        event: 11,
        figures: { from: 1200, to: expect.any(Number) },
      },
      { id: 'skill:fly', label: 'fly', skill: 'fly', seq: 10, reason: 'left-unloaded', unloaded: 'agent' },
      { id: 'skill:pack', label: 'pack', skill: 'pack', reason: 'left-never-loaded' },
      { id: 'rewound', label: 'rewound', seq: 15, reason: 'left-set-aside', figures: { messages: 2 } },
    ]);
  });

  it('is built in one pass for a long session, without quadratic work, and others get their turn', async () => {
    const turns = Array.from({ length: 3_000 }, (_, index) => [
      said(`request ${index}`),
      answered('', { ...call, id: `c${index}` }),
      result(`c${index}`, 'load_skill', `result ${index}`),
    ]).flat();
    let others = 0;
    const other = () => {
      others += 1;
      next = setImmediate(other);
    };
    let next = setImmediate(other);
    const { manifest, table } = await manifestOf(...begun, ...turns);
    clearImmediate(next);
    expect(manifest.parts).toHaveLength(9_000 + 5);
    expect(sum(manifest.parts)).toBe(table.total);
    // Before every 2,000 pieces, and before what is left out.
    expect(others).toBeGreaterThanOrEqual(6);
  });
});

it('finds each skill’s own line in the list of every dialect that has one in the system message', async () => {
  for (const dialect of DIALECTS) {
    const state = stateOf(created(), { type: 'settings-changed', dialect }, prompt(), catalog('my tools', 'a - b'));
    const piece = requestPieces(assembleRequest(state)).find(({ part }) => part.kind === 'catalog');
    if (piece === undefined) {
      expect(dialect).toBe('agent-core');
      continue;
    }
    const { lines = [] } = await counting(state.model, (counter) => countedPiece(piece, counter));
    expect(lines.map(({ skill }) => skill)).toEqual(['my tools', 'a - b']);
    for (const { skill, from, length, tokens } of lines) {
      const text = piece.text.slice(from, from + length);
      expect(text).toContain(skill);
      expect(text.trim().startsWith(text.includes('<skill>') ? '<skill>' : '- ')).toBe(true);
      expect(tokens).toBeGreaterThan(3);
    }
  }
});
