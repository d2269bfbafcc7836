import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Calling, ToolSession } from '../test-kit/tool-session.ts';
import { startTrpcSession } from '../test-kit/trpc-session.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FIB = 'import sys\na, b = 0, 1\nfor _ in range(int(sys.argv[1])):\n    print(a)\n    a, b = b, a + b\n';
let session: ToolSession;
const documents = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-documents-')));
beforeAll(async () => {
  writeFileSync(path.join(documents, 'a.txt'), 'a');
  writeFileSync(path.join(documents, 'b.txt'), 'b');
  mkdirSync(path.join(documents, 'sub/deep'), { recursive: true });
  writeFileSync(path.join(documents, 'sub/c.txt'), 'c');
  writeFileSync(path.join(documents, 'sub/deep/d.txt'), 'd');
  symlinkSync('/etc/hostname', path.join(documents, 'sub/leak'));
  session = await startTrpcSession({
    bundled: {
      'fly/SKILL.md': '---\nname: fly\ndescription: Flies.\n---\n',
      'fly/data/cities.csv': 'Tokyo\n',
      'fly/scripts/find.py': "print('found')\n",
      'fly/scripts/fib.py': FIB,
      'other/SKILL.md': '---\nname: other\ndescription: Other.\nmetadata:\n  confirm: "scripts/pay.py"\n---\n',
      'other/scripts/pay.py': "print('paid')\n",
    },
  });
});
afterAll(() => {
  session.remove();
  rmSync(documents, { recursive: true });
});
beforeEach(() => {
  for (const name of ['work', 'out']) {
    rmSync(path.join(session.workspace, name), { recursive: true, force: true });
    mkdirSync(path.join(session.workspace, name));
  }
});

const call = (args: object, how: Calling = { mode: 'auto' }) =>
  session.call('skill_run', { skill: 'fly', ...args }, how);
const run = async (command: string, more: object = {}, how?: Calling) =>
  JSON.parse((await call({ command, ...more }, how)).result?.content ?? '""');
