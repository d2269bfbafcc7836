/** Edits the files of one skill, and shows what the core says of them. Knows no React. */
import { createStore } from 'zustand/vanilla';
import type { OpenedFile } from '../../shared/skills/author.ts';
import type { Failure, Tried } from '../store/index.ts';
import {
  type Bench,
  type Buffer,
  dirtyOf,
  EMPTY,
  isDirty,
  lasting,
  type Workbench,
  type WorkbenchOptions,
} from './workbench-state.ts';

export type WorkbenchActions = ReturnType<typeof createWorkbench>['actions'];

export function createWorkbench(options: WorkbenchOptions) {
  const { skill, commands, keeper } = options;
  const state = createStore<Workbench>(() => EMPTY);
  const get = () => state.getState();
  let disposed = false;
  const context: Bench = { ...options, state, isDisposed: () => disposed };
  const files = openFiles(context);
  const check = textCheck(context);

  const refresh = async (): Promise<void> => {
    const outcome = await commands.tree(skill);
    if (disposed) return;
    if (!outcome.ok) {
      state.setState({ failure: lasting(outcome.failure, get()) });
      return;
    }
    const tree = outcome.value;
    state.setState({ tree, failure: undefined });
    await Promise.all(Object.values(get().buffers).map(files.lookAgain));
    for (const path of keeper.paths(skill)) {
      const there = tree.files.some((file) => file.path === path && file.editable);
      if (there && get().buffers[path] === undefined) await files.load(path);
    }
    const { active, buffers } = get();
    if (active === undefined || buffers[active] === undefined) {
      const first = tree.files.find(({ role }) => role === 'instructions') ?? tree.files.find((file) => file.editable);
      if (first !== undefined) await open(first.path);
      else state.setState({ active: undefined });
    }
    await check.now();
  };

  const look = async (path: string): Promise<void> => {
    if (get().buffers[path] === undefined) await files.load(path);
  };

  const open = async (path: string): Promise<void> => {
    await look(path);
    if (get().buffers[path] !== undefined) state.setState({ active: path });
  };

  const afterChange = async (): Promise<void> => {
    files.keep();
    state.setState({ saves: get().saves + 1 });
    const outcome = await commands.tree(skill);
    if (disposed) return;
    if (outcome.ok) state.setState({ tree: outcome.value });
    await check.now();
  };

  const saveOnly = async (isChosen: (path: string) => boolean): Promise<boolean> => {
    if (get().saving) return false;
    state.setState({ saving: true });
    let all = true;
    for (const buffer of dirtyOf(get()).filter(({ path }) => isChosen(path))) {
      const saved = buffer.conflict === undefined && (await files.save(buffer, buffer.sha256));
      all &&= saved;
      if (!saved) state.setState({ active: buffer.path });
    }
    state.setState({ saving: false });
    await afterChange();
    return all;
  };
  const save = () => saveOnly(() => true);

  const actions = {
    /** Reads the tree, and files that changed elsewhere; opens the first file. */
    refresh,
    open,
    /** Reads a file into its buffer; the editor stays where it is. */
    look,
    edit(path: string, text: string) {
      const buffer = get().buffers[path];
      if (buffer === undefined || buffer.text === text) return;
      files.put({ ...buffer, text });
      files.keepSoon();
      check.soon();
    },
    /** Every file with unsaved text; false where one could not be saved. */
    save,
    /** Saves only files whose path is chosen. */
    saveOnly,
    discard(path: string) {
      const buffer = get().buffers[path];
      if (buffer === undefined) return;
      files.put({ path, text: buffer.saved, saved: buffer.saved, sha256: buffer.sha256 });
      files.keep();
      check.soon();
    },
    takeTheirs(path: string) {
      const conflict = get().buffers[path]?.conflict;
      if (conflict?.kind === 'changed') files.put(clean(conflict.theirs));
      if (conflict?.kind === 'gone') {
        files.drop(path);
        keeper.remove(skill, path);
        void refresh();
      }
      files.keep();
      check.soon();
    },
    async overwrite(path: string) {
      const buffer = get().buffers[path];
      if (buffer?.conflict === undefined) return false;
      const basedOn = buffer.conflict.kind === 'gone' ? null : buffer.conflict.theirs.sha256;
      const saved = await files.save(buffer, basedOn);
      await afterChange();
      return saved;
    },
    ...folderActions(context, files, { refresh, open, afterChange }),
    /** Saves, fixes the files on disk, reads them again. */
    fix: fixer(context, { save, refresh }),
    /** Puts unsaved text where it survives the window, at once. */
    keep: files.keep,
    dispose() {
      files.keep();
      disposed = true;
      check.dispose();
    },
  };
  return { state, actions };
}

/** Fixes on the disk, with the way back. */
function fixer(
  { skill, commands, tell, state }: Bench,
  { save, refresh }: { readonly save: () => Promise<boolean>; readonly refresh: () => Promise<void> },
) {
  const changed = async (): Promise<void> => {
    state.setState({ saves: state.getState().saves + 1 });
    await refresh();
  };
  return async (rule?: string) => {
    if (dirtyOf(state.getState()).length > 0 && !(await save())) return undefined;
    const outcome = valueOr(tell, await commands.fix(skill, rule));
    if (outcome === undefined) return undefined;
    await changed();
    const { fixed, fix } = outcome;
    if (fix === undefined) return { fixed, undo: undefined };
    const undo = async (): Promise<void> => {
      valueOr(tell, await commands.undoFix(skill, fix));
      await changed();
    };
    return { fixed, undo };
  };
}

