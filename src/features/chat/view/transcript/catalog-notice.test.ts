import { expect, it } from 'vitest';
import { answered, asked, ended, eventsOf, opened, said } from '../../../../renderer/test-kit/fixtures/log.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { buildTranscript } from './transcript.ts';

const change = (added: string[], removed: string[]) => {
  return { type: 'catalog-changed' as const, skills: [], added, removed, changed: [], diagnostics: [] };
};

// Rules: 003.16
it('reports added or removed skills where that was noticed, but not those present from the start', () => {
  const events = eventsOf('s', [
    ...opened,
    change(['fly'], []),
    ...said('hello'),
    asked(1),
    answered(1, 'Hello.'),
    ...ended('Hello.', 1),
    ...said('and now?'),
    change(['hotel'], ['fly']),
    asked(2),
    answered(2, 'Now there is a hotel.'),
  ]);
  const items = buildTranscript(foldEvents('s', events)).filter(({ kind }) =>
    ['user', 'catalog', 'assistant'].includes(kind),
  );
  expect(items.map((item) => (item.kind === 'catalog' ? item.change : item.kind))).toMatchObject([
    'user',
    'assistant',
    'user',
    { added: ['hotel'], removed: ['fly'] },
    'assistant',
  ]);
});
