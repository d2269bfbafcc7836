import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogEntry } from '../../../shared/events.ts';
import { unmentionedSkills } from '../budget.ts';
import { BODY, FILES, type Flow, startFlow } from './test-kit/flow.ts';
import { trpc } from './trpc.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let flow: Flow;
beforeEach(async () => {
  flow = await startFlow('trpc');
  flow.say('fly me');
});
afterEach(() => flow.remove());

const content = async (name: string, args: object, how = {}) => (await flow.call(name, args, how)).content;
const select = async (args: object) => JSON.parse(await content('skill_select_docs', { skill: 'fly', ...args }));
const docs = () => flow.session.state().loadedSkills[0]?.references.map((reference) => reference.path);

const START = [
  'Available skills:',
  '- fly: Finds "flights" <fast> & cheap.',
  '- notes (My Notes): Keeps notes.',
  '',
  'Tooling and workspace guidance:',
].join('\n');

describe('the context', () => {
  // Rules: 002.1, 002.3, 002.6
  it('puts an overview and guidance first, then bodies, each followed by its documents', async () => {
    const head = `${trpc.basePrompt}\n\n## Workspace\n${flow.session.state().workspaceSection}\n\n${START}`;
    const before = flow.system();
    expect(before.startsWith(head)).toBe(true);
    expect(flow.request().body.tools?.map((tool) => tool.function.name)).toEqual([
      'skill_load',
      'skill_select_docs',
      'skill_list_docs',
      'skill_run',
      'skill_exec',
      'skill_write_stdin',
      'skill_poll_session',
      'skill_kill_session',
    ]);
    expect(await content('skill_load', { skill: 'fly', docs: ['reference.md'] })).toBe(
      'loaded: fly\ndocs: reference.md',
    );
    expect(await content('skill_load', { skill: 'notes' })).toBe('loaded: notes');
    expect(flow.system()).toBe(
      `${before}\n\n[Loaded] fly\n\n${BODY}\n[Doc] fly - reference.md\n\n# Cities\nTokyo\n\n[Loaded] notes\n\nWrite.\n`,
    );
  });

  it('keeps the bytes of the system message with placement tool-result, as the results carry the texts', async () => {
    const other = await startFlow('trpc', FILES, 'tool-result');
    other.say('fly me');
    const before = other.system();
    await other.call('skill_load', { skill: 'fly', docs: ['reference.md'] });
    expect(other.system()).toBe(before);
    expect(other.results()).toEqual([
      `loaded: fly\ndocs: reference.md\n\n[Loaded] fly\n\n${BODY}\n\n[Doc] fly - reference.md\n\n# Cities\nTokyo\n`,
    ]);
    other.remove();
  });

  // Rules: 002.2
  it('rebuilds lists of 20 skills from old logs: loaded ones first, then those closest to the user’s words', async () => {
    const entry = (id: string, description: string): CatalogEntry => {
      return { id, name: id, description, source: 'user', path: `/s/${id}` };
    };
    const many = Array.from({ length: 140 }, (_, index) =>
      entry(`skill-${String(index).padStart(3, '0')}`, 'Does things.'),
    );
    const skills = [...many, entry('visa', 'Applies for a visa.'), entry('zh', '办理签证'), entry('zz', 'Visa, too.')];
    flow.session.append({ type: 'catalog-changed', skills, added: [], removed: [], changed: [], diagnostics: [] });
    const shown = () => {
      const [header = '', ...lines] = flow.system().split('\n\nTooling')[0]?.split('\n').slice(-21) ?? [];
      return [header, ...lines.map((line) => /^- ([^:]+):/.exec(line)?.[1])];
    };
    flow.say('I need a VISA');
    expect(shown()[0]).toMatch(/^Available skills \(showing 20 of 143, best matches first;/);
    expect(shown().slice(1, 4)).toEqual(['visa', 'zz', 'skill-000']);
    expect(shown()).toHaveLength(21);
    flow.say('我要签证');
    expect(shown().slice(1, 3)).toEqual(['zh', 'skill-000']);
    const sha256 = '0'.repeat(64);
    flow.session.append({ type: 'skill-loaded', skill: 'skill-099', tokens: 1, sha256, instructions: '', by: 'agent' });
    expect(shown().slice(1, 3)).toEqual(['skill-099', 'zh']);
  });
});

describe('documents', () => {
  // Rules: 002.4, 002.8, 002.10, 002.11, 002.12, 002.13
  it('are listed, and selected by replace, add and clear, each only once', async () => {
    expect(await content('skill_list_docs', { skill: 'fly' })).toBe('["reference.md","references/fares.md"]');
    expect(await content('skill_select_docs', { skill: 'fly', docs: ['reference.md'] })).toBe(
      "Skill 'fly' is not loaded. Call skill_load with 'fly' first; it takes docs too.",
    );
    await flow.call('skill_load', { skill: 'fly' });
    const one = { skill: 'fly', selected_docs: ['reference.md'], include_all_docs: false };
    expect(await select({ docs: ['reference.md', 'reference.md', './reference.md'] })).toEqual({
      ...one,
      mode: 'replace',
    });
    expect(await select({ docs: ['reference.md'], mode: 'add' })).toEqual({ ...one, mode: 'add' });
    expect(await select({ docs: ['references/fares.md'] })).toMatchObject({ selected_docs: ['references/fares.md'] });
    // A list of all of them is a list still.
    expect(await select({ docs: ['reference.md'], mode: 'add' })).toMatchObject({ include_all_docs: false });
    expect(await select({ include_all_docs: true })).toMatchObject({ include_all_docs: true });
    expect(await select({ docs: ['reference.md'], mode: 'add' })).toMatchObject({ include_all_docs: true });
    expect(docs()).toEqual(['references/fares.md', 'reference.md']);
    expect(await content('skill_select_docs', { skill: 'fly', docs: ['nope.md'] })).toBe(
      "Skill 'fly' has no document nope.md; nothing was changed. Its documents: reference.md, references/fares.md.",
    );
    expect(docs()).toHaveLength(2);
    expect(await select({ mode: 'clear' })).toMatchObject({ selected_docs: [], include_all_docs: false });
    expect(docs()).toEqual([]);
    await flow.call('skill_load', { skill: 'fly', include_all_docs: true });
    expect(await content('skill_load', { skill: 'fly', docs: ['reference.md'] })).toBe(
      'loaded: fly\ndocs: reference.md',
    );
    expect(docs()).toEqual(['reference.md']);
  });

  it('count as used when selected, even if nothing changes', async () => {
    await flow.call('skill_load', { skill: 'fly', docs: ['reference.md'] });
    await flow.call('skill_load', { skill: 'notes' });
    await flow.call('skill_select_docs', { skill: 'fly', docs: ['reference.md'] });
    for (let more = 0; more < 10; more += 1) flow.say('hm');
    expect(unmentionedSkills(flow.session.state()).map((skill) => skill.id)).toEqual(['notes', 'fly']);
  });
});

describe('skill_run', () => {
  const python = () => flow.session.runner.runWith('scripts/find.py');

  // Rules: 002.5, 002.17, 002.25, 002.26
  it('runs in the skill’s folder and answers in JSON, with separate streams', async () => {
    const result = await flow.call('skill_run', { skill: 'fly', command: `${python()} Tokyo` });
    expect(JSON.parse(result.content)).toEqual({
      stdout: 'found Tokyo\n',
      stderr: 'slowly\n',
      exit_code: 0,
      timed_out: false,
      duration_ms: expect.any(Number),
      output_files: [],
      artifact_files: [],
    });
    const failed = JSON.parse(await content('skill_run', { skill: 'fly', command: python() }));
    expect([failed.exit_code, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toContain('IndexError');
    const folder = JSON.parse(
      await content('skill_run', { skill: 'fly', command: 'pwd; echo $SKILL_NAME' }, { decide: 'once' }),
    );
    expect(folder.stdout).toBe(`${path.join(flow.session.workspace, 'skills/fly')}\nfly\n`);
    const below = { skill: 'fly', command: 'pwd', cwd: 'references' };
    expect(JSON.parse(await content('skill_run', below, { decide: 'once' })).stdout).toMatch(/\/fly\/references\n$/);
  });

  // Rules: 002.18, 002.30
  it('returns the requested files, text inline, and nothing from outside', async () => {
    const command = 'echo 票 > $OUTPUT_DIR/a.txt; printf "\\0" > $OUTPUT_DIR/b.bin; echo c > $WORK_DIR/c.txt';
    const output_files = ['$OUTPUT_DIR/*', 'out/a.txt', 'work/**/*.txt', '../../*', '/etc/passwd'];
    const run = JSON.parse(await content('skill_run', { skill: 'fly', command, output_files }, { decide: 'once' }));
    expect(run.output_files).toEqual([
      { name: 'out/a.txt', content: '票\n', mime_type: 'text/plain', size: 4 },
      { name: 'out/b.bin', mime_type: 'application/octet-stream', size: 1 },
      { name: 'work/c.txt', content: 'c\n', mime_type: 'text/plain', size: 2 },
    ]);
    expect(run.notes).toEqual([
      '../../* leads outside the workspace and was left out.',
      '/etc/passwd leads outside the workspace and was left out.',
    ]);
    const unnamed = 'echo d > $OUTPUT_DIR/d.txt';
    expect(
      JSON.parse(await content('skill_run', { skill: 'fly', command: unnamed }, { decide: 'once' })).output_files,
    ).toEqual([{ name: 'out/d.txt', mime_type: 'text/plain', size: 2 }]);
  });

  // Rules: 002.23
  it('asks by the same policy as any command, and keeps the output printed before the time limit', async () => {
    const asked = await flow.session.call('skill_run', { skill: 'fly', command: 'echo x' });
    expect(asked.need).toMatchObject({ kind: 'ask', detail: { command: 'echo x' } });
    expect((await flow.session.call('skill_run', { skill: 'fly', command: 'x' }, { mode: 'never' })).need?.kind).toBe(
      'refused',
    );
    writeFileSync(path.join(flow.session.workspace, 'work', 'wait.sh'), 'echo begun; echo late >&2; sleep 60');
    const waiting = { skill: 'fly', command: 'bash $WORK_DIR/wait.sh', timeout: 1 };
    const run = JSON.parse(await content('skill_run', waiting, { decide: 'once' }));
    expect(run).toMatchObject({ stdout: 'begun\n', stderr: 'late\n', timed_out: true });
  });

  // Rules: 002.17
  it.each([
    [{ skill: 'swim', command: 'x' }, 'There is no skill "swim". The skills are:\n- fly\n- notes'],
    [{ skill: 'fly', command: 'x', cwd: '../notes' }, '"cwd": there is no folder "../notes" in the skill\'s folder'],
    [{ skill: 'fly', command: 'x', cwd: '/etc' }, '/etc is outside the folders that may be read'],
    [{ skill: 'fly', command: 'x', env: { PATH: '/x' } }, 'Bad arguments for skill_run: "env"'],
    [{ skill: 'fly' }, 'Bad arguments for skill_run: "command" is missing. Its fields:'],
  ])('answers %j with what would have worked', async (args, expected) => {
    const { ok, content: said } = await flow.call('skill_run', args);
    expect(ok).toBe(false);
    expect(said).toContain(expected);
  });
});
