import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openApp } from '../../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';

const TOOL = `tools:
  - name: find_fares
    description: Finds fares.
    parameters: { type: object, properties: { to: { type: string } }, required: [to] }
    script: scripts/find.py
`;

const folder = tempFolder();
let client: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, 'skills', file)), { recursive: true });
    writeFileSync(path.join(folder, 'skills', file), text);
  };
  const head = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n`;
  put('fly/SKILL.md', `${head('fly', 'Books flights, 预订机票。')}# Guide\n\nRead reference.md.\n`);
  put('fly/reference.md', 'Cities.\n');
  put('fly/scripts/find.py', "print('found')\n");
  put('fly/tools.yaml', TOOL);
  put('pay/SKILL.md', `${head('pay', 'Checks expense reports.')}Pay.\n`);
  put('huge/SKILL.md', `${head('huge', 'Holds too much.')}${'much too much '.repeat(4_000)}\n`);
  ({ client, close } = await openApp({
    home: path.join(folder, 'home'),
    access: 'read',
    projectDir: folder,
    skillRoots: ['none', path.join(folder, 'skills')],
    model: { model: 'gpt-4o', baseUrl: 'http://127.0.0.1:9/v1' },
  }));
});
afterAll(() => close());

it('shows the cost of each phase in every dialect and placement, without a session, a model or a write', async () => {
  const preview = await client.skills.preview({ skill: 'fly' });
  expect(preview.dialects.map(({ dialect, placement }) => `${dialect} ${placement}`)).toEqual([
    'omni system',
    'omni tool-result',
    'trpc system',
    'trpc tool-result',
    'agent-core tool-result',
    'agentscope tool-result',
    'standard tool-result',
  ]);
  for (const { base, phases, refused } of preview.dialects) {
    expect(refused).toBeUndefined();
    expect(phases.catalog).toBeGreaterThan(5);
    expect(phases.instructions).toBeGreaterThan(5);
    expect(phases.references).toMatchObject([{ path: 'reference.md' }]);
    expect(phases.tools).toBeGreaterThan(20);
    expect(base).toBeGreaterThan(100);
  }
  expect(existsSync(path.join(folder, 'home'))).toBe(false);
});

it('refuses a skill over its budget in each dialect, with both figures; one dialect can be requested', async () => {
  const preview = await client.skills.preview({ skill: 'huge', dialects: ['trpc', 'standard'] });
  expect(preview.dialects).toHaveLength(3);
  for (const { refused, phases } of preview.dialects) {
    expect(refused).toMatch(/it takes \d+ tokens and the budget for one is 8000/);
    expect(refused).toContain(String(phases.instructions));
  }
  await expect(client.skills.preview({ skill: 'swim' })).rejects.toMatchObject({ code: 'skill-not-found' });
});

it('counts for the requested model, even without an endpoint', async () => {
  const { client: asked } = await openApp({
    home: path.join(folder, 'bare'),
    access: 'read',
    projectDir: folder,
    skillRoots: ['none', path.join(folder, 'skills')],
  });
  const preview = async (model: string | undefined) => {
    const found = await asked.skills.preview({ skill: 'fly', dialects: ['standard'], ...(model ? { model } : {}) });
    return [found.model, found.encoding];
  };
  expect(await preview(undefined)).toEqual(['skilldeck-demo', 'o200k_base']);
  expect(await preview('gpt-3.5-turbo')).toEqual(['gpt-3.5-turbo', 'o200k_base']);
  expect(await preview('nobody/knows-it')).toEqual(['nobody/knows-it', 'o200k_base']);
});

it('ranks the skill for sentences in both languages against the catalog', async () => {
  const tries = ['Book me a flight', '我要机票', 'Check my expense report', 'Sing'];
  const { tries: found } = await client.skills.preview({ skill: 'fly', dialects: ['omni'], tries });
  expect(found.map(({ rank, of: all, best }) => [rank, all, best[0]?.skill])).toEqual([
    [1, 3, 'fly'],
    [1, 3, 'fly'],
    [0, 3, 'pay'],
    [0, 3, undefined],
  ]);
});
