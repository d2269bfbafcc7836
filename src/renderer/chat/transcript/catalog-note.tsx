import { Blocks } from 'lucide-react';
import type { CatalogChange } from '../../../shared/session-state.ts';
import { useWords } from '../../shared/use-words.ts';

/** Skills came or went while the conversation was under way. */
export function CatalogNote({ change: { added, removed } }: { readonly change: CatalogChange }) {
  const words = useWords();
  const list = (ids: readonly string[]) => words.format.list(ids);
  return (
    <p className="flex items-start gap-2 text-ink-soft text-sm">
      <Blocks aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {[
          ...(added.length === 0 ? [] : [words.t('catalog.added', { count: added.length, skills: list(added) })]),
          ...(removed.length === 0
            ? []
            : [words.t('catalog.removed', { count: removed.length, skills: list(removed) })]),
        ].join(' ')}
      </span>
    </p>
  );
}
