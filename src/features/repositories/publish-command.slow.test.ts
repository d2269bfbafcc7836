/** `skills publish`, `unpublish` and `repos lock` over a real Git repository, after real evals. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { skilldeck as run } from '../../main/hosts/cli/test-kit/command-line.ts';
import { findProgram } from '../../main/lib/processes.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { say } from '../../main/models/test-kit/scripted-model.ts';

vi.setConfig({ testTimeout: 240_000 });

let dir: string;
const at = (...parts: readonly string[]) => path.join(dir, ...parts);
const skill = (...parts: readonly string[]) => at('home/skills/greet', ...parts);

const skilldeck = (...args: readonly string[]) => run([...args, '--home', at('home')]);
const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
const subjects = () => git(at('team.git'), 'log', '--format=%s', 'main').trim().split('\n');
const publish = (version: string, ...more: readonly string[]) =>
  skilldeck('skills', 'publish', 'greet', '--to', 'team', '--version', version, ...more);

function write(body: string): void {
  mkdirSync(skill('evals'), { recursive: true });
  const description = 'Greets people in writing. Use it for greetings; 需要问候时使用。';
  writeFileSync(skill('SKILL.md'), `---\nname: greet\ndescription: ${description}\n---\n\n${body}\n`);
}

/** One case that expects “Ahoy”, answered with `said`. */
async function evaluate(said: string): Promise<void> {
  const evals = [{ id: 'a', prompt: 'Greet Ada.', regex: 'Ahoy' }];
  writeFileSync(skill('evals/evals.json'), JSON.stringify({ skill_name: 'greet', evals }));
  const model = await modelOfTest([], { rest: () => say(said) });
  const { out } = await skilldeck('skills', 'eval', 'greet', '--base-url', model.url, '--model', 'm', '--json');
  expect(JSON.parse(out).runs).toHaveLength(1);
}

beforeEach(async () => {
  dir = tempFolder();
  writeFileSync(at('gitconfig'), '[user]\n\tname = Ann\n\temail = ann@example.com\n');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('GIT_CONFIG_GLOBAL', at('gitconfig'));
  mkdirSync(at('work'));
  git(at('work'), 'init', '-q', '-b', 'main');
  writeFileSync(at('work/README.md'), 'Team.\n');
  git(at('work'), 'add', '-A');
  git(at('work'), 'commit', '-qm', 'First');
  git(dir, 'clone', '-q', '--bare', 'work', 'team.git');
  write('Say "Ahoy".');
  await skilldeck('repos', 'add', `file://${at('team.git')}`, '--name', 'team');
});
afterEach(() => vi.unstubAllEnvs());

describe.skipIf(findProgram(['git']) === undefined)('publishing', () => {
  it('asks the evals of the files that are published', async () => {
    const first = await publish('1.0.0', '--notes', 'The first.');
    expect([first.status, first.err]).toEqual([
      0,
      'greet has no eval results. Run its evals: skilldeck skills eval greet\nPublished greet 1.0.0 to team.\n',
    ]);
    await evaluate('Hello, Ada.');
    write('Say "Ahoy", then the name.');
    // Failed for the text before: still the last word on it.
    const failed = await publish('1.1.0');
    expect([failed.status, failed.err]).toEqual([
      1,
      expect.stringMatching(/^greet was not published: 1 of 1 runs of its last evals failed\. .* --failed-evals\n$/),
    ]);
    expect(subjects()).toEqual(['Publish greet 1.0.0', 'First']);
    await evaluate('Ahoy, Ada!');
    expect((await publish('1.1.0')).err).toBe('Published greet 1.1.0 to team.\n');
    write('Say "Ahoy" twice.');
    expect((await publish('1.2.0')).err).toBe(
      'greet was changed after its last evals. Run them again: skilldeck skills eval greet\nPublished greet 1.2.0 to team.\n',
    );
    await evaluate('Good day.');
    write('Say "Ahoy" three times.');
    expect((await publish('1.3.0', '--failed-evals')).status).toBe(0);
    // The text of 1.1.0 once more: its own evals passed.
    write('Say "Ahoy", then the name.');
    expect((await publish('1.4.0')).err).toBe('Published greet 1.4.0 to team.\n');
  });

  it('makes the first commit of an empty repository', async () => {
    git(dir, 'init', '-q', '--bare', '-b', 'trunk', 'new.git');
    const added = await skilldeck('repos', 'add', at('new.git'), '--name', 'new');
    expect([added.status, added.err]).toEqual([0, 'Added new.\nnew has no skills yet.\n']);
    const first = await skilldeck('skills', 'publish', 'greet', '--to', 'new', '--version', '1.0.0');
    expect([first.status, first.err]).toEqual([0, expect.stringContaining('Published greet 1.0.0 to new.')]);
    expect(git(at('new.git'), 'log', '--format=%s', 'trunk')).toContain('Publish greet 1.0.0');
    write('Say "Ahoy" twice.');
    const second = await skilldeck('skills', 'publish', 'greet', '--to', 'new', '--version', '1.0.1');
    expect(second.status).toBe(0);
  });

  it('unpublishes the last version, and says why another cannot be', async () => {
    const unpublish = (version: string) =>
      skilldeck('skills', 'unpublish', 'greet', '--from', 'team', '--version', version);
    await publish('1.0.0', '--notes', 'The first.');
    write('Say "Ahoy" twice.');
    await publish('1.1.0');
    const refused = await unpublish('1.0.0');
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('was changed after greet@1.0.0')]);
    expect((await unpublish('1.1.0')).err).toBe('Unpublished greet 1.1.0 from team.\n');
    expect((await skilldeck('repos', 'versions', 'team', 'greet')).out).toMatch(
      /^VERSION .*\n1\.0\.0 .* Ann +The first\.\n$/,
    );
    expect((await skilldeck('skills', 'unpublish', 'greet', '--from', 'team')).status).toBe(2);
  });

  it('writes where installed skills came from, and finds what was changed since', async () => {
    await publish('1.0.0');
    rmSync(skill(), { recursive: true });
    const other = (...args: readonly string[]) => run([...args, '--home', at('colleague')]);
    await other('repos', 'add', `file://${at('team.git')}`, '--name', 'team');
    expect((await other('repos', 'sync', '--yes')).status).toBe(0);
    const file = at('skills-lock.json');
    expect((await other('repos', 'lock', file, '--check')).status).toBe(2);
    expect((await other('repos', 'lock', file)).err).toBe(`Written: ${file}\n`);
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    expect(lock.skills.greet).toMatchObject({ computedHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await other('repos', 'lock', file, '--check')).toMatchObject({
      status: 0,
      err: 'The installed skills are those of the file.\n',
    });
    writeFileSync(at('colleague/environments/default/skills/greet/SKILL.md'), readFileSync(at('gitconfig')), {
      flag: 'a',
    });
    expect(await other('repos', 'lock', file, '--check')).toMatchObject({
      status: 1,
      err: 'Not what the file says: greet\n',
    });
  });
});
