import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SKILL = (name: string, metadata = ''): string =>
  `---\nname: ${name}\ndescription: The ${name} skill.\n${metadata}---\nBody\n`;
const CONFIRM = 'metadata:\n  confirm: "scripts/book.py"\n  confirm-preview: "--quote"\n';
const BOOK = `import json, os, sys
args = sys.argv[1:]
if 'bad' in args:
    print('Error: Unknown destination city', file=sys.stderr); sys.exit(2)
quote = '--quote' in args
card = {'kind': 'quote' if quote else 'booking', 'total': 3710}
json.dump(card, open(os.environ['RUN_DIR'] + '/card.json', 'w'))
open(os.environ['SKILL_DATA_DIR'] + '/bookings', 'a').write('booked ')
if not quote: open(os.environ['OUTPUT_DIR'] + '/trip.ics', 'w').write('BEGIN:VCALENDAR')
print('quoted' if quote else 'booked')
`;

let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {
      'book/SKILL.md': SKILL('book', CONFIRM),
      'book/reference.md': 'Unknown city: try another\n',
      'book/scripts/book.py': BOOK,
      'book/scripts/search.py': "import sys; print('found', sys.argv[1:])\n",
    },
    user: { 'notes/SKILL.md': SKILL('My Notes'), 'notes/scripts/note.py': "print('noted')\n" },
  });
});
afterAll(() => session.remove());

const content = async (name: string, args: unknown): Promise<string> =>
  (await session.call(name, args)).result?.content ?? '';
const failure = async (name: string, args: unknown): Promise<string> => {
  const { result } = await session.call(name, args);
  expect(result?.ok).toBe(false);
  return result?.content ?? '';
};
const script = (name: string): Promise<string> => session.runner.runWith(path.join(session.bundledRoot, name));

describe('an impossible call', () => {
  // Rules: 001.12
  it.each([
    ['nothing', {}, 'There is no tool "nothing". The tools are: load_skill, unload_skill,'],
    [
      'read_file',
      '{"path": "a',
      /^Bad arguments for read_file: they are not valid JSON \(.*\)\. Its fields:\n- path \(string, required\)/,
    ],
    [
      'read_file',
      { path: 7, offset: 0 },
      /"path": Invalid input: expected string, received number; "offset": Too small/,
    ],
    ['read_file', [], /"?the arguments"?: Invalid input: expected object/],
    [
      'write_file',
      { path: 'work/a', content: '', mode: 'delete' },
      /"mode": .*\n(.*\n)*- mode \("overwrite" \| "append" \| "create", optional\)/,
    ],
    ['run_command', { command: 'x', timeout: 9999 }, '"timeout": Too big'],
    [
      'run_command',
      { command: 'x', env: { LD_PRELOAD: 'x' } },
      '"env": LD_PRELOAD is set by the workspace or changes what a program runs',
    ],
    ['run_command', { command: 'x', cwd: '/etc' }, '/etc is outside the folders that may be read:\n- '],
  ])('of %s %j gets an answer with what would have worked', async (name, args, expected) => {
    const said = await failure(name, args);
    if (typeof expected === 'string') expect(said).toContain(expected);
    else expect(said).toMatch(expected);
  });
});

it('loads, lists and unloads skills by any name that models use', async () => {
  expect(await content('list_skills', '')).toBe(
    '○ not loaded, ✓ loaded\n- [○] **book**: The book skill.\n- [○] **notes** (My Notes): The My Notes skill.',
  );
  for (const alias of ['name', 'skill_name', 'skill', 'skillId'])
    expect(await content('load_skill', { [alias]: 'book' })).toBe('Loaded book.');
  expect(await content('load_skill', { name: 'my notes' })).toBe('Loaded notes.');
  expect(await content('load_skill_reference', { skill: 'book', ref_path: './reference.md' })).toBe(
    'Loaded reference.md of book.',
  );
  expect(await failure('load_skill_reference', { skill_name: 'book', ref_path: 'nope.md' })).toContain('reference.md');
  expect(await content('list_skills', {})).toContain(
    '- [✓] **book**: The book skill. [references loaded: reference.md]',
  );
  expect(await content('unload_skill', { skill: 'NOTES' })).toBe('Unloaded notes.');
  expect(await failure('unload_skill', { skill: 'notes' })).toContain('Loaded are: book.');
});

