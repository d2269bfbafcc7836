import { expect, it } from 'vitest';
import { DIALECTS } from '../../../shared/events.ts';
import { assembleRequest } from '../build-request.ts';
import { catalog, created, prompt, stateOf } from '../test-kit/states.ts';
import { counting } from '../tokens/counter.ts';
import { linesOf } from './lines.ts';
import { requestPieces } from './pieces.ts';

it('finds every skill’s own line in the list of each dialect that has one in the system message', async () => {
  for (const dialect of DIALECTS) {
    const state = stateOf(created(), { type: 'settings-changed', dialect }, prompt(), catalog('fly', 'pack'));
    const piece = requestPieces(assembleRequest(state)).find(({ kind }) => kind === 'catalog');
    if (piece === undefined) {
      expect(dialect).toBe('agent-core');
      continue;
    }
    const { lines = [] } = await counting(state.model, (counter) => linesOf(piece, state.catalog, counter));
    expect(lines.map(({ label }) => label)).toEqual(['fly', 'pack']);
    for (const { label, from, length, tokens } of lines) {
      const text = piece.text.slice(from, from + length);
      expect(text).toContain(label);
      expect(text.trim().startsWith(text.includes('<skill>') ? '<skill>' : '- ')).toBe(true);
      expect(tokens).toBeGreaterThan(3);
    }
  }
});
