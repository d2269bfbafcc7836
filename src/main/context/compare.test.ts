import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { eventsOf } from '../store/test-kit/home.ts';
import { describeDifference } from './diff.ts';
import { tableOf } from './engine.ts';
import { prefixKept } from './left-out.ts';
import { answered, catalog, created, loaded, prompt, result, said } from './test-kit/states.ts';

const call = { id: 'c1', name: 'load_skill', arguments: '{"name":"fly"}' };
const begun = [created(), prompt(['load_skill']), catalog('fly', 'pack'), said('Fly me')] as const;

/** The state after the first events, the one after all, and what the second has of the first. */
async function kept(first: readonly EventBody[], more: readonly EventBody[]) {
  const events = eventsOf(...first, ...more);
  const earlier = foldEvents('s', events.slice(0, first.length));
  const later = foldEvents('s', events);
  return { earlier, later, events, prefix: await prefixKept(earlier, later, events) };
}

describe('the prefix kept by a request', () => {
  it('is the whole previous request when the conversation only continued', async () => {
    const { prefix, earlier } = await kept(begun, [answered('', call), result('c1', 'load_skill', 'Loaded.')]);
    expect(prefix).toEqual({ tokens: (await tableOf(earlier)).total });
  });

  it('is broken by a load in the catalog with placement system, and never with placement tool-result', async () => {
    const load = [answered('', call), loaded('fly', 'Do fly.'), result('c1', 'load_skill', 'Loaded.')];
    const { prefix, earlier } = await kept(begun, load);
    const before = (await tableOf(earlier)).parts.filter(({ kind }) => kind === 'base' || kind === 'tools');
    expect(prefix.broke).toEqual({ kind: 'catalog', label: 'catalog', reason: 'catalog', seq: 6 });
    const stable = before.reduce((sum, { tokens }) => sum + tokens, 0);
    // The heading of the catalog is the same in both.
    expect(prefix.tokens).toBeGreaterThan(stable);
    expect(prefix.tokens).toBeLessThan((await tableOf(earlier)).total);
    const stays = await kept([{ ...created(), placement: 'tool-result' } as EventBody, ...begun.slice(1)], load);
    expect(stays.prefix).toEqual({ tokens: (await tableOf(stays.earlier)).total });
  });

  it('names the cause (the user, the disk or a compaction), not the events the app logged after it', async () => {
    const broke = async (...more: EventBody[]) =>
      (await kept([...begun, answered('Hm.'), said('Go')], more)).prefix.broke;
    const dialect: EventBody = { type: 'settings-changed', dialect: 'agent-core', placement: 'tool-result' };
    expect(await broke(said('x'), dialect, prompt(['skill']))).toEqual({
      kind: 'catalog',
      label: 'catalog',
      reason: 'catalog',
      seq: 8,
    });
    expect(await broke(catalog('fly'), prompt(['load_skill', 'other']))).toMatchObject({ kind: 'tools', seq: 7 });
    expect(
      await broke({
        type: 'context-compacted',
        strategy: 'turns',
        before: 9,
        after: 8,
        coversSeq: [4, 5],
        summary: 'So.',
      }),
    ).toEqual({ kind: 'summary', label: 'summary', reason: 'summary', event: 7, seq: 7 });
    expect(await broke({ type: 'history-rewound', toSeq: 3, reason: 'edit' }, said('Sail me'))).toEqual({
      kind: 'user',
      label: 'user',
      reason: 'conversation',
      seq: 7,
    });
    expect(await broke({ type: 'settings-changed', model: 'gpt-4' })).toEqual({
      kind: 'base',
      label: 'gpt-4',
      reason: 'other-model',
      seq: 7,
    });
  });
});

describe('two requests', () => {
  const load = [answered('', call), loaded('fly', 'Do fly.'), result('c1', 'load_skill', 'Loaded.')];

  it('of one session differ part by part, each with the event that caused it', async () => {
    const events = eventsOf(
      ...begun,
      ...load,
      { type: 'skill-unloaded', skill: 'fly', tokens: 1, reason: 'user' },
      catalog('fly', 'pack', 'pay'),
    );
    const at = (seq: number) => ({ sessionId: 's', state: foldEvents('s', events.slice(0, seq)), events });
    const changes = async (from: number, to: number) => {
      const found = await describeDifference(at(from), at(to), false);
      return found.changes.map(({ id, change, cause }) => `${change} ${id} by ${cause?.type} ${cause?.seq}`);
    };
    expect(await changes(4, 7)).toEqual([
      'changed catalog by skill-loaded 6',
      'added heading:Loaded Skill Instructions by skill-loaded 6',
      'added skill:fly by skill-loaded 6',
      'added message:5 by model-responded 5',
      'added message:7 by tool-finished 7',
    ]);
    expect(await changes(7, 9)).toEqual([
      'changed catalog by catalog-changed 9',
      'removed heading:Loaded Skill Instructions by skill-unloaded 8',
      'removed skill:fly by skill-unloaded 8',
    ]);
    expect(await changes(7, 4)).toEqual([
      'changed catalog by skill-loaded 6',
      'removed heading:Loaded Skill Instructions by skill-loaded 6',
      'removed skill:fly by skill-loaded 6',
      'removed message:5 by model-responded 5',
      'removed message:7 by tool-finished 7',
    ]);
    const withTexts = await describeDifference(at(4), at(7), true);
    expect(withTexts.unchanged).toBe(5);
    expect(withTexts.changes[0]?.texts?.after).toContain('[✓] **fly**');
  });

  it('show what moved when the placement changes, with the same token count before and after', async () => {
    const events = eventsOf(...begun, ...load, { type: 'settings-changed', placement: 'tool-result' });
    const at = (seq: number) => ({ sessionId: 's', state: foldEvents('s', events.slice(0, seq)), events });
    const { changes } = await describeDifference(at(7), at(8), false);
    expect(changes.map(({ id, change, cause }) => [id, change, cause?.seq])).toEqual([
      ['catalog', 'changed', 8],
      ['heading:Loaded Skill Instructions', 'removed', 8],
      ['skill:fly', 'moved', 8],
    ]);
    expect(changes[2]?.before).toBe(changes[2]?.after);
  });

  it('of two sessions are matched by their order in the conversation, not by event number', async () => {
    const one = eventsOf(...begun, answered('Hm.'));
    const other = eventsOf(
      ...begun.slice(0, 3),
      { type: 'session-renamed', title: 't', by: 'user' },
      said('Fly me'),
      answered('Well.'),
    );
    const { changes, unchanged } = await describeDifference(
      { sessionId: 'a', state: foldEvents('s', one), events: one },
      { sessionId: 'b', state: foldEvents('s', other), events: other },
      false,
    );
    expect(unchanged).toBe(6);
    expect(changes.map(({ id, change, cause }) => [id, change, cause])).toEqual([
      ['message:6', 'changed', { sessionId: 'b', seq: 6, type: 'model-responded' }],
    ]);
  });
});
