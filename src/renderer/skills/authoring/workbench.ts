/** The files of one skill as they are being edited, and what the core says of them. Knows no React. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenedFile, SkillCheck, SkillTree } from '../../../shared/author.ts';
import type { AuthorCommands, Failure, Tried } from '../../store/index.ts';
import type { TextKeeper } from './editor/kept-text.ts';

export interface Buffer {
  readonly path: string;
  readonly text: string;
  /** Content on disk when last read. */
  readonly saved: string;
  readonly sha256: string;
  /** Conflict between the text and its file; nothing is written until it is resolved. */
  readonly conflict?: { readonly kind: 'changed'; readonly theirs: OpenedFile } | { readonly kind: 'gone' } | undefined;
  /** Unsaved text of another time was put back. */
  readonly restored?: boolean;
}

export interface Workbench {
  readonly tree: SkillTree | undefined;
  readonly failure: Failure | undefined;
  readonly buffers: Readonly<Record<string, Buffer>>;
  /** Path of the file in the editor. */
  readonly active: string | undefined;
  /** Latest check received for the text being typed. */
  readonly check: SkillCheck | undefined;
  readonly checking: boolean;
  readonly saving: boolean;
  /** Counts what changed on the disk: previews are of saved files. */
  readonly saves: number;
}

export interface WorkbenchOptions {
  readonly skill: string;
  readonly commands: AuthorCommands;
  readonly keeper: TextKeeper;
  /** Reports a failure that no part of the view shows. */
  readonly tell: (failure: Failure) => void;
}

export interface WorkbenchActions {
  /** Reads the tree, and files that changed elsewhere; opens the first file. */
  refresh(): Promise<void>;
  open(path: string): Promise<void>;
  edit(path: string, text: string): void;
  /** Every file with unsaved text; false where one could not be saved. */
  save(): Promise<boolean>;
  discard(path: string): void;
  takeTheirs(path: string): void;
  overwrite(path: string): Promise<boolean>;
  addFile(path: string): Promise<Failure | undefined>;
  moveFile(from: string, to: string): Promise<Failure | undefined>;
  /** @returns how to undo it. */
  removeFile(path: string): Promise<(() => Promise<void>) | undefined>;
  /** Puts unsaved text where it survives the window, at once. */
  keep(): void;
  /** Saves, fixes the files on disk, reads them again. @returns number of fixes. */
  fix(rule?: string): Promise<number | undefined>;
  dispose(): void;
}

/** Milliseconds after the last key. */
const CHECK_AFTER = 120;
const KEEP_AFTER = 300;

export const isDirty = (buffer: Buffer): boolean => buffer.text !== buffer.saved;
export const dirtyOf = ({ buffers }: Pick<Workbench, 'buffers'>): readonly Buffer[] =>
  Object.values(buffers).filter(isDirty);