const asked = async (args: object) => (await call(args, { mode: 'ask' })).need;
const refusal = async (args: object): Promise<string> => {
  const { result } = await call({ command: 'echo ran > $OUTPUT_DIR/ran', ...args });
  expect(result?.ok).toBe(false);
  expect(existsSync(path.join(session.workspace, 'out/ran'))).toBe(false);
  return result?.content ?? '';
};
const put = (name: string, content: string | Buffer): string => {
  const file = path.join(session.workspace, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
};

describe("the skill's folder", () => {
  const staged = (name: string): string => path.join(session.workspace, 'skills/fly', name);

  // Rules: 002.27
  it('has out, work and inputs beside its files, as in the seed’s example', async () => {
    const result = await run('python3 scripts/fib.py 5 > out/fib.txt; ls -A1; cat data/cities.csv', {
      output_files: ['out/fib.txt'],
    });
    expect(result.stdout).toBe('SKILL.md\ndata\ninputs\nout\nscripts\nwork\nTokyo\n');
    expect(result.output_files).toEqual([
      { name: 'out/fib.txt', content: '0\n1\n1\n2\n3\n', mime_type: 'text/plain', size: 10 },
    ]);
    const inputs = [{ from: 'workspace://out/fib.txt', to: 'inputs/n' }];
    expect((await run('head -1 inputs/n; pwd', { inputs, cwd: 'data' })).stderr).toContain('inputs/n');
    expect((await run('head -1 inputs/n', { inputs })).stdout).toBe('0\n');
  });

  // Rules: 002.28, 004.11
  it('is a copy: changes by a run are undone before the next, and the skill itself is unchanged', async () => {
    const before = readFileSync(path.join(session.bundledRoot, 'fly/scripts/find.py'), 'utf8');
    const hostile = [
      'cd $SKILLS_DIR/fly',
      'rm -f scripts/find.py SKILL.md',
      "echo 'print(666)' > scripts/find.py",
      'mkdir x; echo > x/extra.py',
      'mv data d; ln -s /etc data',
      'rm out; mkdir out; echo > out/lost',
    ];
    await run(hostile.join('; '));
    const { need, result } = await call(
      { command: await session.runner.runWith('scripts/find.py') },
      { mode: 'never' },
    );
    expect([need?.kind, JSON.parse(result?.content ?? '').stdout]).toEqual(['allowed', 'found\n']);
    expect(readFileSync(path.join(session.bundledRoot, 'fly/scripts/find.py'), 'utf8')).toBe(before);
    expect(
      [
        staged('data/cities.csv'),
        staged('SKILL.md'),
        staged('x/extra.py'),
        staged('d/cities.csv'),
        '/etc/cities.csv',
      ].map(existsSync),
    ).toEqual([true, true, false, false, false]);
    expect(realpathSync(staged('out'))).toBe(path.join(session.workspace, 'out'));
  });

  // Rules: 002.17
  it('starts in the requested folder, by its real path, and never outside', async () => {
    mkdirSync(path.join(session.workspace, 'work/deep'));
    symlinkSync('deep', path.join(session.workspace, 'work/in'));
    symlinkSync('/etc', path.join(session.workspace, 'work/away'));
    expect((await run('pwd', { cwd: '$WORK_DIR/in' })).stdout).toBe(`${session.workspace}/work/deep\n`);
    for (const cwd of ['$WORK_DIR/away', '/etc', '../other', '$WORK_DIR/../../..']) {
      expect(await refusal({ cwd })).toMatch(/is outside the folders that may be read|there is no folder/);
    }
  });

  it('needs approval for a copy of a script that needs it', async () => {
    const { need } = await call({ command: 'cp ../other/scripts/pay.py work/p.py; python3 work/p.py', skill: 'other' });
    expect(need).toMatchObject({ kind: 'ask', detail: { needsPerson: true } });
    expect((await call({ command: 'python3 scripts/pay.py', skill: 'other' })).need).toMatchObject({
      kind: 'ask',
      action: 'run-script',
    });
    expect((await call({ command: 'cd scripts; python3 *.py', skill: 'other' })).need).toMatchObject({
      detail: { needsPerson: true },
    });
  });
});

describe('common failures (the seed’s troubleshooting)', () => {
  // Rules: 002.23, 002.35
  it('a time-out and a failure keep the output and the files', async () => {
    const late = await run('echo begun; echo late >&2; echo half > $OUTPUT_DIR/half.txt; sleep 60', { timeout: 1 });
    expect(late).toMatchObject({ stdout: 'begun\n', stderr: 'late\n', timed_out: true, exit_code: -1 });
    expect(late.output_files).toEqual([{ name: 'out/half.txt', mime_type: 'text/plain', size: 5 }]);
    const failed = await run('rm $OUTPUT_DIR/*; printf x > $OUTPUT_DIR/full; : > $OUTPUT_DIR/empty; exit 3', {
      output_files: ['out/*'],
    });
    expect(failed).toMatchObject({
      exit_code: 3,
      timed_out: false,
      output_files: [{ name: 'out/full', content: 'x' }],
    });
    expect(failed.notes).toContain('out/empty is empty and was left out, as the command failed.');
    expect(session.state().artifacts.map(({ name }) => name)).not.toContain('empty');
  });

  // Rules: 002.35
  it('a pattern without a match gets the existing files', async () => {
    const { notes, output_files } = await run('echo x > $OUTPUT_DIR/a.csv', {
      output_files: ['out/*.txt', 'out/b/c.csv'],
    });
    expect(output_files).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^out\/\*\.txt matches no file\. In out\/ there is: out\/a\.csv\. Patterns are relative to/,
      ),
      expect.stringMatching(/^out\/b\/c\.csv matches no file\. In out\/ there is: out\/a\.csv\./),
    ]);
  });
});

