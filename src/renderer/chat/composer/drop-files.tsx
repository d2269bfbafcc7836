import { useEffect, useState } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { useHoldFiles } from './use-hold-files.ts';

/** Takes the files that are dropped anywhere on the window, which else would show them in place of the page; says so in the meantime. */
export function DropFiles() {
  const words = useWords();
  const hold = useHoldFiles();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', does: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) does(event);
        },
        { signal: ending.signal },
      );
    listen('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    // It leaves the window: what it would go to is none of ours.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      event.preventDefault();
      setOver(false);
      hold([...(event.dataTransfer?.files ?? [])]);
    });
    return () => ending.abort();
  }, [hold]);
  return over ? (
    <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-panel border-2 border-accent border-dashed bg-canvas/90 font-medium text-lg">
      {words.t('attach.drop')}
    </div>
  ) : null;
}
