/** Loading a skill in parts (CONTRACT §14): whole sequences with a real store and the real engine. */
import { expect, it } from 'vitest';
import { isTurnRequest } from '../../shared/context-views.ts';
import { buildRequest } from '../context/build-request.ts';
import { countTokens, tableOf } from '../context/engine.ts';
import { sha256 } from '../lib/text.ts';
import { LONG_BODY } from '../skills/test-kit/long-skill.ts';
import { requestAt } from './requests.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

let rig: Rig;

const load = (section?: string) =>
  calls({ name: 'load_skill', args: { name: 'guide', ...(section ? { section } : {}) } });
/** A heading's bytes up to the next of the same depth. */
const between = (from: string, to: string) => LONG_BODY.slice(LONG_BODY.indexOf(from), LONG_BODY.indexOf(to));
const CHOOSING = between('## Choosing a model', '## Python');
const PYTHON_STREAMING = between('### Streaming', '### Tool use');
const state = (id: string) => rig.sessions.get(id).state;
const sent = () =>
  (JSON.parse(rig.requests.at(-1)?.json ?? '') as { messages: { content: string }[] }).messages[0]?.content;
const result = (id: string) => {
  const message = state(id).messages.findLast(({ role }) => role === 'tool');
  return message?.role === 'tool' ? message.content : '';
};
const loaded = (id: string) =>
  state(id).loadedSkills.map(({ id: skill, sections }) => [skill, ...(sections ?? ['whole'])]);
const isRebuilt = (id: string) => {
  const session = rig.sessions.get(id);
  return session.events
    .filter(isTurnRequest)
    .every(({ seq, sha256: sent }) => buildRequest(requestAt(session, seq).state).sha256 === sent);
};

it('offers the sections of a skill over its budget, and keeps those that are loaded until all are too long', async () => {
  rig = new Rig({ skills: { guide: { body: LONG_BODY, references: { 'a.md': 'About a.' } } } });
  const { id } = rig.sessions.create({});
  const ask = (section?: string) => rig.turn(id, 'Help', load(section), words('Done.'));

  await ask();
  const finished = rig.sessions.get(id).events.findLast((event) => event.type === 'tool-finished');
  const whole = await countTokens('gpt-4o', `### Skill: guide\n${LONG_BODY}`);
  const sections = await Promise.all(
    [
      ['Choosing a model', CHOOSING],
      ['Python', between('## Python', '## TypeScript')],
      ['TypeScript', between('## TypeScript', '## Reference tables')],
      ['Reference tables > Limits', between('### Limits', '### Prices')],
      ['Reference tables > Prices', LONG_BODY.slice(LONG_BODY.indexOf('### Prices'))],
    ].map(async ([title = '', text = '']) => ({ title, tokens: await countTokens('gpt-4o', text) })),
  );
  expect(finished).toMatchObject({
    ok: false,
    data: { code: 'over-skill-budget', figures: { tokens: whole, budget: 8_000 }, sections },
  });
  for (const { title, tokens } of sections) expect(result(id)).toContain(`- ${title} (${tokens} tokens)`);
  expect(loaded(id)).toEqual([]);

  await ask('### reference  TABLES');
  expect(result(id)).toMatch(/Sections:\n- Reference tables > Limits \(\d+ tokens\)\n- Reference tables > Prices/);
  await ask('streaming');
  expect(result(id)).toMatch(
    /more than one section "streaming"\. Sections:\n- Python > Streaming \(\d+ tokens\)\n- TypeScript > Streaming/,
  );
  await ask('Batches');
  expect(result(id)).toMatch(/no section "Batches"\. Sections:\n- Choosing a model/);
  expect(loaded(id)).toEqual([]);

  await ask('Choosing a model');
  expect(sent()).toContain(
    `# Building with the API\n\nAsk for the language first, then read its section.\n\n${CHOOSING}`,
  );
  expect(sent()).not.toContain('Use the Python client');
  await rig.sessions.loadReference(id, 'guide', 'a.md');
  await ask('Python > Streaming');
  expect(sent()).toContain(`${CHOOSING}## Python\n\nUse the Python client.\n\n${PYTHON_STREAMING}`);
  expect(sent()).toContain('About a.');
  expect(loaded(id)).toEqual([['guide', 'Choosing a model', 'Python > Streaming']]);
  expect(rig.sessions.get(id).events.filter(({ type }) => type === 'skill-loaded')).toMatchObject([
    { sections: ['Choosing a model'] },
    { sections: ['Choosing a model', 'Python > Streaming'] },
  ]);
  const row = (await tableOf(state(id))).parts.find(({ kind }) => kind === 'skill');
  expect(row).toMatchObject({ label: 'guide', sections: ['Choosing a model', 'Python > Streaming'] });
  expect(row?.tokens).toBe(state(id).loadedSkills[0]?.tokens);
  await ask('Choosing a model');
  expect(result(id)).toContain('is already loaded');
  await ask('Limits');
  await ask('Prices');
  expect(result(id)).toMatch(
    /it takes \d+ tokens and the budget for one is 8000\. What is loaded of it stays: Choosing a model, Python > Streaming, Reference tables > Limits\. Unload it/,
  );

  const fork = await rig.sessions.fork(id, state(id).messages.at(-1)?.seq ?? 0);
  await rig.turn(id, 'Enough', calls({ name: 'unload_skill', args: { name: 'guide' } }), words('Done.'));
  expect([loaded(id), loaded(fork)]).toEqual([
    [],
    [['guide', 'Choosing a model', 'Python > Streaming', 'Reference tables > Limits']],
  ]);
  const first = state(id).messages.find(({ role }) => role === 'user')?.seq ?? 0;
  rig.answers.push(load('Prices'), words('Done.'));
  await rig.sessions.edit(id, first, 'Again');
  await rig.ended(id);
  expect(loaded(id)).toEqual([['guide', 'Reference tables > Prices']]);
  expect(isRebuilt(id)).toBe(true);
});

