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

  it('has no room left, and not less than none, when the request is over the window', () => {
    const part = { kind: 'user', label: 'user', tokens: 120, reason: '' } as const;
    const segments = segmentsOf({ total: 120, max: 100, parts: [part], encoding: 'o200k_base' }, []);
    expect(segments.at(-1)).toMatchObject({ kind: 'free', tokens: 0, share: 0 });
  });
});
