import { useWords } from '../../shared/use-words.ts';

/** The user's words in place of a decision, as their turn. */
export function WrittenInstead({ words: said }: { readonly words: string }) {
  const words = useWords();
  return (
    <article aria-label={words.t('you')} className="mt-4 flex flex-col items-end">
      <p
        dir="auto"
        className="max-w-[85%] whitespace-pre-wrap rounded-bubble bg-sunken px-4 py-2.5 [overflow-wrap:anywhere]"
      >
        {said}
      </p>
    </article>
  );
}
