import { CornerUpRight } from 'lucide-react';
import { useT } from '../../../../renderer/i18n/index.ts';
import { useActions, useApp, useSession } from '../../../../renderer/store/index.ts';
import { useEventWords } from './words.ts';

/** Links to the event in the conversation; closes the map, which covers it. */
export function EventLink({ seq, words }: { readonly seq: number; readonly words?: string }) {
  const t = useT();
  const { openAt, map } = useActions();
  const { id } = useSession();
  const past = useApp((data) => data.moment !== undefined);
  const { at, timeOf, wordsOf } = useEventWords();
  const event = at(seq);
  const said = words ?? (event === undefined ? '' : wordsOf(event));
  const text = said === '' ? t('event.other', { seq }) : said;
  if (id === undefined || event === undefined) return <span>{text}</span>;
  return (
    <button
      type="button"
      title={t('event.goTo')}
      onClick={() => {
        map.show(undefined);
        openAt(id, seq, { past });
      }}
      className="inline-flex min-w-0 max-w-full cursor-default items-center gap-1 rounded text-left text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <span className="truncate">{text}</span>
      <span className="shrink-0 text-ink-soft tabular-nums no-underline">{timeOf(seq)}</span>
      <CornerUpRight aria-hidden className="size-3 shrink-0" />
    </button>
  );
}
