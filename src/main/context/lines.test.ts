import { expect, it } from 'vitest';
import { DIALECTS } from '../../shared/events.ts';
import { assembleRequest } from './build-request.ts';
import { countedPiece } from './left-out.ts';
import { catalog, created, prompt, stateOf } from './test-kit/states.ts';
import { requestPieces } from './token-table.ts';
import { counting } from './tokens/counter.ts';

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
