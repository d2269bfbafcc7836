import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { standard } from './standard.ts';
import { FILES, type Flow, startFlow } from './test-kit/flow.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow('standard', { ...FILES, 'lower/skill.md': FILES['notes/SKILL.md'] });
});
afterAll(() => flow.remove());

const at = (file: string) => path.join(flow.session.bundledRoot, file);
const read = async (file: string, more: object = {}) => (await flow.call('read_file', { path: file, ...more })).content;

// Rules: 003.3, spec.1
it('lists the skills with absolute locations, without a skill tool', () => {
  flow.say('fly me');
  const skill = (name: string, description: string, file: string) =>
    `<skill>\n<name>${name}</name>\n<description>${description}</description>\n<location>${at(file)}</location>\n</skill>`;
  expect(flow.system()).toBe(
    [
      standard.basePrompt,
      '',
      '## Workspace',
      flow.session.state().workspaceSection,
      '',
      '<available_skills>',
      skill('fly', 'Finds &quot;flights&quot; &lt;fast&gt; &amp; cheap.', 'fly/SKILL.md'),
      skill('My Notes', 'Keeps notes.', 'lower/SKILL.md'),
      skill('My Notes', 'Keeps notes.', 'notes/SKILL.md'),
      '</available_skills>',
    ].join('\n'),
  );
  const tools = flow.request().body.tools?.map((tool) => tool.function.name);
  expect(tools).toEqual(['run_command', 'grep', 'list_dir', 'read_file', 'write_file']);
});

// Rules: spec.2, spec.3
it('loads a skill when its SKILL.md is read, and returns the file byte for byte', async () => {
  const file = FILES['fly/SKILL.md'];
  expect(await read(at('fly/SKILL.md'))).toBe(file);
  expect(flow.session.state().loadedSkills).toMatchObject([{ id: 'fly', instructions: file }]);
  expect(flow.results()).toEqual([file]);
  expect(flow.request().items.flatMap((item) => item.documents)).toMatchObject([
    { part: { kind: 'skill', skill: 'fly' } },
  ]);
  expect(await read(at('fly/SKILL.md'))).toContain('already loaded');
  // Its path follows the catalog, however its file is spelled on disk.
  expect(await read(at('lower/SKILL.md'))).toBe(FILES['notes/SKILL.md']);
});

// Rules: spec.4
it('loads a reference of a loaded skill when it is read; other files and ranges are only read', async () => {
  expect(await read(at('fly/reference.md'))).toBe('# Cities\nTokyo\n');
  expect(flow.session.state().loadedSkills[0]?.references.map((reference) => reference.path)).toEqual(['reference.md']);
  expect(await read(at('fly/reference.md'), { limit: 1 })).toBe('# Cities\n[lines 1 to 1 of 2; go on with offset 2]');
  expect(await read(at('fly/scripts/find.py'))).toMatch(/^import sys\n/);
  flow.session.append({ type: 'reference-unloaded', skill: 'fly', path: 'reference.md', reason: 'user' });
  expect(flow.results().filter((content) => content === '# Cities\nTokyo\n')).toEqual([]);
});

// Rules: spec.4
it('allows reading the folder of every listed skill, loaded or not, and nothing else', async () => {
  const { content } = await flow.call('list_dir', { path: at('notes') });
  expect(content).toMatch(/^SKILL\.md {2}\d+ bytes$/);
  expect(await read(path.join(flow.session.home, 'elsewhere'))).toContain('outside the folders that may be read');
  expect(await read(at('fly/../../elsewhere/SKILL.md'))).toContain('outside the folders that may be read');
});
