import { useEffect, useRef, useState } from 'react';
import { useBench, useBenchActions } from '../use-workbench.ts';
import type { Rows } from './cases-text.ts';

/** Steps that can be undone. */
const MOST_STEPS = 100;

export interface EditedRows<T> {
  /** Undefined while the file is being read. */
  readonly read: Rows<T> | undefined;
  readonly rows: readonly T[];
  readonly text: string;
  readonly isThere: boolean;
  /** @param step edits with the same name in a row are one step of undo. */
  edit(text: string, step: string): Promise<void>;
  readonly undo: (() => void) | undefined;
}

/** A file of rows in the workbench: the same unsaved text that the editor shows. */
export function useRows<T>(path: string, read: (text: string) => Rows<T>): EditedRows<T> {
  const isListed = useBench((state) => state.tree?.files.some((file) => file.path === path) === true);
  const buffer = useBench((state) => state.buffers[path]);
  const { look, edit, addFile } = useBenchActions();
  const last = useRef('');
  const [steps, setSteps] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isListed) void look(path);
  }, [isListed, look, path]);

  const text = buffer?.text ?? '';
  const found = buffer === undefined && isListed ? undefined : read(text);
  return {
    read: found,
    rows: found?.kind === 'rows' ? found.rows : [],
    text,
    isThere: buffer !== undefined,
    async edit(next, step) {
      if (step !== last.current) setSteps((before) => [...before.slice(1 - MOST_STEPS), text]);
      last.current = step;
      if (buffer === undefined && !isListed && (await addFile(path)) !== undefined) return;
      edit(path, next);
    },
    undo:
      steps.length === 0
        ? undefined
        : () => {
            last.current = '';
            edit(path, steps.at(-1) ?? '');
            setSteps(steps.slice(0, -1));
          },
  };
}
