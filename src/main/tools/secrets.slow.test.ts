import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRET = 'tok-3f9a"x/é';
const PRINT = [
  'printf "have:%s\\n" "$FOO_TOKEN"',
  'printf "%s" "$FOO_TOKEN" | base64',
  'printf "err:%s\\n" "$FOO_TOKEN" >&2',
  // In two pieces.
  'printf "%s" "$FOO_TOKEN" | head -c 4; sleep 0.2; printf "%s" "$FOO_TOKEN" | tail -c +5; echo',
  'printf "{\\"kind\\":\\"x\\",\\"a\\":\\"%s\\"}" "tok-3f9a" > "$RUN_DIR/card.json"',
  'printf "%s" "$FOO_TOKEN" | tee "$WORK_DIR/kept.txt" > "$WORK_DIR/../out/kept.txt"',
].join('\n');
const skill = (name: string): string => `---\nname: ${name}\ndescription: d\n---\n`;
let session: ToolSession;
const given = new Map<string, Readonly<Record<string, string>>>();
beforeAll(async () => {
  session = await startToolSession({
    bundled: {
      'a/SKILL.md': skill('a'),
      'a/scripts/print.sh': PRINT,
      'b/SKILL.md': skill('b'),
      'b/scripts/print.sh': PRINT,
    },
    secrets: {
      of: async ({ id }) => given.get(id) ?? {},
      values: async () => [...given.values()].flatMap((one) => Object.values(one)),
    },
  });
});
afterAll(() => session.remove());

const run = async (command: string): Promise<string> =>
  (await session.call('run_command', { command }, { mode: 'auto' })).result?.content ?? '';
const script = (id: string): string => `bash ${path.join(session.bundledRoot, id, 'scripts/print.sh')}`;
const encoded = Buffer.from(SECRET).toString('base64');

/** Every file but those that the script wrote itself. */
function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'kept.txt')
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe('a skill’s secret', () => {
  it('reaches its own script, and is hidden wherever that script prints it', async () => {
    given.set('a', { FOO_TOKEN: SECRET });
    const content = await run(script('a'));
    expect(content).toMatch(/have:[^a-z]*\*{6,}/);
    expect(content).toMatch(/err:[^a-z]*\*{6,}/);
    expect(content.match(/\*{6,}/g)).toHaveLength(4);
    const kept = JSON.stringify([session.events(), session.deltas]);
    // The artifacts among them.
    const files = filesBelow(session.home).map((file) => readFileSync(file, 'utf8'));
    expect(content).toContain('out/kept.txt contains a secret');
    expect(files).toContain('*'.repeat(Buffer.byteLength(SECRET)));
    for (const text of [content, kept, ...files]) {
      for (const value of [SECRET, JSON.stringify(SECRET).slice(1, -1), encoded]) expect(text).not.toContain(value);
    }
  });

  it('reaches no other skill’s script, no model command, and its own script only in plain form', async () => {
    expect(await run(script('b'))).toContain('have:\n');
    expect(await run('echo "have:$FOO_TOKEN:"')).toContain('have::');
    expect(await run(`${script('a')} | cat`)).toContain('have:\n');
    expect(await run(`true; ${script('a')}`)).toContain('have:\n');
  });

  it('is hidden from readers of a file its script left it in', async () => {
    await run(script('a'));
    const file = path.join(session.workspace, 'work/kept.txt');
    expect(readFileSync(file, 'utf8')).toBe(SECRET);
    expect((await session.call('read_file', { path: file })).result?.content).toMatch(/\*{6,}/);
    expect((await session.call('grep', { pattern: 'tok', path: file })).result?.content).toMatch(/\*{6,}/);
    expect(await run(`cat ${file}`)).toMatch(/\*{6,}/);
    await session.call('write_file', { path: 'out/kept.txt', content: 'again', mode: 'append' });
    const latest = session.events().findLast((event) => event.type === 'artifact-saved');
    expect(String(await session.runner.artifacts.read(latest?.sha256 ?? ''))).toMatch(/^\*+again$/);
  });

  it('is gone from the next run on once it is removed', async () => {
    given.delete('a');
    expect(await run(script('a'))).toContain('have:\n');
  });
});
