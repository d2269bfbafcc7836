/** The model that is tried cannot read what is expected of it: by no tool, no search and no script. */
import { expect, it } from 'vitest';
import { commandLine, skilldeck } from '../../main/hosts/cli/test-kit/command-line.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { call, say } from '../../main/models/test-kit/scripted-model.ts';

it('hides the cases of every skill while an eval runs', { timeout: 120_000 }, async () => {
  const cli = commandLine();
  const dir = cli.at('skills/greet');
  cli.write('skills/greet/SKILL.md', '---\nname: greet\ndescription: Greets people.\n---\nSay hello.\n');
  const evals = [{ id: 'a', prompt: 'Greet Ada.', regex: 'EXPECTED-ANSWER' }];
  cli.write('skills/greet/evals/evals.json', { skill_name: 'greet', evals });
  const model = await modelOfTest([
    call('load_skill', { name: 'greet' }),
    call('read_file', { path: `${dir}/evals/evals.json` }),
    call('grep', { pattern: 'EXPECTED', path: dir }),
    call('run_command', {
      command: `cat ${dir}/evals/evals.json; ls ${dir}/evals skills/greet; grep -r EXPECTED ${dir}`,
    }),
    say('No idea.'),
  ]);
  const { out } = await skilldeck(['skills', 'eval', 'greet', ...cli.options(model), '--approve', 'auto', '--json']);
  expect(JSON.parse(out).runs).toHaveLength(1);
  const sent = JSON.stringify(model.requests.map(({ body }) => body));
  expect(sent).toContain('There is no');
  expect(sent).not.toContain('EXPECTED-ANSWER');
});
