import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Flow, startFlow } from './test-kit/flow.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow('agentscope');
  flow.say('fly me');
});
afterAll(() => flow.remove());

const load = (skillId: string, file: string) => flow.call('load_skill_through_path', { skillId, path: file });
const LOADED = [
  'Successfully loaded skill: fly',
  '',
  'Name: fly',
  'Description: Finds "flights" <fast> & cheap.',
  'Source: bundled',
  '',
  'Content:',
  '---',
  '# Guide',
  '',
  'Run `scripts/find.py TO`. On an error read reference.md.',
  '---',
].join('\n');
const REFERENCE = [
  'Successfully loaded resource from skill: fly',
  'Resource path: reference.md',
  '',
  'Content:',
  '---',
  '# Cities\nTokyo\n',
  '---',
].join('\n');

// Rules: 004.4
it('answers a wrong path with the resources, a wrong id with the ids, and loads nothing', async () => {
  expect(await load('fly', 'references/api.md')).toEqual({
    ok: false,
    content:
      "Resource not found: 'references/api.md' in skill 'fly'. Available resources:\n1. SKILL.md\n2. reference.md\n3. references/fares.md\n4. scripts/find.py",
  });
  for (const wrong of ['../notes/SKILL.md', '/etc/passwd', 'reference'])
    expect((await load('fly', wrong)).ok).toBe(false);
  expect((await load('swim', 'SKILL.md')).content).toBe('There is no skill "swim". The skills are:\n- fly\n- notes');
  expect((await load('fly', 'scripts/find.py')).content).toContain('Load it with path "SKILL.md" first');
  expect(flow.session.state().loadedSkills).toEqual([]);
});

// Rules: 004.1, 004.3
it('loads the skill by SKILL.md and a resource by its path, each text once', async () => {
  const before = flow.results().length;
  expect((await load('fly', 'SKILL.md')).content).toBe(LOADED);
  expect((await load('fly', './reference.md')).content).toBe(REFERENCE);
  expect((await load('fly', 'scripts/find.py')).content).toMatch(
    /Resource path: scripts\/find\.py\n\nContent:\n---\nimport sys/,
  );
  expect(flow.results().slice(before, before + 2)).toEqual([LOADED, REFERENCE]);
  expect(flow.request().json.split('# Cities')).toHaveLength(2);
  flow.session.append({ type: 'skill-unloaded', skill: 'fly', tokens: 1, reason: 'user' });
  expect(flow.results().slice(before, before + 2)).toEqual([
    "[The text of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]",
    "[The text of 'reference.md' of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]",
  ]);
});

// Rules: 004.14
it('loads the skill together with a resource; the reference can be unloaded alone', async () => {
  const { content } = await load('fly', 'reference.md');
  expect(content).toBe(`${LOADED}\n\n${REFERENCE}`);
  expect(flow.results().at(-1)).toBe(content);
  flow.session.append({ type: 'reference-unloaded', skill: 'fly', path: 'reference.md', reason: 'user' });
  expect(flow.results().at(-1)).toBe(
    `${LOADED}\n\n[The text of 'reference.md' of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]`,
  );
});

// Rules: 004.10, 004.11
it('returns both streams of a command in tags', async () => {
  const script = flow.session.runner.runWith(path.join(flow.session.bundledRoot, 'fly/scripts/find.py'));
  expect((await flow.call('execute_shell_command', { command: `${script} Tokyo` })).content).toBe(
    '<returncode>0</returncode><stdout>found Tokyo\n</stdout><stderr>slowly\n</stderr>',
  );
  const failing = await flow.call('execute_shell_command', { command: `${script}` });
  expect(failing.ok).toBe(false);
  expect(failing.content).toMatch(/^<returncode>1<\/returncode><stdout><\/stdout><stderr>Traceback[\s\S]*IndexError/);
});

// Rules: 004.10
it('writes and views files with line numbers and ranges, in the work folder only', async () => {
  const view = async (args: object) => (await flow.call('view_text_file', args)).content;
  await flow.call('write_text_file', { file_path: 'work/a.txt', content: 'one\ntwo\nthree\n' });
  expect(await view({ file_path: 'work/a.txt' })).toBe(
    'The content of work/a.txt:\n```\n1: one\n2: two\n3: three\n```',
  );
  await flow.call('write_text_file', { file_path: 'work/a.txt', content: 'TWO', ranges: [2, 2] });
  expect(await view({ file_path: 'work/a.txt', ranges: '2,3' })).toBe(
    'The content of work/a.txt in 2,3 lines:\n```\n2: TWO\n3: three\n```',
  );
  expect(await view({ file_path: 'work/a.txt', ranges: [-1, -1] })).toContain('\n3: three\n');
  expect(await view({ file_path: 'work/a.txt', ranges: [7, 9] })).toContain('which has 3 lines');
  expect(await view({ file_path: '/etc/passwd' })).toContain('outside the folders');
  expect((await flow.call('write_text_file', { file_path: '/tmp/x', content: 'x' })).ok).toBe(false);
});
