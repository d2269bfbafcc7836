import { useCallback } from 'react';
import { artifactBlob } from '../shared/artifact-blob.ts';
import { useWords } from '../shared/use-words.ts';
import { useActions } from '../store/index.ts';
import { notify } from '../ui/index.ts';

/** Milliseconds for which a blob's address stays good: the new tab or the download must have read it by then. */
const KEPT_MS = 60_000;

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Opens a file that a run left: in a tab where it can be shown there, else as a download. */
export function useOpenFile(): (name: string, version?: number) => Promise<void> {
  const { readArtifact } = useActions();
  const words = useWords();
  return useCallback(
    async (name, version) => {
      const file = await readArtifact(name, version);
      if (file === undefined) return;
      const { blob, show } = artifactBlob(file.mime, file.base64);
      const url = URL.createObjectURL(blob);
      setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
      const shown = show && window.open(url, '_blank') !== null;
      if (shown) return;
      save(url, name);
      if (show) notify.done(words.t('file.blocked', { name }));
    },
    [readArtifact, words],
  );
}
