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
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { createRunner, type Runner } from '../runner.ts';
import { linkInWork } from './work-links.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

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
    expect(readFileSync(path.join(copy, 'workspaces/s1/work/n.txt'), 'utf8')).toBe('n');
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
});

const hasBubblewrap = (await createRunner({ home: tempFolder(), sandbox: 'auto' }).sandbox()).kind === 'bubblewrap';
describe.each([
  ['auto', '', 'cat skills/swim/SKILL.md work/work/skills/stay/SKILL.md | wc -l', 'wc -c < skills/sail/work/n.txt'],
  ['none', '', 'cat skills/swim/SKILL.md skills/stay/SKILL.md | wc -l', 'wc -c < n.txt'],
  ['none', 'skills/sail', 'cat ../swim/SKILL.md ../stay/SKILL.md | wc -l', 'wc -c < work/n.txt'],
] as const)('during a run with sandbox: %s in "%s"', (sandbox, cwd, reads, measures) => {
  it.runIf(sandbox === 'none' || hasBubblewrap)('a copy that follows links ends', async () => {
    const runner = createRunner({ home, sandbox });
    const workspace = await runner.workspace('s1');
    for (const id of ['swim', 'stay', 'drive', 'sail', 'walk', 'ride']) {
      const dir = path.join(root, id);
      cpSync(skill, dir, { recursive: true });
      // A skill inside a skill.
      cpSync(skill, path.join(dir, 'more/inner'), { recursive: true });
      await runner.staged.stage(workspace, { id, dir });
    }
    writeFileSync(at('work/n.txt'), 'n'.repeat(200_000));
    const until = at('work/go');
    const waits = `${reads}; touch '${at('out/begun')}'; until [ -e '${until}' ]; do sleep 0.05; done; ${measures}`;
    const slow = run(runner, waits, cwd === '' ? {} : { cwd: at(cwd) });
    await vi.waitFor(() => expect(existsSync(at('out/begun'))).toBe(true), 50_000);
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
    const judged = await linkInWork(workspace, ['skills']);
    expect(realpathSync(at('work/skills/swim'))).toBe(at('skills/swim'));
    await judged();
    expect(existsSync(at('work/skills/swim'))).toBe(sandbox === 'none' && cwd === '');
    writeFileSync(until, '');
    expect((await slow).output.trim().split('\n')).toEqual(['8', '200000']);
    expect(linksIn(at('work'))).toEqual([['out', '../out']]);
    expect(linksIn(at('.links'))).toEqual([]);
  });
});

it('outside a sandbox, a command has the link back that it or its script names, and no other', async () => {
  const runner = createRunner({ home, sandbox: 'none' });
  await view(runner);
  writeFileSync(at('work/n.txt'), 'n');
  writeFileSync(at('work/reads.sh'), 'cat "work/n.txt"');
  writeFileSync(at('work/asks.sh'), '# this may work\nls skills; ls ../.links/work');
  for (const [command, printed] of [
    ['sh reads.sh', 'n'],
    ['cat ./work/n.txt', 'n'],
    ['cd skills/fly && cat work/n.txt', 'n'],
    [`cat '${at('skills/fly/work/n.txt')}'`, 'n'],
    ['sh asks.sh', 'fly'],
    [`sh '${at('work/asks.sh')}'`, 'fly'],
  ] as const)
    expect([command, (await run(runner, command)).output.trim()]).toEqual([command, printed]);
});

it('the start removes what a killed run left, and nothing of a script’s own', async () => {
  const runner = createRunner({ home });
  await runner.workspace('s1');
  rmSync(at('.links/work'), { recursive: true });
  symlinkSync('../work', at('.links/work'));
  symlinkSync('../.links/work', at('work/work'));
  symlinkSync('../out', at('work/skills'));
  await runner.endLeftovers();
  await vi.waitFor(() => expect(lstatSync(at('work/work'), { throwIfNoEntry: false })).toBe(undefined));
  expect(readlinkSync(at('work/skills'))).toBe('../out');
});
