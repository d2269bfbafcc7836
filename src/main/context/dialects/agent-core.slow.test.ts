import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tableOf } from '../engine.ts';
import { type Flow, startFlow } from './test-kit/flow.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow('agent-core');
  flow.say('fly me');
});
afterAll(() => flow.remove());

const LOADED = '# Guide\n\nRun `scripts/find.py TO`. On an error read reference.md.';

// Rules: 003.11, 003.12
it('returns the body once, for as long as the skill is loaded', async () => {
  const before = JSON.stringify(flow.request().body.messages).slice(0, -1);
  expect(await flow.call('skill', { skill: 'fly' })).toEqual({
    ok: true,
    content: LOADED,
    data: { carries: [{ skill: 'fly', length: LOADED.length }] },
  });
  expect(flow.results()).toEqual([LOADED]);
  expect(JSON.stringify(flow.request().body.messages).startsWith(before)).toBe(true);
  const { parts, total } = await tableOf(flow.session.state());
  expect(parts.map(({ kind, label }) => `${kind}:${label}`)).toContain('skill:fly');
  expect(total).toBe(parts.reduce((sum, part) => sum + part.tokens, 0));

  expect((await flow.call('skill', { skill: 'fly' })).content).toContain('already loaded');
  flow.session.append({ type: 'skill-unloaded', skill: 'fly', tokens: 1, reason: 'user' });
  expect(flow.request().json).not.toContain('scripts/find.py TO');
  expect(flow.results()[0]).toBe(
    "[The text of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]",
  );
  await flow.call('skill', { skill: 'fly' });
  expect(flow.results()).toHaveLength(3);
  expect(flow.results().filter((content) => content === LOADED)).toHaveLength(1);
  expect(flow.results()[2]).toBe(LOADED);
});

// Rules: 003.18
it('runs a bundled script of the skill with bash without asking', async () => {
  const script = flow.session.runner.runWith(`${flow.session.bundledRoot}/fly/scripts/find.py`);
  const { content } = await flow.call('bash', { command: `${script} Tokyo` });
  expect(content).toMatch(/found Tokyo/);
  expect(content).toMatch(/slowly[\s\S]*\[exit status 0\]$/);
});

// Rules: 003.10, 003.15
it('follows the disk in the catalog description, and omits the skill tool without skills', () => {
  const { session } = flow;
  const catalog = (skills: ReturnType<typeof session.state>['catalog']) =>
    session.append({
      type: 'catalog-changed',
      skills: [...skills],
      added: [],
      removed: [],
      changed: [],
      diagnostics: [],
    });
  const all = session.state().catalog;
  catalog(all.slice(0, 1));
  flow.refresh();
  expect(flow.request().body.tools?.[0]?.function.description).toBe(
    'Execute a skill. Available skills:\n- fly: Finds "flights" <fast> & cheap.',
  );
  catalog([]);
  flow.refresh();
  expect(flow.request().body.tools?.map((tool) => tool.function.name)).not.toContain('skill');
  expect(flow.system()).not.toContain('Skill Folders');
  catalog(all);
  flow.refresh();
});