describe('files', () => {
  it('are written only in allowed places, kept as artifacts in out/, and read back unchanged', async () => {
    expect(await content('write_file', { path: 'work/a/b.txt', content: '一\n二\n三' })).toBe(
      'Wrote work/a/b.txt (11 bytes).',
    );
    expect(await content('write_file', { path: '$WORK_DIR/a/b.txt', content: '\n四\n', mode: 'append' })).toBe(
      'Added work/a/b.txt (5 bytes).',
    );
    expect(await failure('write_file', { path: 'work/a/b.txt', content: 'x', mode: 'create' })).toContain(
      'exists already',
    );
    expect(await content('read_file', { path: 'work/a/b.txt' })).toBe('一\n二\n三\n四\n');
    expect(await content('read_file', { path: 'work/a/b.txt', offset: 2, limit: 2 })).toBe(
      '二\n三\n[lines 2 to 3 of 4; go on with offset 4]',
    );
    expect(await failure('read_file', { path: 'work/a/b.txt', offset: 5 })).toContain('has 4 lines');
    await content('write_file', { path: 'out/plan.md', content: '# One' });
    await content('write_file', { path: 'out/plan.md', content: '# Two' });
    const saved = session.events().filter((event) => event.type === 'artifact-saved');
    expect(saved.map(({ name, version, mime }) => [name, version, mime])).toEqual([
      ['plan.md', 1, 'text/markdown'],
      ['plan.md', 2, 'text/markdown'],
    ]);
    expect(await content('list_dir', { path: 'work' })).toBe('a/\ninputs/\nout/\nskills/');
    expect(await content('list_dir', {})).toBe('a/\ninputs/\nout/\nskills/');
    expect(await content('list_dir', { path: '$WORKSPACE_DIR' })).toBe('.records/\nout/\nruns/\nskills/\nwork/');
  });

  it('without a folder are in the work folder, for tools and commands alike', async () => {
    expect(await content('write_file', { path: 'mine.txt', content: 'mine' })).toBe('Wrote work/mine.txt (4 bytes).');
    for (const same of ['mine.txt', './mine.txt', 'work/mine.txt', './work/mine.txt', '$WORK_DIR/mine.txt'])
      expect(await content('read_file', { path: same }), same).toBe('mine');
    await content('write_file', { path: 'out/kept.txt', content: 'kept' });
    expect(readFileSync(path.join(session.workspace, 'out/kept.txt'), 'utf8')).toBe('kept');
    await content('write_file', { path: 'inputs/given.csv', content: 'given' });
    expect(await content('list_dir', { path: 'inputs' })).toBe('given.csv  5 bytes');
    const command = 'cat mine.txt work/mine.txt out/kept.txt inputs/given.csv; echo new > made.txt';
    const { result } = await session.call('run_command', { command }, { mode: 'auto' });
    expect(result?.content).toContain('minemine'.concat('keptgiven'));
    expect(await content('read_file', { path: 'made.txt' })).toBe('new\n');
  });

  // Rules: 004.11
  it('of a loaded skill are in skills/ of the workspace, also in commands, and trusted no further', async () => {
    const card = 'skills/book/reference.md';
    await session.call('load_skill', { name: 'book' });
    expect(await content('read_file', { path: card })).toBe('Unknown city: try another\n');
    expect(await content('read_file', { path: `$SKILLS_DIR/book/reference.md` })).toBe('Unknown city: try another\n');
    expect(await failure('write_file', { path: card, content: 'x' })).toContain(
      'outside the folders that may be written',
    );
    const { result } = await session.call(
      'run_command',
      { command: `cat ${card} "$SKILLS_DIR/book/reference.md"` },
      { mode: 'auto' },
    );
    expect(result?.content).toContain('Unknown city: try another\nUnknown city: try another');
    // A copy of a script that needs approval needs it too.
    const { need } = await session.call(
      'run_command',
      { command: 'python3 skills/book/scripts/book.py --offer x' },
      { mode: 'auto' },
    );
    expect(need).toMatchObject({ kind: 'ask', detail: { needsPerson: true } });
  });

  it('that are long come in parts; binary and other encodings are refused by name and size', async () => {
    const work = path.join(session.workspace, 'work');
    writeFileSync(
      path.join(work, 'long.txt'),
      Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`).join(''),
    );
    expect(await content('read_file', { path: 'work/long.txt' })).toMatch(
      /line 2000\n\[lines 1 to 2000 of 5000; go on with offset 2001\]$/,
    );
    writeFileSync(path.join(work, 'wide.txt'), '票'.repeat(100_000));
    const wide = await content('read_file', { path: 'work/wide.txt' });
    expect(wide).toMatch(/^票+\n\[line 1 of 1 has 300000 bytes; only its beginning is shown\]$/);
    writeFileSync(path.join(work, 'x.png'), Buffer.from([137, 80, 0, 1]));
    writeFileSync(path.join(work, 'gbk.txt'), Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]));
    writeFileSync(path.join(work, 'bom.txt'), '\ufeffx');
    expect(await failure('read_file', { path: 'work/x.png' })).toBe(
      'work/x.png is no text (image/png, 4 bytes) and cannot be shown; a script can read it.',
    );
    expect(await failure('read_file', { path: 'work/gbk.txt' })).toContain('is not in UTF-8 (4 bytes)');
    expect(await content('read_file', { path: 'work/bom.txt' })).toBe('x');
  });

  it('elsewhere are not found, whatever leads to them', async () => {
    const work = path.join(session.workspace, 'work');
    const secret = path.join(session.home, 'secret.txt');
    writeFileSync(secret, 'secret');
    symlinkSync(secret, path.join(work, 'link'));
    symlinkSync(session.home, path.join(work, 'folder'));
    symlinkSync(path.join(work, 'a', 'b.txt'), path.join(work, 'inside'));
    symlinkSync(path.join(session.home, 'made'), path.join(work, 'dangling'));
    for (const file of [
      '/etc/passwd',
      '../../../secret.txt',
      secret,
      'work/link',
      'work/folder/secret.txt',
      '/proc/self/environ',
    ]) {
      const refused = await failure('read_file', { path: file });
      expect(refused, file).toMatch(/is outside the folders that may be read:\n- .*workspaces\/s\n/);
      expect(refused).not.toContain('secret\n');
    }
    for (const file of [
      'work/folder/x',
      'work/link',
      secret,
      'skills/x',
      '.records/x',
      '../x',
      '../../x',
      path.join(session.bundledRoot, 'book/SKILL.md'),
    ]) {
      expect(await failure('write_file', { path: file, content: 'forged' }), file).toMatch(
        /is outside the folders that may be written:\n- .*\/work\n- .*\/out\n- .*\/runs$/,
      );
    }
    expect(await failure('write_file', { path: 'work/dangling', content: 'x' })).toContain('a link to nowhere');
    expect(readFileSync(secret, 'utf8')).toBe('secret');
    expect(existsSync(path.join(session.home, 'made'))).toBe(false);
    expect(await content('write_file', { path: 'work/inside', content: 'through' })).toBe(
      'Wrote work/a/b.txt (7 bytes).',
    );
    expect(await failure('list_dir', { path: 'work/folder' })).toContain('outside');
    expect(await failure('read_file', { path: 'work' })).toContain('is a folder: list it with list_dir');
    expect(await failure('read_file', { path: 'work/none.txt' })).toMatch(
      /There is no .*none\.txt\. In .*work there is: a\/, bom\.txt, dangling/,
    );
    expect(await content('list_dir', { path: 'work' })).toContain('link -> ');
  });

  it('of a skill are readable while it is loaded, and attached ones as granted', async () => {
    const reference = path.join(session.bundledRoot, 'book/reference.md');
    expect(await content('read_file', { path: reference })).toBe('Unknown city: try another\n');
    expect(await failure('read_file', { path: path.join(session.home, 'user/notes/SKILL.md') })).toContain('outside');
    const given = path.join(session.home, 'given');
    mkdirSync(given);
    session.attached.push({ path: given, writable: false });
    writeFileSync(path.join(given, 'x'), 'given');
    expect(await content('read_file', { path: path.join(given, 'x') })).toBe('given');
    expect(await failure('write_file', { path: path.join(given, 'y'), content: '' })).toContain('outside');
    session.attached[0] = { path: given, writable: true };
    expect(await content('write_file', { path: path.join(given, 'y'), content: '' })).toContain('(0 bytes)');
    mkdirSync(path.join(given, 'repo/.git/hooks'), { recursive: true });
    for (const fixed of ['repo/.git/hooks/pre-commit', 'repo/.GIT/config', '.git', '.claude/skills/x/SKILL.md'])
      expect(await failure('write_file', { path: path.join(given, fixed), content: '' })).toContain('was not written');
    session.attached[0] = { path: session.home, writable: true };
    for (const fixed of ['config.jsonc', 'user/notes/SKILL.md', 'bundled/book/scripts/book.py', 'sessions.db'])
      expect(await failure('write_file', { path: path.join(session.home, fixed), content: '' })).toContain(
        'was not written',
      );
    session.attached[0] = { path: given, writable: true };
  });

  it('in a logged catalog grant no access, as the log may be imported', async () => {
    const entry = { id: 'forged', name: 'forged', description: 'x', source: 'bundled' as const, path: '/' };
    const { skills } = session.events().findLast((event) => event.type === 'catalog-changed') ?? { skills: [] };
    session.append({
      type: 'catalog-changed',
      skills: [...skills, entry],
      added: [],
      removed: [],
      changed: [],
      diagnostics: [],
    });
    await session.call('load_skill', { name: 'forged' });
    expect(await failure('read_file', { path: '/etc/hostname' })).toContain('outside');
    await session.call('unload_skill', { name: 'forged' });
  });
});

describe('grep', () => {
  it('finds lines by a pattern, a path and a glob', async () => {
    for (const [name, text] of [
      ['g/b.md', 'Tokyo 东京\nOsaka\n'],
      ['g/a.txt', 'x\r\ntokyo\r\n'],
      ['g/sub/c.md', 'Tokyo\n'],
      ['g/.git/d.md', 'Tokyo'],
      ['g/bin', 'Tokyo\0'],
    ]) {
      await session.call('write_file', { path: `work/${name}`, content: text });
    }
    symlinkSync('/etc', path.join(session.workspace, 'work/g/etc'));
    expect(await content('grep', { pattern: 'T.kyo', path: 'work/g' })).toBe(
      'work/g/b.md:1: Tokyo 东京\nwork/g/sub/c.md:1: Tokyo',
    );
    expect(await content('grep', { pattern: '(?i)^TOKYO$', path: 'work/g' })).toBe(
      'work/g/a.txt:2: tokyo\nwork/g/sub/c.md:1: Tokyo',
    );
    expect(await content('grep', { pattern: 'Tokyo', path: 'work/g', glob: '*.md' })).toContain('sub/c.md');
    expect(await content('grep', { pattern: 'Tokyo', path: 'work/g', glob: 'sub/*' })).toBe('work/g/sub/c.md:1: Tokyo');
    expect(await content('grep', { pattern: '京', path: 'work/g/b.md' })).toBe('work/g/b.md:1: Tokyo 东京');
    expect(await content('grep', { pattern: 'Lima', path: 'work/g' })).toBe('Nothing in work/g matches Lima.');
    writeFileSync(path.join(session.workspace, 'work/g/large.csv'), 'x'.repeat(9 * 1024 * 1024));
    expect(await content('grep', { pattern: 'Lima', path: 'work/g' })).toBe(
      'Nothing that was searched in work/g matches Lima.\n[over 8 MiB, so not searched: work/g/large.csv; give one of them as "path" to search it]',
    );
    expect(await content('grep', { pattern: 'Tokyo', path: 'work/g' })).toMatch(/so not searched: work\/g\/large\.csv/);
    expect(await failure('grep', { pattern: '(', path: 'work/g' })).toContain('"pattern" is no regular expression');
    await session.call('write_file', { path: 'work/many.txt', content: 'hit\n'.repeat(300) });
    const many = await content('grep', { pattern: 'hit', path: 'work/many.txt' });
    expect(many.split('\n')).toHaveLength(201);
    expect(many).toMatch(/\[more than 200 matches/);
  });

  it('stops a pattern that backtracks for ever, without delaying others', async () => {
    await session.call('write_file', { path: 'work/evil.txt', content: `${'a'.repeat(40)}!\n` });
    const controller = new AbortController();
    process.once('worker', (thread: Worker) => thread.once('online', () => controller.abort()));
    const searching = session.call(
      'grep',
      { pattern: '^(a+)+$', path: 'work/evil.txt' },
      { signal: controller.signal },
    );
    expect((await searching).result).toEqual({ ok: false, content: 'The search was stopped.' });
  });
});

describe('run_command', () => {
  // Rules: 002.34
  it('runs a bundled script unasked; everything is in the log and on the screen', async () => {
    const before = session.events().length;
    const deltas = session.deltas.length;
    const command = `${await script('book/scripts/search.py')} --to '上海 ✈'`;
    const { need, result } = await session.call('run_command', { command }, { mode: 'never' });
    expect(need).toEqual({ kind: 'allowed' });
    expect(result).toEqual({ ok: true, content: "found ['--to', '上海 ✈']\n\n[exit status 0]" });
    const [started, finished] = session.events().slice(before);
    expect(started).toMatchObject({ type: 'script-started', command, cwd: path.join(session.workspace, 'work') });
    expect(finished).toMatchObject({
      type: 'script-finished',
      exitCode: 0,
      timedOut: false,
      truncated: false,
      outputs: [],
    });
    const shown = session.deltas.slice(deltas).filter((delta) => delta.type === 'terminal-delta');
    expect(shown.map((delta) => delta.data).join('')).toBe("found ['--to', '上海 ✈']\r\n");
    expect(shown[0]?.offset).toBe(0);
  });

  it('asks for anything else with the exact command; an approval holds as far as it was given', async () => {
    const command = 'echo one;  echo two >&2; exit 3';
    expect(await session.call('run_command', { command, env: { CITY: 'x' } })).toEqual({
      need: {
        kind: 'ask',
        action: 'run-command',
        detail: {
          command,
          cwd: path.join(session.workspace, 'work'),
          needsPerson: false,
          facts: expect.objectContaining({
            subject: 'command',
            sandbox: 'none',
            network: 'open',
            variables: [{ name: 'CITY', value: 'x' }],
            offers: ['once', 'session', 'always'],
          }),
        },
        denied: expect.stringContaining('did not allow'),
        unasked: expect.stringMatching(/nobody to ask here.* or here with --approve auto\.$/),
      },
    });
    expect((await session.call('run_command', { command }, { decide: 'once' })).result).toEqual({
      ok: false,
      content: 'one\ntwo\n\n[exit status 3]',
    });
    expect((await session.call('run_command', { command })).need?.kind).toBe('ask');
    expect((await session.call('run_command', { command }, { decide: 'denied' })).result).toBe(undefined);
    await session.call('run_command', { command }, { decide: 'session' });
    expect((await session.call('run_command', { command })).need?.kind).toBe('allowed');
    expect((await session.call('run_command', { command: `${command} ` })).need?.kind).toBe('allowed');
    expect((await session.call('run_command', { command: 'echo three' })).need?.kind).toBe('ask');
    expect((await session.call('run_command', { command: 'echo three' }, { mode: 'auto' })).result?.ok).toBe(true);
    expect((await session.call('run_command', { command }, { mode: 'never' })).need?.kind).toBe('refused');
    session.tools.forget('s');
    expect((await session.call('run_command', { command })).need?.kind).toBe('ask');
  });

  it('asks each time for an unconfined imported script, and skips it with --approve auto', async () => {
    const note = await session.runner.runWith(path.join(session.home, 'user/notes/scripts/note.py'));
    for (const decide of ['session', 'always'] as const) {
      const asked = await session.call('run_command', { command: `${note} a` }, { decide });
      expect(asked.need).toMatchObject({
        kind: 'ask',
        action: 'run-script',
        detail: {
          skill: 'notes',
          script: 'scripts/note.py',
          facts: { offers: ['once'], keys: [], sandbox: 'none', network: 'open' },
        },
      });
      expect(asked.result?.ok).toBe(true);
    }
    const auto = (command: string) => session.call('run_command', { command }, { mode: 'auto' });
    for (const command of [`${note} a`, `${note} a | tail -1`]) {
      expect((await auto(command)).need).toEqual({
        kind: 'refused',
        message: expect.stringMatching(
          /^Not run: it is a script of the skill notes.* install bubblewrap.* --approve ask/s,
        ),
        refusal: { code: 'unconfined', figures: { skill: 'notes' } },
      });
    }
    expect((await auto('echo one')).result?.ok).toBe(true);
  });

  const bookings = (): string => {
    const file = path.join(session.home, 'data/book/bookings');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  it('shows the card of a script that needs approval, runs nothing before it, and accepts no grant', async () => {
    const command = `${await script('book/scripts/book.py')} --offer x`;
    for (const mode of ['ask', 'auto', 'never'] as const) {
      const before = session.events().length;
      const { need, result } = await session.call('run_command', { command }, { mode });
      expect(result).toBe(undefined);
      expect(need).toMatchObject({
        kind: 'ask',
        action: 'run-script',
        detail: {
          command,
          skill: 'book',
          script: 'scripts/book.py',
          needsPerson: true,
          preview: { kind: 'quote', total: 3710 },
        },
      });
      expect(session.events()).toHaveLength(before);
      expect(bookings()).toBe('');
    }
    const { result } = await session.call('run_command', { command }, { decide: 'always' });
    expect(result).toEqual({
      ok: true,
      content: 'booked\n\n[exit status 0]\n[new files: out/trip.ics (text/calendar, 15 bytes)]',
      data: { kind: 'booking', total: 3710 },
      dataOf: 'book',
    });
    expect(bookings()).toBe('booked ');
    expect(session.events().at(-1)).toMatchObject({ type: 'artifact-saved', name: 'trip.ics', version: 1 });
    expect((await session.call('run_command', { command }, { mode: 'auto' })).need?.kind).toBe('ask');
  });

  it('does not run if the script changed while the user was deciding', async () => {
    const file = path.join(session.workspace, 'work/swap.sh');
    writeFileSync(file, 'echo harmless');
    const host = session.call('run_command', { command: 'bash work/swap.sh' }, { decide: 'once' });
    expect((await host).result?.content).toContain('harmless');
    const target = path.join(session.bundledRoot, 'book/scripts/book.py');
    linkSync(target, path.join(session.workspace, 'work/hard.py'));
    chmodSync(file, 0o755);
    const { need } = await session.call('run_command', { command: 'python3 work/hard.py' }, { mode: 'auto' });
    expect(need).toMatchObject({
      kind: 'ask',
      action: 'run-command',
      detail: { needsPerson: true, facts: { suspect: 'it reaches scripts/book.py of book' } },
    });
  });

  it('ends on a stop, with its output in the result', async () => {
    const controller = new AbortController();
    const running = session.call(
      'run_command',
      { command: 'echo begun; sleep 300' },
      { mode: 'auto', signal: controller.signal },
    );
    while (!session.deltas.some((delta) => delta.type === 'terminal-delta' && delta.data.includes('begun')))
      await new Promise(setImmediate);
    controller.abort();
    expect((await running).result).toEqual({ ok: false, content: 'begun\n\n[stopped by the person]' });
    expect(session.events().findLast((event) => event.type === 'script-finished')).toMatchObject({
      stopped: true,
      exitCode: null,
    });
    expect(
      (await session.call('run_command', { command: 'sleep 300', timeout: 0.2 }, { mode: 'auto' })).result?.content,
    ).toMatch(/^\(no output\)\n\n\[ended at the time limit/);
  });
});
