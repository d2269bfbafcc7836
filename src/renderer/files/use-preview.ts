import { useEffect, useState } from 'react';
import type { FilePreview } from '../../shared/contract/files.ts';
import { type Failure, type FileRef, isFailure, useActions, useApp } from '../store/index.ts';

/** Bytes: of text more than is drawn; of a picture all that may be read. */
const MOST_READ = 4 * 1024 * 1024;

export interface SeenPreview {
  readonly preview: FilePreview | undefined;
  readonly failure: Failure | undefined;
}

const NONE: SeenPreview = { preview: undefined, failure: undefined };

/** One file's content; nothing while it is read, or waits for the connection to come back. */
export function usePreview(file: FileRef | undefined): SeenPreview {
  const { files } = useActions();
  const [seen, setSeen] = useState<SeenPreview & { readonly of: FileRef }>();
  const connected = useApp((data) => data.connection === 'open');
  useEffect(() => {
    if (file === undefined || !connected) return;
    let isCurrent = true;
    void files.read(file, MOST_READ).then((answer) => {
      if (!isCurrent || answer === undefined) return;
      const now = isFailure(answer) ? { preview: undefined, failure: answer } : { preview: answer, failure: undefined };
      setSeen({ of: file, ...now });
    });
    return () => {
      isCurrent = false;
    };
  }, [files, file, connected]);
  return seen !== undefined && seen.of === file ? seen : NONE;
}
