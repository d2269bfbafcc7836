/** The links of a workspace: no copy of a data folder is endless, and one that was moved still works. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { createRunner, type Runner } from '../runner.ts';
import { linkInWork } from './work-links.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let root: string;
let home: string;
let skill: string;
let calls = 0;
beforeEach(() => {
  root = realpathSync(tempFolder());
  home = path.join(root, 'home');
  skill = path.join(root, 'fly');
  mkdirSync(path.join(skill, 'scripts'), { recursive: true });
  writeFileSync(path.join(skill, 'SKILL.md'), '---\nname: fly\ndescription: d\n---\n');
  writeFileSync(
    path.join(skill, 'scripts/a.sh'),
    'echo "$(cat work/n.txt) $(cat inputs/i.txt)" > out/made.txt; echo ran',
  );
});

async function run(runner: Runner, command: string, more: { cwd?: string } = {}) {
  calls += 1;
  return runner.run({
    sessionId: 's1',
    callId: `call_${calls}`,
    command,
    timeoutSeconds: 50,
    signal: new AbortController().signal,
    ...more,
  });
}
const at = (...names: string[]): string => path.join(home, 'workspaces/s1', ...names);
const view = async (runner: Runner): Promise<string> =>
  (await runner.staged.stage(await runner.workspace('s1'), { id: 'fly', dir: skill }))?.folder ?? '';

/** Every link below the folder, with where it leads. */
function linksIn(folder: string): [string, string][] {
  const found = execFileSync('find', ['.', '-type', 'l'], { cwd: folder, encoding: 'utf8' });
  const names = found.split('\n').filter((name) => name !== '');
  return names.map((name): [string, string] => [name.slice(2), readlinkSync(path.join(folder, name))]);
}
const bytesOf = (folder: string): number =>
  Number(execFileSync('du', ['-sbl', folder], { encoding: 'utf8' }).split('\t')[0]);

describe.each(['auto', 'none'] as const)('with sandbox: %s', (sandbox) => {
  it('a run has skills/ and work/ in its work folder, and a copy that follows links ends after it', async () => {
    const runner = createRunner({ home, sandbox });
    const folder = await view(runner);
    writeFileSync(at('work/n.txt'), 'n');
    writeFileSync(at('work/inputs/i.txt'), 'i'.repeat(200_000));
    const inside =
      'cat work/n.txt skills/fly/work/n.txt work/work/n.txt && echo o > work/out/o.txt && echo x > work/x.txt';
    expect((await run(runner, inside)).output.trim()).toBe('nnn');
    expect((await run(runner, 'sh scripts/a.sh', { cwd: folder })).output.trim()).toBe('ran');
    expect([at('out/o.txt'), at('work/x.txt'), at('out/made.txt')].map(existsSync)).toEqual([true, true, true]);

    const copy = path.join(root, 'copy');
    execFileSync('cp', ['-rL', home, copy]);
    expect(bytesOf(copy)).toBeLessThan(4 * bytesOf(home));
    expect(readFileSync(path.join(copy, 'workspaces/s1/skills/fly/work/n.txt'), 'utf8')).toBe('n');
    expect(linksIn(home).filter(([, to]) => path.isAbsolute(to))).toEqual([]);
    expect(linksIn(at('work'))).toEqual([['out', '../out']]);
  });

  it('they stay until the last of two runs has ended', async () => {
    const runner = createRunner({ home, sandbox });
    const slow = run(runner, 'touch begun; until [ -e go ]; do sleep 0.05; done; cat work/go');
    await vi.waitFor(() => expect(existsSync(at('work/begun'))).toBe(true), 20_000);
    expect((await run(runner, 'cat work/begun && echo second')).output.trim()).toBe('second');
    writeFileSync(at('work/go'), 'gone on');
    expect([(await slow).output.trim(), linksIn(at('work'))]).toEqual(['gone on', [['out', '../out']]]);
  });

  it('a home of an earlier version that was moved runs its scripts, and leads nowhere else', async () => {
    const before = createRunner({ home, sandbox });
    const folder = await view(before);
    writeFileSync(at('work/n.txt'), 'n');
    writeFileSync(at('work/inputs/i.txt'), 'i');
    for (const [name, to] of Object.entries({ out: at('out'), work: at('work'), inputs: at('work/inputs') })) {
      rmSync(path.join(folder, name), { force: true });
      symlinkSync(to, path.join(folder, name));
    }
    symlinkSync('.', at('work/work'));
    symlinkSync('../skills', at('work/skills'));
    const moved = path.join(root, 'moved');
    renameSync(home, moved);
    home = moved;
    const runner = createRunner({ home, sandbox });
    // Without its skill staged again.
    const result = await run(runner, 'cd skills/fly && sh scripts/a.sh');
    expect([result.output.trim(), readFileSync(at('out/made.txt'), 'utf8')]).toEqual(['ran', 'n i\n']);
    expect(linksIn(at('.')).toSorted()).toEqual([
      ['skills/fly/inputs', '../../work/inputs'],
      ['skills/fly/out', '../../out'],
      ['skills/fly/work', '../../work'],
      ['work/out', '../out'],
    ]);
  });
});