it('begins a skill that a message calls, gives a section of a short one alone, and reloads what changed', async () => {
  const skills = {
    guide: { body: LONG_BODY },
    short: { body: 'Be brief.\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n' },
    flat: { body: `${'A line of a text without headings.\n'.repeat(2_000)}The end.` },
  };
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  await rig.turn(id, '/guide how do I stream?', words('Done.'));
  expect(loaded(id)).toEqual([['guide']]);
  expect(sent()).toMatch(
    /its beginning\. Not loaded: "Choosing a model", "Python", "TypeScript", "Reference tables"\./,
  );
  expect(sent()).toContain('Ask for the language first');
  expect(sent()).not.toContain('Use the Python client');
  await rig.turn(id, 'Go', load('Python'), words('Done.'));
  expect(loaded(id)).toEqual([['guide', 'Python']]);
  await rig.turn(id, '/guide more', words('Done.'));
  expect(loaded(id)).toEqual([['guide', 'Python']]);

  skills.guide.body = LONG_BODY.replace('Use the Python client.', 'Use client 2.').replace('## TypeScript', '## Deno');
  await rig.sessions.reloadSkill(id, 'guide');
  await rig.turn(id, 'Go', words('Done.'));
  expect(sent()).toContain('Use client 2.');
  skills.guide.body = skills.guide.body.replace('## Python', '## Snake');
  await rig.sessions.reloadSkill(id, 'guide');
  expect(loaded(id)).toEqual([['guide']]);
  expect(state(id).loadedSkills[0]?.instructions).toContain('"Snake"');

  await rig.turn(id, 'Go', calls({ name: 'load_skill', args: { name: 'short', section: 'two' } }), words('Done.'));
  expect(sent()).toContain('Be brief.\n\n# Two\n\nSecond.\n');
  expect(sent()).not.toContain('First.');
  const flat = { name: 'flat', section: 'SKILL.md (part 12 of 12)' };
  await rig.turn(id, 'Go', calls({ name: 'load_skill', args: flat }), words('Done.'));
  expect(sent()).toContain('A line of a text without headings.\nThe end.');
  expect(state(id).loadedSkills.map(({ sha256: hash, instructions }) => hash === sha256(instructions))).not.toContain(
    false,
  );
  expect(isRebuilt(id)).toBe(true);
});
