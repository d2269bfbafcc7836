import { expect, it, vi } from 'vitest';
import { DIALECTS } from '../../../shared/events.ts';
import { DIALECT_PROMPTS } from './index.ts';
import { FILES, startFlow } from './test-kit/flow.ts';

vi.setConfig({ testTimeout: 60_000 });

// Rules: 002.7
it('names only tools that the dialect offers in its prompt text', async () => {
  const flows = await Promise.all(DIALECTS.map((dialect) => startFlow(dialect)));
  const offered = flows.map((flow) => flow.request().body.tools?.map((tool) => tool.function.name) ?? []);
  const all = new Set(offered.flat());
  // Ordinary words: a thing, and what runs a shell script.
  for (const word of ['skill', 'bash']) all.delete(word);
  for (const [index, flow] of flows.entries()) {
    const own = offered[index] ?? [];
    const words = new Set(`${flow.system()} ${JSON.stringify(flow.request().body.tools)}`.match(/[a-z_]+/g));
    expect(
      [...all].filter((name) => words.has(name) && !own.includes(name)),
      DIALECTS[index],
    ).toEqual([]);
    flow.remove();
  }
});

// Rules: 001.7, 002.6
it('has no catalog and no skill tool in any dialect when there are no skills', async () => {
  for (const dialect of DIALECTS) {
    const flow = await startFlow(dialect, {});
    const { system, tools = [] } = { system: flow.system(), tools: flow.request().body.tools };
    expect(system.startsWith(`${DIALECT_PROMPTS[dialect].basePrompt}\n\n## Workspace\n`)).toBe(true);
    expect(
      flow.request().sections.map(({ part }) => part.kind),
      dialect,
    ).not.toContain('catalog');
    expect(tools.filter((tool) => /skill/.test(tool.function.name))).toEqual([]);
    flow.remove();
  }
});

it('rebuilds the request from the same log after a dialect change', async () => {
  const flow = await startFlow('agent-core', FILES);
  flow.say('fly me');
  await flow.call('skill', { skill: 'fly' });
  flow.session.append({ type: 'settings-changed', dialect: 'omni', placement: 'system' });
  expect(flow.system()).toContain('- [✓] **fly**');
  expect(flow.system()).toContain('### Skill: fly\n# Guide');
  expect(flow.results()).toEqual([
    "[The text of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]",
  ]);
  flow.remove();
});