export function createWorkbench({ skill, commands, keeper, tell }: WorkbenchOptions): {
  readonly state: StoreApi<Workbench>;
  readonly actions: WorkbenchActions;
} {
  const state = createStore<Workbench>(() => ({
    tree: undefined,
    failure: undefined,
    buffers: {},
    active: undefined,
    check: undefined,
    checking: false,
    saving: false,
    saves: 0,
  }));
  const get = () => state.getState();
  let asked = 0;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;

  /** That the connection is lost is said elsewhere, and passes. */
  const lasting = (failure: Failure): Failure | undefined =>
    failure.code === 'not-connected' ? get().failure : failure;

  const orTell = <T>(outcome: Tried<T>): T | undefined => {
    if (outcome.ok) return outcome.value;
    tell(outcome.failure);
    return undefined;
  };

  const put = (buffer: Buffer): void => state.setState({ buffers: { ...get().buffers, [buffer.path]: buffer } });

  const drop = (path: string): void => {
    const { [path]: _dropped, ...buffers } = get().buffers;
    state.setState({ buffers });
  };

  /** Answers that were overtaken by a later question are dropped. */
  const check = async (): Promise<void> => {
    clearTimeout(checkTimer);
    const mine = ++asked;
    state.setState({ checking: true });
    const unsaved = dirtyOf(get()).map(({ path, text }) => ({ path, text }));
    const outcome = await commands.check(skill, unsaved);
    if (disposed || mine !== asked) return;
    if (outcome.ok) state.setState({ check: outcome.value, checking: false, failure: undefined });
    else state.setState({ checking: false, failure: lasting(outcome.failure) });
  };
  const checkSoon = (): void => {
    clearTimeout(checkTimer);
    asked += 1;
    checkTimer = setTimeout(() => void check(), CHECK_AFTER);
  };

  const keepNow = (): void => {
    clearTimeout(keepTimer);
    for (const buffer of Object.values(get().buffers)) {
      if (isDirty(buffer)) keeper.set(skill, buffer.path, { text: buffer.text, basedOn: buffer.sha256 });
      else keeper.remove(skill, buffer.path);
    }
  };

  const clean = ({ path, text, sha256 }: OpenedFile): Buffer => ({ path, text, saved: text, sha256 });

  const withKept = (file: OpenedFile): Buffer => {
    const kept = keeper.get(skill, file.path);
    if (kept === undefined || kept.text === file.text) return clean(file);
    const buffer: Buffer = { ...clean(file), text: kept.text, restored: true };
    return kept.basedOn === file.sha256 ? buffer : { ...buffer, conflict: { kind: 'changed', theirs: file } };
  };

  const load = async (path: string): Promise<void> => {
    const outcome = await commands.read(skill, path);
    if (disposed) return;
    if (outcome.ok) put(withKept(outcome.value));
    else tell(outcome.failure);
  };

  /** Handles another program's change to an open file: applied if nothing is unsaved, otherwise offered. */
  const lookAgain = async (buffer: Buffer): Promise<void> => {
    const outcome = await commands.read(skill, buffer.path);
    const now = get().buffers[buffer.path];
    if (disposed || now === undefined) return;
    if (!outcome.ok) {
      if (outcome.failure.code !== 'file-not-found') return;
      if (isDirty(now)) put({ ...now, conflict: { kind: 'gone' } });
      else drop(buffer.path);
      return;
    }
    const theirs = outcome.value;
    if (theirs.sha256 === now.sha256) return;
    if (!isDirty(now) || now.text === theirs.text) put(clean(theirs));
    else put({ ...now, conflict: { kind: 'changed', theirs } });
  };

  const refresh = async (): Promise<void> => {
    const outcome = await commands.tree(skill);
    if (disposed) return;
    if (!outcome.ok) {
      state.setState({ failure: lasting(outcome.failure) });
      return;
    }
    const tree = outcome.value;
    state.setState({ tree, failure: undefined });
    await Promise.all(Object.values(get().buffers).map(lookAgain));
    for (const path of keeper.paths(skill)) {
      const there = tree.files.some((file) => file.path === path && file.editable);
      if (there && get().buffers[path] === undefined) await load(path);
    }
    const { active, buffers } = get();
    if (active === undefined || buffers[active] === undefined) {
      const first = tree.files.find(({ role }) => role === 'instructions') ?? tree.files.find((file) => file.editable);
      if (first !== undefined) await open(first.path);
      else state.setState({ active: undefined });
    }
    await check();
  };

  const open = async (path: string): Promise<void> => {
    if (get().buffers[path] === undefined) await load(path);
    if (get().buffers[path] !== undefined) state.setState({ active: path });
  };

  const saveOne = async (buffer: Buffer, basedOn: string | null): Promise<boolean> => {
    const outcome = await commands.write(skill, buffer.path, buffer.text, basedOn);
    const now = get().buffers[buffer.path] ?? buffer;
    if (outcome.ok) {
      // What was typed meanwhile stays unsaved.
      put({ path: buffer.path, text: now.text, saved: outcome.value.text, sha256: outcome.value.sha256 });
      return true;
    }
    const { code } = outcome.failure;
    if (code === 'file-not-found') put({ ...now, conflict: { kind: 'gone' } });
    else if (code === 'file-changed') {
      const theirs = await commands.read(skill, buffer.path);
      if (theirs.ok) put({ ...now, conflict: { kind: 'changed', theirs: theirs.value } });
    } else tell(outcome.failure);
    return false;
  };

  const afterChange = async (): Promise<void> => {
    keepNow();
    state.setState({ saves: get().saves + 1 });
    const outcome = await commands.tree(skill);
    if (disposed) return;
    if (outcome.ok) state.setState({ tree: outcome.value });
    await check();
  };

  const save = async (): Promise<boolean> => {
    if (get().saving) return false;
    state.setState({ saving: true });
    let all = true;
    for (const buffer of dirtyOf(get())) {
      const saved = buffer.conflict === undefined && (await saveOne(buffer, buffer.sha256));
      all &&= saved;
      if (!saved) state.setState({ active: buffer.path });
    }
    state.setState({ saving: false });
    await afterChange();
    return all;
  };

  const actions: WorkbenchActions = {
    refresh,
    open,
    edit(path, text) {
      const buffer = get().buffers[path];
      if (buffer === undefined || buffer.text === text) return;
      put({ ...buffer, text });
      clearTimeout(keepTimer);
      keepTimer = setTimeout(keepNow, KEEP_AFTER);
      checkSoon();
    },
    save,
    discard(path) {
      const buffer = get().buffers[path];
      if (buffer === undefined) return;
      put({ path, text: buffer.saved, saved: buffer.saved, sha256: buffer.sha256 });
      keepNow();
      checkSoon();
    },
    takeTheirs(path) {
      const conflict = get().buffers[path]?.conflict;
      if (conflict?.kind === 'changed') put(clean(conflict.theirs));
      if (conflict?.kind === 'gone') {
        drop(path);
        keeper.remove(skill, path);
        void refresh();
      }
      keepNow();
      checkSoon();
    },
    async overwrite(path) {
      const buffer = get().buffers[path];
      if (buffer?.conflict === undefined) return false;
      const basedOn = buffer.conflict.kind === 'gone' ? null : buffer.conflict.theirs.sha256;
      const saved = await saveOne(buffer, basedOn);
      await afterChange();
      return saved;
    },
    async addFile(path) {
      const outcome = await commands.write(skill, path, '', null);
      if (!outcome.ok) return outcome.failure;
      put(clean(outcome.value));
      state.setState({ active: path });
      await afterChange();
      return undefined;
    },
    async moveFile(from, to) {
      const outcome = await commands.moveFile(skill, from, to);
      if (!outcome.ok) return outcome.failure;
      const buffer = get().buffers[from];
      if (buffer !== undefined) {
        drop(from);
        put({ ...buffer, path: to });
        keeper.remove(skill, from);
        if (get().active === from) state.setState({ active: to });
      }
      await afterChange();
      return undefined;
    },
    async removeFile(path) {
      const buffer = get().buffers[path];
      const removed = orTell(await commands.removeFile(skill, path));
      if (removed === undefined) return undefined;
      drop(path);
      keeper.remove(skill, path);
      if (get().active === path) state.setState({ active: undefined });
      await refresh();
      return async () => {
        const restored = orTell(await commands.restoreFile(skill, removed.entry));
        if (restored === undefined) return;
        if (buffer !== undefined) put(buffer);
        await refresh();
        await open(restored.path);
      };
    },
    async fix(rule) {
      if (dirtyOf(get()).length > 0 && !(await save())) return undefined;
      const outcome = orTell(await commands.fix(skill, rule));
      if (outcome === undefined) return undefined;
      state.setState({ saves: get().saves + 1 });
      await refresh();
      return outcome.fixed;
    },
    keep: keepNow,
    dispose() {
      keepNow();
      disposed = true;
      clearTimeout(checkTimer);
    },
  };
  return { state, actions };
}
