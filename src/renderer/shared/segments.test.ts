import { describe, expect, it } from 'vitest';
import type { TokenPart } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { setLanguage, translate } from '../i18n.ts';
import { bookingEn } from '../test-kit/sessions.ts';
import { partName } from './map-parts.ts';
import { segmentsOf } from './segments.ts';

describe('the gauge’s segments', () => {
  it('adds up each kind, separates skills and references, and fills the window to its end', () => {
    const log = bookingEn();
    const state = foldEvents(log.session, log.events);
    const table = state.lastRequest?.tokens;
    if (table === undefined) throw new Error('The fixture sends requests.');
    const segments = segmentsOf(table, state.loadedSkills);
    expect(segments.map(({ id, tokens, reason }) => [id, tokens, reason])).toEqual([
      ['base', 612, 'base'],
      ['tools', 1_384, 'tool'],
      ['catalog', 431, 'catalog'],
      ['skill/book-flight/', 1_874, 'loaded-by-agent'],
      ['reference/book-flight/reference.md', 1_316, 'reference'],
      ['user', 24, 'conversation'],
      ['assistant', 141, 'conversation'],
      ['tool-result', 176, 'conversation'],
      ['free', 122_042, undefined],
    ]);
    expect(segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(table.max);
  });

  it('has a row for the tools a skill brings, and marks pinned ones', () => {
    const log = bookingEn();
    const { loadedSkills } = foldEvents(log.session, log.events);
    const [skill] = loadedSkills;
    if (skill === undefined) throw new Error('The fixture loads a skill.');
    const parts = [
      { kind: 'tools', label: 'tools', reason: 'tool', count: 8, tokens: 700 },
      { kind: 'tools', label: 'my tools', reason: 'skill-tool', skill: 'my tools', count: 1, tokens: 90 },
      { kind: 'skill', label: 'my tools', reason: 'loaded-by-user', skill: 'my tools', tokens: 200 },
      {
        kind: 'reference',
        label: 'a - b - c - d.md',
        reason: 'reference',
        skill: 'a - b',
        path: 'c - d.md',
        tokens: 10,
      },
    ] satisfies TokenPart[];
    const loaded = [{ ...skill, id: 'my tools', pinned: true }];
    const segments = segmentsOf({ total: 1_000, max: 2_000, parts, encoding: '' }, loaded);
    expect(
      segments.map(({ id, tokens, reason, name, skill: of, pinned }) => [id, tokens, reason, name, of, pinned]),
    ).toEqual([
      ['tools', 700, 'tool', '', '', false],
      ['tools/my tools/', 90, 'skill-tool', '', 'my tools', false],
      ['skill/my tools/', 200, 'loaded-by-user', 'my tools', 'my tools', true],
      ['reference/a - b/c - d.md', 10, 'reference', 'c - d.md', 'a - b', false],
      ['free', 1_000, undefined, '', '', false],
    ]);
  });

  it('shows zero free space, not less, when the request exceeds the window', () => {
    const part = { kind: 'user', label: 'user', tokens: 120, reason: 'conversation' } as const;
    const segments = segmentsOf({ total: 120, max: 100, parts: [part], encoding: 'o200k_base' }, []);
    expect(segments.at(-1)).toMatchObject({ kind: 'free', tokens: 0, share: 0 });
  });
});

it('names what a skill brings as it is called, whatever its folder is called', () => {
  setLanguage('en');
  const names = (
    [
      { kind: 'tools', label: 'clock', reason: 'skill-tool', skill: 'my tools' },
      { kind: 'skill', label: 'a - b', reason: 'loaded-by-user', skill: 'a - b' },
      { kind: 'reference', label: 'a - b - c - d.md', reason: 'reference', skill: 'a - b', path: 'c - d.md' },
      { kind: 'base', label: 'Loaded Skill References', reason: 'heading' },
      { kind: 'base', label: 'gpt-4o', reason: 'other-model' },
    ] as const
  ).map((part) => Object.values(partName(translate, part, '')));
  expect(names).toEqual([
    ['clock', 'my tools'],
    ['a - b', 'Skill'],
    ['c - d.md', 'a - b'],
    ['Loaded Skill References', 'heading'],
    ['model gpt-4o', ''],
  ]);
});
