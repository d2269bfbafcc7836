import type { SearchHit } from '../../../shared/review.ts';
import { shownText } from '../../../shared/text/invisible.ts';

/** The text around a hit, with the words marked. */
export function Snippet({ hit: { snippet, hits } }: { readonly hit: Pick<SearchHit, 'snippet' | 'hits'> }) {
  const pieces = hits.map(([from, to], index) => (
    <span key={from}>
      {shownText(snippet.slice(hits[index - 1]?.[1] ?? 0, from))}
      <mark className="rounded-sm bg-warning-soft text-ink">{shownText(snippet.slice(from, to))}</mark>
    </span>
  ));
  return (
    <>
      {pieces}
      {shownText(snippet.slice(hits.at(-1)?.[1] ?? 0))}
    </>
  );
}
