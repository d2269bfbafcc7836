import { describe, expect, it } from 'vitest';
import { foldEvents } from '../../shared/reducer.ts';
import { bookingEn } from '../test-kit/sessions.ts';
import { segmentsOf } from './segments.ts';

describe('the gauge’s segments', () => {
  it('adds up what is of one kind, keeps skills and references apart, and fills the window to its end', () => {
    const log = bookingEn();
    const state = foldEvents(log.session, log.events);
    const table = state.lastRequest?.tokens;
    if (table === undefined) throw new Error('The fixture sends requests.');
    const segments = segmentsOf(table, state.loadedSkills);
    expect(segments.map(({ id, tokens, why }) => [id, tokens, why])).toEqual([
      ['base', 612, 'base'],
      ['tools', 1_384, 'tools'],
      ['catalog', 431, 'catalog'],
      ['skill book-flight', 1_874, 'skillByAgent'],
      ['reference book-flight - reference.md', 1_316, 'reference'],
      ['user', 24, 'user'],
      ['assistant', 141, 'assistant'],
      ['tool-result', 176, 'tool-result'],
      ['free', 122_042, 'free'],
    ]);
    expect(segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(table.max);
  });

  it('has a row of its own for the tools that a skill brings, and marks what is pinned', () => {
    const log = bookingEn();
    const { loadedSkills } = foldEvents(log.session, log.events);
    const [skill] = loadedSkills;
    if (skill === undefined) throw new Error('The fixture loads a skill.');
    const row = (kind: 'tools' | 'skill', label: string, tokens: number) => ({ kind, label, tokens, reason: '' });
    const parts = [
      row('tools', '8 tool definitions', 700),
      row('tools', skill.id, 90),
      row('tools', 'gone-skill', 10),
      row('skill', skill.id, 200),
    ];
    const segments = segmentsOf({ total: 1_000, max: 2_000, parts, encoding: '' }, [{ ...skill, pinned: true }]);
    expect(segments.map(({ id, tokens, why, skill: of, pinned }) => [id, tokens, why, of, pinned])).toEqual([
      ['tools', 700, 'tools', '', false],
      [`tools ${skill.id}`, 90, 'skillTools', skill.id, false],
      ['tools gone-skill', 10, 'skillTools', 'gone-skill', false],
      [`skill ${skill.id}`, 200, 'skillByAgent', skill.id, true],
      ['free', 1_000, 'free', '', false],
    ]);
  });

  it('has no room left, and not less than none, when the request is over the window', () => {
    const part = { kind: 'user', label: 'user', tokens: 120, reason: '' } as const;
    const segments = segmentsOf({ total: 120, max: 100, parts: [part], encoding: 'o200k_base' }, []);
    expect(segments.at(-1)).toMatchObject({ kind: 'free', tokens: 0, share: 0 });
  });
});