describe('inputs', () => {
  // Rules: 002.19, 002.20
  it('come from a skill, the workspace and an artifact, to the requested places', async () => {
    put('work/w.txt', 'w');
    await run('printf one > $OUTPUT_DIR/made.txt');
    await run('printf two > $OUTPUT_DIR/made.txt');
    const inputs = [
      { from: 'skill://fly/data/cities.csv' },
      { from: 'skill://fly/data', to: 'work/all' },
      { from: 'workspace://work/w.txt', to: '$OUTPUT_DIR/copied.txt', mode: 'copy' },
      { from: 'workspace://$WORK_DIR/w.txt', to: 'inputs/linked.txt', mode: 'link' },
      { from: 'artifact://made.txt', to: 'work/new/' },
      { from: 'artifact://made.txt@1', to: 'work/old.txt' },
    ];
    const command =
      'cd $WORK_DIR; cat inputs/cities.csv all/cities.csv $OUTPUT_DIR/copied.txt inputs/linked.txt new/made.txt old.txt; readlink inputs/linked.txt';
    const result = await run(command, { inputs });
    expect(result.stdout).toBe(`Tokyo\nTokyo\nwwtwoone../w.txt\n`);
    expect(result.notes).toBe(undefined);
  });

  it('are copied where a link would lead back, at once or through another link', async () => {
    put('work/a/x.txt', 'x');
    put('work/b/y.txt', 'y');
    const links = [
      { from: 'workspace://work/a', to: 'work/b/a', mode: 'link' },
      { from: 'workspace://work/b', to: 'work/a/b', mode: 'link' },
      { from: 'workspace://work/a', to: 'work/a/deep/a', mode: 'link' },
    ];
    const result = await run('find $WORK_DIR -type l | sort; cat $WORK_DIR/a/b/y.txt', { inputs: links });
    const names = ['b/a', 'out'].map((name) => `${session.workspace}/work/${name}\n`);
    expect(result.stdout).toBe(`${names.join('')}y`);
    expect(result.notes.join('\n').match(/it could lead back to itself/g)?.length).toBe(2);
  });

  // Rules: 002.19
  it('from a user folder ask once, in every mode, and never through a link', async () => {
    const inputs = [{ from: `host://${documents}/a.txt`, mode: 'link' }];
    const command = 'cat $WORK_DIR/inputs/a.txt; test -L $WORK_DIR/inputs/a.txt; echo $?';
    expect((await call({ command, inputs }, { mode: 'never' })).need?.kind).toBe('refused');
    const { need } = await call({ command, inputs });
    expect(need).toMatchObject({
      kind: 'ask',
      detail: {
        command,
        path: documents,
        needsPerson: true,
        facts: { inputs: [documents] },
      },
    });
    expect((await call({ command, inputs }, { mode: 'auto', decide: 'denied' })).result).toBe(undefined);
    const first = await run(command, { inputs }, { mode: 'auto', decide: 'once' });
    expect(first.stdout).toBe('a1\n');
    expect(first.notes).toEqual([
      `host://${documents}/a.txt was copied: through a link the command could change the original.`,
    ]);
    const again = await call({
      command: 'cat $WORK_DIR/inputs/b.txt',
      inputs: [{ from: `host://${documents}/b.txt` }],
    });
    expect([again.need?.kind, JSON.parse(again.result?.content ?? '').stdout]).toEqual(['allowed', 'b']);
    // The approval was for files right in that folder.
    const below = { command: 'ls $WORK_DIR/inputs/sub', inputs: [{ from: `host://${documents}/sub` }] };
    expect((await call(below)).need).toMatchObject({ kind: 'ask', detail: { path: path.join(documents, 'sub') } });
    const deep = { command: 'true', inputs: [{ from: `host://${documents}/sub/deep/d.txt` }] };
    expect((await call(deep)).need).toMatchObject({ kind: 'ask', detail: { path: path.join(documents, 'sub/deep') } });
    const whole = JSON.parse((await call(below, { mode: 'auto', decide: 'once' })).result?.content ?? '');
    // This approval is for everything in that folder.
    expect((await call(deep)).need?.kind).toBe('allowed');
    expect(whole.stdout).toMatch(/^c\.txt\s+deep\n$/);
    expect(whole.notes).toEqual([expect.stringContaining('sub/leak leads outside, or is no regular file')]);
  });

  it('from an attached folder need no question', async () => {
    session.attached.push({ path: documents, writable: false });
    const { need } = await call({ command: 'true', inputs: [{ from: `host://${documents}/sub/c.txt` }] });
    session.attached.pop();
    expect(need?.kind).toBe('allowed');
  });

  it.each([
    [{ from: 'a.txt' }, 'inputs[0]: "from" is "a.txt". It takes artifact://NAME'],
    [{ from: 'skill://nope/a' }, 'inputs[0]: There is no skill "nope". The skills are:\n- fly\n- other'],
    [{ from: 'skill://fly/../other/SKILL.md' }, 'is outside the folders that may be read'],
    [{ from: 'skill://fly/data/x.csv' }, /There is no .*x\.csv\. In .*data there is: cities\.csv\./],
    [{ from: 'workspace://../../x' }, 'is outside the folders that may be read'],
    [{ from: 'workspace://work/leak' }, 'is outside the folders that may be read'],
    [{ from: 'artifact://nope' }, 'there is no artifact nope. It has: '],
    [{ from: 'artifact://made.txt@99' }, 'there is no artifact made.txt@99. It has: '],
    [{ from: 'host:///no/such/file' }, 'there is no file or folder /no/such/file on this computer'],
    [{ from: 'host:///proc/self/environ' }, 'is or holds data of the app or of the system itself'],
    [{ from: `host://${os.homedir()}` }, 'too much to give to a run. Name a folder of documents in it'],
    [{ from: 'host:///' }, 'is or holds data of the app or of the system itself'],
    [{ from: 'HOME/config.jsonc' }, 'is or holds data of the app or of the system itself'],
    [{ from: 'WORKSPACE/work/w.txt' }, 'is in the workspace: use workspace://work/w.txt'],
    [{ from: 'skill://fly/data/cities.csv', to: '../x' }, '"to": ../x is outside work/, out/ and runs/'],
    [{ from: 'skill://fly/data/cities.csv', to: 'skills/x' }, '"to": skills/x is outside'],
    [{ from: 'skill://fly/data/cities.csv', to: 'work/away/x' }, 'is outside the folders that may be written'],
  ])('%j is refused before anything runs', async ({ from, to }: { from: string; to?: string }, expected) => {
    put('work/w.txt', 'w');
    put('../../config.jsonc', '{}');
    symlinkSync('/etc/hostname', path.join(session.workspace, 'work/leak'));
    symlinkSync('/tmp', path.join(session.workspace, 'work/away'));
    const real = from.replace('HOME', `host://${session.home}`).replace('WORKSPACE', `host://${session.workspace}`);
    const said = await refusal({ inputs: [{ from: real, ...(to === undefined ? {} : { to }) }] });
    if (typeof expected === 'string') expect(said).toContain(expected);
    else expect(said).toMatch(expected);
    expect(said).toMatch(/\nNothing was run\.$/);
  });

  // Rules: 002.20
  it('are refused when two have the same place', async () => {
    const inputs = [
      { from: 'skill://fly/SKILL.md', to: 'work/x' },
      { from: 'skill://other/SKILL.md', to: '$WORK_DIR/x' },
    ];
    expect(await refusal({ inputs })).toContain('inputs[1]: skill://fly/SKILL.md goes to the same place');
  });
});

