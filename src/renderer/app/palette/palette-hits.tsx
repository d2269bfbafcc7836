import { TextSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../shared/review.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { useT } from '../../i18n/index.ts';
import { onceCalm } from '../../shared/unless-gone.ts';
import { useActions } from '../../store/index.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';

/** Milliseconds without a key before the core is asked. */
const TYPED_MS = 120;
/** The library shows all; here the latest lead on. */
const MOST_HITS = 6;
/** Characters; one Chinese character is a word, one Latin letter is none. */
const ENOUGH = /\p{Script=Han}|\S\S/u;

/** Search hits in messages, tool results and output of any conversation. */
export function PaletteHits({
  words,
  onRun,
}: {
  readonly words: string;
  readonly onRun: (action: () => void) => void;
}) {
  const t = useT();
  const { openAt } = useActions();
  const hits = useHits(words.trim());
  if (hits.length === 0) return null;
  return (
    <PaletteGroup heading={t('app.palette.texts')}>
      {hits.map((hit) => (
        <PaletteItem
          key={`${hit.session} ${hit.seq} ${hit.role}`}
          value={`hit ${hit.session} ${hit.seq} ${hit.role}`}
          icon={<TextSearch aria-hidden />}
          onSelect={() => onRun(() => openAt(hit.session, hit.seq, { words: words.trim(), past: hit.rewound }))}
        >
          <bdi>
            <Snippet hit={hit} />
          </bdi>
          <span className="text-ink-soft text-sm">
            {' · '}
            <bdi>{hit.title === '' ? t('common.untitled') : shownText(hit.title)}</bdi>
          </span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** The latest ones with these words; those before stay until they come. */
function useHits(words: string): readonly SearchHit[] {
  const { searchTexts } = useActions();
  const [hits, setHits] = useState<readonly SearchHit[]>([]);
  useEffect(() => {
    if (!ENOUGH.test(words)) return setHits([]);
    return onceCalm(
      TYPED_MS,
      () => searchTexts(words, MOST_HITS),
      (found) => setHits(found?.results.filter(({ role }) => role !== 'title') ?? []),
    );
  }, [words, searchTexts]);
  return hits;
}

function Snippet({ hit: { snippet, hits } }: { readonly hit: SearchHit }) {
  let at = 0;
  const pieces = hits.map(([from, to]) => {
    const before = snippet.slice(at, from);
    at = to;
    return (
      <span key={from}>
        {before}
        <mark className="bg-warning-soft text-ink">{snippet.slice(from, to)}</mark>
      </span>
    );
  });
  return (
    <>
      {pieces}
      {snippet.slice(at)}
    </>
  );
}
