import type { OpenedFile } from '../../shared/skills/author.ts';
import { type Bench, type Buffer, isDirty } from './workbench-state.ts';

/** Milliseconds after the last key. */
const KEEP_AFTER = 300;

export type OpenFiles = ReturnType<typeof openFiles>;

export const clean = ({ path, text, sha256 }: OpenedFile): Buffer => ({ path, text, saved: text, sha256 });

/** The files in the editor: read, kept, compared with the disk and written. */
export function openFiles({ skill, commands, keeper, tell, state, isDisposed }: Bench) {
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
    if (isDisposed()) return;
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
