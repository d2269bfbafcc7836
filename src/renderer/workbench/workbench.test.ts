import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SkillCheck, Unsaved } from '../../shared/skills/author.ts';
import type { AuthorCommands, Failure, Tried } from '../store/index.ts';
import { createWorkbench } from './workbench.ts';
import { dirtyOf, localTextKeeper } from './workbench-state.ts';

const failed = (code: Failure['code']): Tried<never> => ({ ok: false, failure: { code, message: code } });
const done = <T>(value: T): Tried<T> => ({ ok: true, value });

/** A disk in memory that refuses as the core does; a text's hash is the text. */
function disk(files: Record<string, string>) {
  const checks: { readonly unsaved: readonly Unsaved[]; readonly answer: (found: number) => void }[] = [];
  const read = async (_skill: string, path: string) => {
    const text = files[path];
    return text === undefined ? failed('file-not-found') : done({ path, text, sha256: text });
  };
  const commands: Partial<AuthorCommands> = {
    read,
    tree: async (skill) =>
      done({
        skill,
        name: skill,
        dir: '/x',
        writable: true,
        files: Object.keys(files).map((path) => ({
          path,
          bytes: 1,
          editable: true,
          executable: false,
          role: path === 'SKILL.md' ? ('instructions' as const) : ('reference' as const),
        })),
      }),
    async write(_skill, path, text, basedOn) {
      const now = files[path];
      if (basedOn !== null && now === undefined) return failed('file-not-found');
      if ((basedOn ?? undefined) !== now) return failed('file-changed');
      files[path] = text;
      return done({ path, text, sha256: text });
    },
    check: (_skill, unsaved) =>
      new Promise((resolve) => {
        const answer = (found: number) =>
          resolve(done({ findings: Array.from({ length: found }) } as unknown as SkillCheck));
        checks.push({ unsaved, answer });
      }),
  };
  return { files, checks, commands: commands as AuthorCommands };
}

function memory(): Storage {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage;
}

const opened: ReturnType<typeof createWorkbench>[] = [];
afterEach(() => {
  for (const { actions } of opened.splice(0)) actions.dispose();
});

function open(at: ReturnType<typeof disk>, storage = memory()) {
  const told: Failure[] = [];
  const bench = createWorkbench({
    skill: 'a',
    commands: at.commands,
    keeper: localTextKeeper(storage),
    tell: (failure) => told.push(failure),
  });
  opened.push(bench);
  const buffer = (path = 'SKILL.md') => bench.state.getState().buffers[path];
  return { ...bench, told, buffer, storage };
}

describe('the workbench', () => {
  it('drops answers overtaken by typing', async () => {
    const at = disk({ 'SKILL.md': 'one' });
    const { state, actions } = open(at);
    void actions.refresh();
    await vi.waitFor(() => expect(at.checks).toHaveLength(1));
    actions.edit('SKILL.md', 'two');
    await vi.waitFor(() => expect(at.checks).toHaveLength(2));
    at.checks[1]?.answer(2);
    await vi.waitFor(() => expect(state.getState().check?.findings).toHaveLength(2));
    at.checks[0]?.answer(1);
    await Promise.resolve();
    expect(state.getState().check?.findings).toHaveLength(2);
    expect(at.checks.map(({ unsaved }) => unsaved)).toEqual([[], [{ path: 'SKILL.md', text: 'two' }]]);
  });

  it('does not overwrite outside changes, and offers the choice', async () => {
    const at = disk({ 'SKILL.md': 'one' });
    const { actions, buffer } = open(at);
    void actions.refresh();
    await vi.waitFor(() => expect(buffer()?.text).toBe('one'));
    actions.edit('SKILL.md', 'mine');
    at.files['SKILL.md'] = 'theirs';
    void actions.save();
    await vi.waitFor(() => expect(buffer()?.conflict).toMatchObject({ kind: 'changed', theirs: { text: 'theirs' } }));
    expect([at.files['SKILL.md'], buffer()?.text]).toEqual(['theirs', 'mine']);
    void actions.overwrite('SKILL.md');
    await vi.waitFor(() => expect(at.files['SKILL.md']).toBe('mine'));
    await vi.waitFor(() => expect(buffer()?.conflict).toBeUndefined());

    // Without unsaved text, the other version is simply shown.
    at.files['SKILL.md'] = 'again theirs';
    void actions.refresh();
    await vi.waitFor(() => expect(buffer()?.text).toBe('again theirs'));

    // Deleted elsewhere while something is unsaved: it can be written again.
    actions.edit('SKILL.md', 'mine once more');
    delete at.files['SKILL.md'];
    void actions.save();
    await vi.waitFor(() => expect(buffer()?.conflict).toEqual({ kind: 'gone' }));
    void actions.overwrite('SKILL.md');
    await vi.waitFor(() => expect(at.files['SKILL.md']).toBe('mine once more'));
  });

  it('keeps unsaved text across a reload, as a conflict if the file has changed', async () => {
    const at = disk({ 'SKILL.md': 'one', 'r.md': 'r' });
    const first = open(at);
    void first.actions.refresh();
    await vi.waitFor(() => expect(first.buffer()).toBeDefined());
    await first.actions.open('r.md');
    first.actions.edit('SKILL.md', 'kept');
    first.actions.edit('r.md', 'kept too');
    first.actions.dispose();
    at.files['r.md'] = 'went on';

    const second = open(at, first.storage);
    void second.actions.refresh();
    await vi.waitFor(() => expect(second.buffer('r.md')).toBeDefined());
    expect(second.buffer()).toMatchObject({ text: 'kept', saved: 'one', restored: true });
    expect(second.buffer('r.md')).toMatchObject({ text: 'kept too', conflict: { kind: 'changed' } });
    second.actions.discard('SKILL.md');
    second.actions.takeTheirs('r.md');
    expect(dirtyOf(second.state.getState())).toEqual([]);
    second.actions.dispose();

    const third = open(at, first.storage);
    void third.actions.refresh();
    await vi.waitFor(() => expect(third.buffer()).toMatchObject({ text: 'one' }));
    expect(third.buffer()).not.toHaveProperty('restored');
  });

  it('keeps what is typed while a second view reads the same file', async () => {
    const at = disk({ 'SKILL.md': 'one' });
    const reads: (() => void)[] = [];
    const { read } = at.commands;
    const slow: AuthorCommands['read'] = async (skill, path) => {
      await new Promise<void>((resolve) => reads.push(resolve));
      return await read(skill, path);
    };
    const { actions, buffer } = open({ ...at, commands: { ...at.commands, read: slow } });
    const looks = [actions.look('SKILL.md'), actions.look('SKILL.md')];
    reads[0]?.();
    await looks[0];
    actions.edit('SKILL.md', 'typed');
    reads[1]?.();
    await looks[1];
    expect(buffer()?.text).toBe('typed');
  });
});
