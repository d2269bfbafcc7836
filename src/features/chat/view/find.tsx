import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { onceCalm } from '../../../renderer/shared/failures.tsx';
import { useActions, useAllEvents, useApp } from '../../../renderer/store/index.ts';
import { IconButton } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';

type Place = Awaited<ReturnType<ReturnType<typeof useActions>['find']['places']>>[number];

/** Milliseconds without a further key, after which is looked. */
const TYPED_MS = 150;

/** Finds words in the open conversation, also in what is folded or far away. */
export function FindBar() {
  const t = useT();
  const format = useFormat();
  const { find } = useActions();
  const [words, setWords] = useState('');
  const places = usePlaces(words);
  const [index, setIndex] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    setIndex(0);
    const [first] = places ?? [];
    find.mark(first === undefined ? undefined : { ...first, words });
  }, [find, places, words]);

  const step = (by: 1 | -1) => {
    if (places === undefined || places.length === 0) return;
    const next = (index + by + places.length) % places.length;
    setIndex(next);
    const place = places[next];
    if (place !== undefined) find.mark({ ...place, words });
  };
  const close = () => find.show(false);
  const count = places?.length ?? 0;
  const said =
    places === undefined
      ? ''
      : count === 0
        ? t('common.noResults')
        : t('review.find.place', { n: format.number(index + 1), all: format.number(count) });
  return (
    <search className="absolute top-2 right-4 z-20 flex w-84 max-w-[90%] items-center gap-1 rounded-control border border-line bg-raised p-1 shadow-float">
      <div className="min-w-0 flex-1">
        <TextField
          ref={field}
          type="search"
          label={t('review.find.label')}
          hideLabel
          placeholder={t('review.find.label')}
          icon={<Search aria-hidden />}
          value={words}
          onChange={setWords}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') close();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          inputClassName="[&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <span role="status" className="shrink-0 whitespace-nowrap px-1 text-ink-soft text-sm tabular-nums">
        {said}
      </span>
      <IconButton
        size="sm"
        label={t('common.previousMatch')}
        keys={['Shift', 'Enter']}
        onClick={() => step(-1)}
        icon={ChevronUp}
      />
      <IconButton size="sm" label={t('common.nextMatch')} keys={['Enter']} onClick={() => step(1)} icon={ChevronDown} />
      <IconButton size="sm" label={t('review.find.close')} keys={['Esc']} onClick={close} icon={X} />
    </search>
  );
}

/** Undefined until looked. */
function usePlaces(words: string): readonly Place[] | undefined {
  const { find } = useActions();
  const session = useApp((data) => data.selected);
  const [places, setPlaces] = useState<readonly Place[]>();
  // A run under way adds events many times a second: its count says enough.
  const count = useAllEvents().length;
  useEffect(() => {
    if (words.trim() === '') return setPlaces(undefined);
    if (count > 0 && session !== undefined) return onceCalm(TYPED_MS, () => find.places(words), setPlaces);
  }, [find, words, session, count]);
  return places;
}