it.runIf((await createRunner({ home: tempFolder(), sandbox: 'auto' }).sandbox()).kind === 'bubblewrap')(
  'a copy that follows links ends while a run in a sandbox has them, and while a command is judged beside it',
  async () => {
    const runner = createRunner({ home, sandbox: 'auto' });
    const workspace = await runner.workspace('s1');
    for (const id of ['swim', 'stay', 'drive', 'sail', 'walk', 'ride']) {
      const dir = path.join(root, id);
      cpSync(skill, dir, { recursive: true });
      // A skill inside a skill.
      cpSync(skill, path.join(dir, 'more/inner'), { recursive: true });
      await runner.staged.stage(workspace, { id, dir });
    }
    writeFileSync(at('work/n.txt'), 'n'.repeat(200_000));
    const waits =
      'cat skills/swim/SKILL.md work/work/skills/stay/SKILL.md | wc -l; touch begun; until [ -e go ]; do sleep 0.05; done; wc -c < skills/sail/work/n.txt';
    const slow = run(runner, waits);
    await vi.waitFor(() => expect(existsSync(at('work/begun'))).toBe(true), 20_000);
    const most = 10 * bytesOf(home);
    const copied = (file: string, args: readonly string[], to: string): number => {
      spawnSync(file, args, { timeout: 20_000, stdio: 'ignore' });
      return bytesOf(to);
    };
    const python = `import shutil; shutil.copytree(${JSON.stringify(home)}, ${JSON.stringify(path.join(root, 'py'))}, symlinks=False, ignore_dangling_symlinks=True)`;
    expect(copied('python3', ['-c', python], path.join(root, 'py'))).toBeLessThan(most);
    expect(copied('tar', ['-chf', path.join(root, 'tar'), '-C', root, 'home'], path.join(root, 'tar'))).toBeLessThan(
      most,
    );
    expect(copied('cp', ['-rL', home, path.join(root, 'cp')], path.join(root, 'cp'))).toBeLessThan(most);
    const judged = await linkInWork(workspace);
    expect(realpathSync(at('work/skills/swim'))).toBe(at('skills/swim'));
    await judged();
    expect(existsSync(at('work/skills'))).toBe(false);
    writeFileSync(at('work/go'), '');
    expect((await slow).output.trim().split('\n')).toEqual(['8', '200000']);
    expect(linksIn(at('work'))).toEqual([['out', '../out']]);
  },
);

it('the start removes what a killed run left, and nothing of a script’s own', async () => {
  const runner = createRunner({ home });
  await runner.workspace('s1');
  mkdirSync(at('.links'));
  symlinkSync('../work', at('.links/work'));
  symlinkSync('../.links/work', at('work/work'));
  symlinkSync('../out', at('work/skills'));
  await runner.endLeftovers();
  await vi.waitFor(() => expect(lstatSync(at('work/work'), { throwIfNoEntry: false })).toBe(undefined));
  expect(readlinkSync(at('work/skills'))).toBe('../out');
});