type FolderPorts = Readonly<Record<'refresh' | 'afterChange', () => Promise<void>>> & {
  readonly open: (path: string) => Promise<void>;
};

/** Adding, moving and removing files of the skill's folder. */
function folderActions(
  { skill, commands, keeper, tell, state }: Bench,
  files: OpenFiles,
  { refresh, open, afterChange }: FolderPorts,
) {
  return {
    async addFile(path: string) {
      const outcome = await commands.write(skill, path, '', null);
      if (!outcome.ok) return outcome.failure;
      files.put(clean(outcome.value));
      state.setState({ active: path });
      await afterChange();
      return undefined;
    },
    async moveFile(from: string, to: string) {
      const outcome = await commands.moveFile(skill, from, to);
      if (!outcome.ok) return outcome.failure;
      const buffer = state.getState().buffers[from];
      if (buffer !== undefined) {
        files.drop(from);
        files.put({ ...buffer, path: to });
        keeper.remove(skill, from);
        if (state.getState().active === from) state.setState({ active: to });
      }
      await afterChange();
      return undefined;
    },
    /** @returns how to undo it. */
    async removeFile(path: string) {
      const buffer = state.getState().buffers[path];
      const removed = valueOr(tell, await commands.removeFile(skill, path));
      if (removed === undefined) return undefined;
      files.drop(path);
      keeper.remove(skill, path);
      if (state.getState().active === path) state.setState({ active: undefined });
      await refresh();
      return async () => {
        const restored = valueOr(tell, await commands.restoreFile(skill, removed.entry));
        if (restored === undefined) return;
        if (buffer !== undefined) files.put(buffer);
        await refresh();
        await open(restored.path);
      };
    },
  };
}

function valueOr<T>(tell: (failure: Failure) => void, outcome: Tried<T>): T | undefined {
  if (outcome.ok) return outcome.value;
  tell(outcome.failure);
  return undefined;
}

/** Milliseconds after the last key. */
const CHECK_AFTER = 120;

/** Checks the text as it is typed, saved or not. */
function textCheck({ skill, commands, state, isDisposed }: Bench) {
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Answers that were overtaken by a later question are dropped. */
  const now = async (): Promise<void> => {
    clearTimeout(timer);
    const mine = ++asked;
    state.setState({ checking: true });
    const unsaved = dirtyOf(state.getState()).map(({ path, text }) => ({ path, text }));
    const outcome = await commands.check(skill, unsaved);
    if (isDisposed() || mine !== asked) return;
    if (outcome.ok) state.setState({ check: outcome.value, checking: false, failure: undefined });
    else state.setState({ checking: false, failure: lasting(outcome.failure, state.getState()) });
  };
  const soon = (): void => {
    clearTimeout(timer);
    asked += 1;
    timer = setTimeout(() => void now(), CHECK_AFTER);
  };

  return { now /** Once the person pauses. */, soon, dispose: () => clearTimeout(timer) };
}

/** Milliseconds after the last key. */
const KEEP_AFTER = 300;

type OpenFiles = ReturnType<typeof openFiles>;

const clean = ({ path, text, sha256 }: OpenedFile): Buffer => ({ path, text, saved: text, sha256 });

/** The files in the editor: read, kept, compared with the disk and written. */
function openFiles({ skill, commands, keeper, tell, state, isDisposed }: Bench) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const put = (buffer: Buffer): void =>
    state.setState({ buffers: { ...state.getState().buffers, [buffer.path]: buffer } });

  const drop = (path: string): void => {
    const { [path]: _dropped, ...buffers } = state.getState().buffers;
    state.setState({ buffers });
  };

  const keep = (): void => {
    clearTimeout(timer);
    for (const buffer of Object.values(state.getState().buffers)) {
      if (isDirty(buffer)) keeper.set(skill, buffer.path, { text: buffer.text, basedOn: buffer.sha256 });
      else keeper.remove(skill, buffer.path);
    }
  };

  const withKept = (file: OpenedFile): Buffer => {
    const kept = keeper.get(skill, file.path);
    if (kept === undefined || kept.text === file.text) return clean(file);
    const buffer: Buffer = { ...clean(file), text: kept.text, restored: true };
    return kept.basedOn === file.sha256 ? buffer : { ...buffer, conflict: { kind: 'changed', theirs: file } };
  };

  const load = async (path: string): Promise<void> => {
    const outcome = await commands.read(skill, path);
    // Two views may ask for it: the later answer must not undo what was typed in between.
    if (isDisposed() || state.getState().buffers[path] !== undefined) return;
    if (outcome.ok) put(withKept(outcome.value));
    else tell(outcome.failure);
  };

  const lookAgain = async (buffer: Buffer): Promise<void> => {
    const outcome = await commands.read(skill, buffer.path);
    const now = state.getState().buffers[buffer.path];
    if (isDisposed() || now === undefined) return;
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

  const save = async (buffer: Buffer, basedOn: string | null): Promise<boolean> => {
    const outcome = await commands.write(skill, buffer.path, buffer.text, basedOn);
    const now = state.getState().buffers[buffer.path] ?? buffer;
    if (outcome.ok) {
      // Text typed in the meantime stays unsaved.
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

  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_AFTER);
  };

  return {
    put,
    drop,
    load /** Changes by another program: taken where nothing is unsaved, else offered. */,
    lookAgain /** @param basedOn hash of the file that it replaces; `null` for a new one. */,
    save /** Puts unsaved text where it survives the window. */,
    keep,
    keepSoon,
  };
}
