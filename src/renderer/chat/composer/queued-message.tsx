import { Clock3, X } from 'lucide-react';
import { useWords } from '../../shared/use-words.ts';
import { IconButton } from '../../ui/index.ts';

/** The queued message, above the message box; announced when it appears. */
export function QueuedMessage({
  text,
  onCancel,
}: {
  readonly text: string | undefined;
  readonly onCancel: () => void;
}) {
  const words = useWords();
  return (
    <div aria-live="polite">
      {text === undefined ? null : (
        <div className="mb-2 flex items-start gap-2 rounded-panel bg-sunken py-1.5 pr-1.5 pl-4 text-sm">
          <Clock3 aria-hidden className="mt-1.5 size-3.5 shrink-0 text-ink-soft" />
          <p className="min-w-0 flex-1 py-1">
            <span className="text-ink-soft">{words.t('composer.queued')} </span>
            <span dir="auto" className="line-clamp-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </span>
          </p>
          <IconButton size="sm" label={words.t('composer.unqueue')} side="top" onClick={onCancel}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
