/** The demo model and a list of skills that has no room for all: it searches, and loads what it found. */
import { expect, it } from 'vitest';
import { answer } from './server.ts';
import { called, person } from './test-kit/one-sentence.ts';
import { chatRequestSchema } from './wire.ts';

const SYSTEM = [
  '## Available Skills (use when needed)',
  '- [○] **notes**: Notes (笔记): takes notes.',
  '- … and 998 more: search_skills finds them',
].join('\n');
const tool = (name: string, ...fields: string[]) => ({
  type: 'function',
  function: { name, parameters: { properties: Object.fromEntries(fields.map((field) => [field, {}])) } },
});
const LOADS = [tool('load_skill', 'name'), tool('run_command', 'command')];
const CUT = [...LOADS, tool('search_skills', 'query', 'limit')];
const ask = (tools: readonly object[], ...messages: object[]) =>
  answer(chatRequestSchema.parse({ model: 'm', tools, messages: [{ role: 'system', content: SYSTEM }, ...messages] }));
const found = (...lines: readonly string[]) =>
  called('search_skills', { query: 'x' }, ['Best of 999 skills first. Load one with load_skill.', ...lines].join('\n'));

const ASKED = 'Check my supplier invoices against the orders';
const INVOICES = '- **invoices**: Checks supplier invoices against orders (核对发票).';

it('searches where no listed skill fits, and loads what it found', () => {
  expect(ask(CUT, person(ASKED)).call).toEqual({ name: 'search_skills', arguments: { query: ASKED } });
  expect(ask(CUT, person(ASKED), ...found(INVOICES)).call).toEqual({
    name: 'load_skill',
    arguments: { name: 'invoices' },
  });
});

it('searches once a turn, and says so where nothing fits', () => {
  const said = ask(CUT, person(ASKED), ...found('- **poems**: Writes poems.'));
  expect(said.call).toBeUndefined();
  expect(said.text).not.toBe('');
});

it('does not search where the list is whole, or where a listed skill fits', () => {
  expect(ask(LOADS, person(ASKED)).call).toBeUndefined();
  expect(ask(CUT, person('take notes of this, please')).call?.name).toBe('load_skill');
  expect(ask(CUT, person('thanks')).call).toBeUndefined();
});

it('finds the skill for flights, and one that the person names', () => {
  const flight = '- **book-flight**: Flight booking assistant (机票预订): searches flights.';
  const trip = person('Beijing to Tokyo tomorrow');
  expect(ask(CUT, trip).call?.name).toBe('search_skills');
  expect(ask(CUT, trip, ...found(flight)).call).toEqual({ name: 'load_skill', arguments: { name: 'book-flight' } });
  expect(ask(CUT, person('load the skill invoices')).call).toMatchObject({
    name: 'search_skills',
    arguments: { query: expect.stringContaining('invoices') },
  });
  expect(ask(CUT, person('load the skill invoices'), ...found(INVOICES)).call?.name).toBe('load_skill');
});
