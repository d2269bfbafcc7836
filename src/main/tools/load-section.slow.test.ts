/** A skill over its budget in every dialect, through the app: refused with its sections, then loaded in parts. */
import { afterEach, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../../shared/events.ts';
import { type AppFlow, startAppFlow } from '../context/test-kit/app-flow.ts';
import { call, say } from '../models/test-kit/scripted-model.ts';
import { LONG_BODY } from '../skills/test-kit/long-skill.ts';

let flow: AppFlow;
afterEach(() => flow.close());

const FILES = {
  'guide/SKILL.md': `---\nname: guide\ndescription: Builds with the API.\n---\n${LONG_BODY}`,
  'guide/scripts/count.sh': 'echo 3\n',
};
const PYTHON = LONG_BODY.slice(LONG_BODY.indexOf('## Python'), LONG_BODY.indexOf('## TypeScript'));

/** The dialect's call for the whole skill, or for one section of it. */
function load(dialect: Dialect, section?: string) {
  const more = section === undefined ? {} : { section };
  const file = section === undefined ? 'SKILL.md' : `SKILL.md#${section}`;
  switch (dialect) {
    case 'omni':
      return call('load_skill', { name: 'guide', ...more });
    case 'trpc':
      return call('skill_load', { skill: 'guide', ...more });
    case 'agent-core':
      return call('skill', { skill: 'guide', ...more });
    case 'agentscope':
      return call('load_skill_through_path', { skillId: 'guide', path: file });
    case 'standard':
      return call('read_file', { path: `${flow.skills.at('guide')}/${file}` });
  }
}

it.each(DIALECTS)('loads two sections in %s', async (dialect) => {
  flow = await startAppFlow({ dialect }, FILES);
  await flow.turn('Help', load(dialect), load(dialect, 'python'), load(dialect, 'Choosing a model'), say('Done.'));
  const events = await flow.events();
  const results = events.flatMap((one) => (one.type === 'tool-finished' ? [one] : []));
  expect(results.map(({ ok }) => ok)).toEqual([false, true, true]);
  expect(results[0]?.content).toMatch(/TITLE|its title as section/);
  expect(results[0]).toMatchObject({ data: { code: 'over-skill-budget' } });
  expect(results[0]?.content).toMatch(/- Choosing a model \(\d+ tokens\)\n- Python \(/);
  expect(events.flatMap((one) => (one.type === 'skill-loaded' ? [one.sections] : []))).toEqual([
    ['Python'],
    ['Python', 'Choosing a model'],
  ]);
  const [, , second = '', third = ''] = flow.posted();
  const written = JSON.stringify(PYTHON.trim()).slice(1, -1);
  expect(second.split(written)).toHaveLength(2);
  expect(third.split(written)).toHaveLength(2);
  expect(third).toContain('A model has rule 40');
  const verified = await flow.client.review.verify({ sessionId: flow.sessionId });
  expect(verified).toMatchObject({ ok: true, requests: 4, verified: 4 });
});

it('reads lines of a skill that is too long to load', async () => {
  flow = await startAppFlow({ dialect: 'standard' }, FILES);
  const path = `${flow.skills.at('guide')}/SKILL.md`;
  await flow.turn('Help', call('read_file', { path, offset: 5, limit: 3 }), say('Done.'));
  const finished = (await flow.events()).find((one) => one.type === 'tool-finished');
  expect(finished).toMatchObject({ ok: true });
  expect(finished?.type === 'tool-finished' && finished.content).toContain(
    '# Building with the API\n\nAsk for the language',
  );
});