describe('outputs', () => {
  // Rules: 002.18, 002.21
  it('match patterns of every kind, each file once, links only inside', async () => {
    put('out/deep/er/b.csv', 'b');
    put('out/a.txt', '票\n');
    put('out/[1].txt', '1');
    put('work/.hidden', 'h');
    put('out/b.bin', Buffer.from([0, 1, 2]));
    symlinkSync('a.txt', path.join(session.workspace, 'out/again.txt'));
    symlinkSync('/etc/passwd', path.join(session.workspace, 'out/passwd'));
    symlinkSync('/etc', path.join(session.workspace, 'out/etc'));
    const globs = [
      '$OUTPUT_DIR/**',
      `${'$'}{OUTPUT_DIR}/*.txt`,
      'out/[1].txt',
      '$WORK_DIR/.*',
      './out/deep',
      'out/etc/host*',
      `${session.workspace}/out/{a,b}.*`,
      '$WORKSPACE_DIR/*/a.txt',
      '/etc/*',
      '../../*',
      '$HOME/*',
    ];
    const { output_files, notes, truncated } = await run('true', { outputs: { globs, inline: true } });
    expect(output_files).toEqual([
      { name: 'out/[1].txt', content: '1', mime_type: 'text/plain', size: 1 },
      { name: 'out/a.txt', content: '票\n', mime_type: 'text/plain', size: 4 },
      { name: 'out/b.bin', mime_type: 'application/octet-stream', size: 3 },
      { name: 'out/deep/er/b.csv', content: 'b', mime_type: 'text/csv', size: 1 },
      { name: 'work/.hidden', content: 'h', mime_type: 'text/plain', size: 1 },
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([
        'out/etc/host* leads outside the workspace and was left out.',
        '/etc/* leads outside the workspace and was left out.',
        '../../* leads outside the workspace and was left out.',
        expect.stringMatching(/^\$HOME\/\* matches no file/),
        'out/passwd is a link that leads outside the workspace, or no regular file; it was left out.',
      ]),
    );
    expect(truncated).toBe(undefined);
  });

  // Rules: 002.21
  it('return inline text on request, cut between characters and limited in total', async () => {
    put('out/long.txt', `a${'票'.repeat(10_000)}`);
    put('out/late.bin', Buffer.concat([Buffer.from('text first '.repeat(1000)), Buffer.from([0xff, 0xfe])]));
    expect((await run('true', { outputs: { globs: ['out/long.txt'] } })).output_files).toEqual([
      { name: 'out/long.txt', mime_type: 'text/plain', size: 30_001 },
    ]);
    const { output_files, truncated, notes } = await run('true', { outputs: { globs: ['out/*'], inline: true } });
    expect(output_files).toEqual([
      { name: 'out/late.bin', mime_type: 'application/octet-stream', size: 11_002 },
      {
        name: 'out/long.txt',
        content: `a${'票'.repeat(5461)}`,
        mime_type: 'text/plain',
        size: 30_001,
        truncated: true,
      },
    ]);
    expect(truncated).toBe(true);
    expect(notes).toEqual([
      'out/long.txt: only the first 16384 of 30001 bytes are shown; a result has room for 16384 bytes a file and 65536 bytes in all.',
    ]);
    for (let index = 0; index < 8; index += 1) put(`out/f${index}.md`, 'x'.repeat(16_000));
    const many = await run('true', { output_files: ['out/*.md'] });
    expect(many.output_files.map(({ content = '' }) => content.length)).toEqual([
      16_000, 16_000, 16_000, 16_000, 1536, 0, 0, 0,
    ]);
    expect(many.truncated).toBe(true);
  });

  // Rules: 002.22
  it.each([
    [{ max_files: 2 }, ['out/a', 'out/b'], '1 more matching file was left out: at most 2 files and 64 MiB in all.'],
    [{ max_file_bytes: 2 }, ['out/a', 'out/b', 'out/c'], 'out/c has 3 bytes, over the limit of 2 bytes a file'],
    [
      { max_total_bytes: 4 },
      ['out/a', 'out/b'],
      '1 more matching file was left out: at most 100 files and 4 bytes in all.',
    ],
    [{ max_files: 0, max_file_bytes: 999_999_999 }, ['out/a', 'out/b', 'out/c'], undefined],
  ])('obey the limits %j, and report what was left out', async (limits, names, note) => {
    for (const [index, name] of ['a', 'b', 'c'].entries()) put(`out/${name}`, 'x'.repeat(index + 1));
    const result = await run('true', { outputs: { globs: ['out/**'], save: true, name_template: 'kept/', ...limits } });
    expect(result.output_files.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(result.truncated).toBe(note === undefined ? undefined : true);
    expect(result.notes?.[0] ?? '').toContain(note ?? '');
    const saved = names.filter((name) => name !== 'out/c' || note === undefined);
    expect(result.artifact_files.map(({ name }: { name: string }) => name)).toEqual(
      saved.map((name) => name.replace('out/', 'kept/')),
    );
  });

  // Rules: 002.21, 002.24
  it('save as versions in both ways, of changed content only, with an event each', async () => {
    const before = session.state().artifacts.length;
    const old = {
      output_files: ['work/r.txt'],
      save_as_artifacts: true,
      omit_inline_content: true,
      artifact_prefix: 'old/',
    };
    const first = await run('printf 1 > $WORK_DIR/r.txt', old);
    expect(first.output_files).toEqual([{ name: 'work/r.txt', mime_type: 'text/plain', size: 1 }]);
    expect(first.artifact_files).toEqual([{ name: 'old/work/r.txt', version: 1 }]);
    expect((await run('true', old)).artifact_files).toEqual([{ name: 'old/work/r.txt', version: 1 }]);
    const outputs = { globs: ['work/*.txt'], save: true, name_template: 'old/' };
    expect((await run('printf 2 > $WORK_DIR/r.txt', { outputs })).artifact_files).toEqual([
      { name: 'old/work/r.txt', version: 2 },
    ]);
    const saved = session.state().artifacts.slice(before);
    expect(saved.map(({ name, version }) => [name, version])).toEqual([
      ['old/work/r.txt', 1],
      ['old/work/r.txt', 2],
    ]);
    expect((await session.runner.artifacts.read(saved[1]?.sha256 ?? ''))?.toString()).toBe('2');
    for (const prefix of ['../x', '/x', 'a/../b']) {
      expect(await refusal({ outputs: { globs: ['out/*'], save: true, name_template: prefix } })).toContain(
        '"outputs.name_template"',
      );
    }
  });

  it('without declarations, new files of out/ are returned by their artifact names', async () => {
    const { output_files, artifact_files } = await run('printf 1 > $OUTPUT_DIR/fresh.txt');
    expect(output_files).toEqual([{ name: 'out/fresh.txt', mime_type: 'text/plain', size: 1 }]);
    expect(artifact_files).toEqual([{ name: 'fresh.txt', version: 1 }]);
    expect((await run('true')).output_files).toEqual([]);
  });
});

it('refuses a deleted artifact as input, reuses no number, and saves the same content as new', async () => {
  const made = await run('echo once > $OUTPUT_DIR/deleted.txt');
  expect(made.artifact_files).toEqual([{ name: 'deleted.txt', version: 1 }]);
  session.append({ type: 'artifact-deleted', name: 'deleted.txt' });
  expect(await refusal({ inputs: [{ from: 'artifact://deleted.txt@1' }] })).toContain(
    'there is no artifact deleted.txt@1 (any more: the person deleted it). It has: ',
  );
  // An unchanged file in out/ is not returned by default, only on request.
  expect((await run('true')).artifact_files).toEqual([]);
  const again = await run('true', { outputs: { globs: ['out/deleted.txt'], save: true } });
  expect(again.artifact_files).toEqual([{ name: 'deleted.txt', version: 2 }]);
  session.append({ type: 'artifact-restored', name: 'deleted.txt', version: 1 });
  const inputs = [{ from: 'artifact://deleted.txt@1', to: 'inputs/one' }];
  expect((await run('cat inputs/one', { inputs })).stdout).toBe('once\n');
});

it('limits the result for ten thousand files and links', async () => {
  for (let index = 0; index < 3000; index += 1) {
    symlinkSync('/etc/hostname', path.join(session.workspace, `out/l${index}`));
    if (index < 300) put(`out/f${index}`, `${index}`);
  }
  const command = 'touch -h out/l*; truncate -s 5M out/b1 out/b2 out/b3';
  const { result } = await call({ command, output_files: ['out/**', 'nothing/*', '../x'], outputs: { save: true } });
  const { output_files, artifact_files, notes, truncated } = JSON.parse(result?.content ?? '');
  expect([output_files.length, artifact_files.length, truncated]).toEqual([100, 97, true]);
  expect(notes.length).toBeLessThan(60);
  expect(notes).toContainEqual('../x leads outside the workspace and was left out.');
  expect(notes.filter((note: string) => /more files .*likewise/.test(note))).toHaveLength(1);
});

it('keeps head and tail of a long stream, and the whole as an artifact', async () => {
  const result = await run('head -c 20000 /dev/zero | tr "\\0" o; echo 票; head -c 20000 /dev/zero | tr "\\0" e >&2');
  expect(result.truncated).toBe(true);
  expect(result.stdout).toMatch(
    /^o+\n\[… 3620 of 20004 bytes left out here; the whole is artifact terminal\/call_\d+\.txt and in .*output\.txt …\]\no+票\n$/,
  );
  expect(result.stderr).toContain('.stderr.txt and in');
  const [out, err] = result.artifact_files;
  expect([out.version, err.version]).toEqual([1, 1]);
  const artifact = session.state().artifacts.find(({ name }) => name === out.name);
  expect((await session.runner.artifacts.read(artifact?.sha256 ?? ''))?.toString()).toBe(`${'o'.repeat(20_000)}票\n`);
  const back = await run('wc -c < $WORK_DIR/inputs/whole', {
    inputs: [{ from: `artifact://${err.name}`, to: 'inputs/whole' }],
  });
  expect(back.stdout.trim()).toBe('20000');
});

it('shows both streams in the terminal as they arrive, and separates them in the result', async () => {
  const before = session.deltas.length;
  const command = 'echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three';
  expect(await run(command)).toMatchObject({ stdout: 'one\nthree\n', stderr: 'two\n' });
  const shown = session.deltas.slice(before).flatMap((delta) => (delta.type === 'terminal-delta' ? [delta.data] : []));
  expect(shown.join('')).toBe('one\r\ntwo\r\nthree\r\n');
  const callId = session.events().findLast((event) => event.type === 'script-finished')?.callId ?? '';
  expect(readFileSync(path.join(session.workspace, '.records', callId, 'terminal.log'), 'utf8')).toBe(
    'one\r\ntwo\r\nthree\r\n',
  );
});

// Rules: 002.30
it('never leads a result outside through a link that keeps changing', async () => {
  put('work/good', 'good');
  writeFileSync(path.join(documents, 'secret'), 'secret');
  const swapping = 'while :; do ln -sfn $WORK_DIR $WORK_DIR/d; ln -sfn "$OUTSIDE" $WORK_DIR/d; done';
  const stop = new AbortController();
  put('work/good2/secret', 'good');
  const swapper = call(
    { command: swapping.replace('$WORK_DIR $WORK_DIR/d', '$WORK_DIR/good2 $WORK_DIR/d'), env: { OUTSIDE: documents } },
    { mode: 'auto', signal: stop.signal },
  );
  const seen = new Set<string>();
  for (let index = 0; index < 12; index += 1) {
    const result = await run('true', { output_files: ['work/d/secret'] });
    for (const { content } of result.output_files) seen.add(content);
  }
  stop.abort();
  await swapper;
  expect(seen).toEqual(new Set(['good']));
});

describe('stdin', () => {
  it('is what the command reads, including line breaks and quotes', async () => {
    const stdin = 'one\n$HOME "two" \'three\'\nSTDIN\nend';
    expect((await run('cat', { stdin })).stdout).toBe(stdin);
    expect((await run('cat')).stdout).toBe('');
    expect((await run('wc -c; cat', { stdin: '' })).stdout.trim()).toBe('0');
  });
  it('is shown with the approval, and counts as code if a shell reads it', async () => {
    const need = await asked({ command: 'sh', stdin: 'echo hello' });
    expect(need).toMatchObject({ kind: 'ask', detail: { command: expect.stringContaining('echo hello') } });
    const pays = await asked({ command: 'sh', stdin: 'python3 ../other/scripts/pay.py' });
    expect(pays).toMatchObject({ kind: 'ask', detail: { needsPerson: true } });
  });
  it('contains no NUL', async () => {
    expect(await refusal({ stdin: 'a\0b' })).toContain('"stdin" holds a NUL character');
  });
});

it('logs the stages of a run in order, with times, files and bytes', async () => {
  put('work/w.txt', '12345');
  const before = Date.now();
  const { output_files } = await run('printf abc > $OUTPUT_DIR/abc.txt; printf 1234567', {
    inputs: [{ from: 'workspace://work/w.txt', to: 'work/inputs/w.txt' }],
    outputs: { globs: ['out/*.txt'], inline: true },
  });
  expect(output_files).toMatchObject([{ content: 'abc' }]);
  const finished = session.events().findLast((event) => event.type === 'script-finished');
  const stages = finished?.type === 'script-finished' ? (finished.stages ?? []) : [];
  expect(stages.map(({ name, files, bytes }) => [name, files, bytes])).toEqual([
    ['workspace.stage.skill', 4, expect.any(Number)],
    ['workspace.stage.inputs', 1, 5],
    ['workspace.create', undefined, undefined],
    ['run.program', undefined, 7],
    ['workspace.collect', 1, 3],
    ['workspace.inline', 1, 3],
    ['workspace.cleanup', undefined, undefined],
  ]);
  const starts = stages.map(({ at }) => Date.parse(at));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(starts[0]).toBeGreaterThanOrEqual(before);
  const program = stages.find(({ name }) => name === 'run.program');
  expect(program?.ms).toBeGreaterThan(0);
});
