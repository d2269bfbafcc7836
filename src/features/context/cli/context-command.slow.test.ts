/** The model's view by `skilldeck context`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { lines } from '../../../main/hosts/cli/test-kit/skilldeck.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, say } from '../../../main/models/test-kit/scripted-model.ts';
import type { Manifest } from '../../../shared/context-views.ts';
import type { TokenTable } from '../../../shared/events.ts';

let home: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = tempFolder();
});

const json = async <T>(...args: string[]): Promise<T> => {
  const { out, err, status } = await skilldeck([...args, '--home', home, '--json']);
  expect([err, status]).toEqual(['', 0]);
  return JSON.parse(out) as T;
};

it('shows skills whose folders have spaces and dashes in their names as what they are', async () => {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(home, 'skills', file)), { recursive: true });
    writeFileSync(path.join(home, 'skills', file), text);
  };
  const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nRead the references.\n`;
  write('my tools/SKILL.md', skill('my tools'));
  write(
    'my tools/tools.yaml',
    '- name: clock\n  description: Says the time.\n  script: clock.sh\n  parameters: {type: object}\n',
  );
  write('my tools/clock.sh', 'date\n');
  write('a - b/SKILL.md', skill('a - b'));
  write('a - b/references/c - d.md', 'Cities.\n');
  model = await modelOfTest([
    call('load_skill', { name: 'my tools' }),
    call('load_skill', { name: 'a - b' }),
    call('load_skill_reference', { skill_name: 'a - b', ref_path: 'references/c - d.md' }),
    say('Done.'),
  ]);
  const run = ['--base-url', model.url, '--model', 'gpt-4o', '--home', home, '--skills', 'none'];
  const { out } = await skilldeck(['run', ...run, '--skills', path.join(home, 'skills'), '--json', 'Go']);
  const sent = lines(out).filter(({ type }) => type === 'request-sent');
  const { parts = [] } = (sent.at(-1)?.tokens ?? {}) as Partial<TokenTable>;
  const facts = [
    { kind: 'tools', label: 'my tools', reason: 'skill-tool', skill: 'my tools', count: 1 },
    { kind: 'skill', label: 'my tools', reason: 'loaded-by-agent', skill: 'my tools' },
    { kind: 'skill', label: 'a - b', reason: 'loaded-by-agent', skill: 'a - b' },
    { kind: 'reference', reason: 'reference', skill: 'a - b', path: 'references/c - d.md' },
  ];
  for (const one of facts) expect(parts).toContainEqual(expect.objectContaining(one));

  const id = String(sent[0]?.session);
  const { manifest } = await json<{ manifest: Manifest }>('context', id);
  expect((await json<{ ok: boolean }>('sessions', 'verify', id)).ok).toBe(true);
  expect(manifest.parts.find(({ kind }) => kind === 'catalog')?.lines?.map((line) => line.skill)).toEqual([
    'a - b',
    'my tools',
  ]);
  for (const one of facts.slice(1)) expect(manifest.parts).toContainEqual(expect.objectContaining(one));
  const seq = String(sent.at(-1)?.seq);
  const table = (await skilldeck(['context', id, '--home', home, '--at', seq])).out;
  expect(table).toMatch(/^tools .* my tools +Brought by my tools; removed when it is unloaded\. #\d+$/m);
  expect(table).toMatch(/^reference .* a - b - references\/c - d\.md +Further reading of a - b\. #\d+$/m);
});
