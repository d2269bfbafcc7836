import { afterEach, expect, it } from 'vitest';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

const SKILL = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.`;

let session: ToolSession;
afterEach(() => session.remove());

async function start() {
  session = await startToolSession({
    bundled: {
      'fly/SKILL.md': SKILL('fly', 'Books flights. 预订机票。'),
      'pdf/SKILL.md': SKILL('pdf', 'Fills in PDF forms.'),
      'hotel/SKILL.md': SKILL('hotel', 'Books hotels.'),
      'secret/SKILL.md': SKILL('secret', 'Books secret flights.'),
    },
  });
  const { catalog } = session.state();
  const skills = catalog.map((entry) => (entry.id === 'secret' ? { ...entry, modelInvocable: false as const } : entry));
  session.append(
    { type: 'catalog-changed', skills, added: [], removed: [], changed: [], diagnostics: [] },
    { type: 'catalog-listed', skills: ['hotel'], of: 3, budget: 20 },
  );
}
const search = async (args: unknown) => (await session.call('search_skills', args)).result?.content ?? '';
const ids = (content: string) => [...content.matchAll(/\*\*([^*]+)\*\*/g)].map(([, id]) => id);

it('finds skills that the list leaves out, in any language, but none that only the person loads', async () => {
  await start();
  expect(ids(await search({ query: 'book a flight' }))).toEqual(['fly', 'hotel']);
  expect(ids(await search({ query: '机票' }))).toEqual(['fly']);
  expect(ids(await search({ query: 'book', limit: 1 }))).toHaveLength(1);
  expect(await search({ query: 'spreadsheet' })).toContain('No skill matches "spreadsheet"');
  expect(await search({})).toContain('Bad arguments for search_skills: "query" is missing');
});

it('is offered only while the list leaves skills out', async () => {
  await start();
  session.append({ type: 'catalog-listed', of: 3, budget: 0 });
  expect(await search({ query: 'book' })).not.toContain('**');
  const names = (more: number) =>
    session.tools.definitions('omni', { hasSkills: true, list: { skills: [], more } }).map(({ name }) => name);
  expect(names(0)).not.toContain('search_skills');
  expect(names(2)).toContain('search_skills');
});

it('loads what it finds, and names the list and the search where an id is wrong', async () => {
  await start();
  const wrong = (await session.call('load_skill', { name: 'flight' })).result;
  expect(wrong?.content).toContain('- hotel\n- … and 2 more: search_skills finds them');
  expect((await session.call('load_skill', { name: 'secret' })).result?.ok).toBe(false);
  expect((await session.call('load_skill', { name: 'fly' })).result).toMatchObject({ ok: true });
  expect(await search({ query: 'flights' })).toContain('**fly** [loaded]');
});
