import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useAllEvents, useApp } from '../../store/index.ts';
import { IconButton, TextField, type Typed } from '../../ui/index.ts';
import { type FoundText, findPlaces } from './find-places.ts';

/** Milliseconds without a further key, after which is looked. */
const TYPED_MS = 150;

/** Finds words in the open conversation, also in what is folded or far away. */
export function FindBar({ typed }: { readonly typed: Typed }) {
  const t = useT();
  const format = useFormat();
  const { find } = useActions();
  const [words, setWords] = useState(typed.text);
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
      <IconButton size="sm" label={t('common.previousMatch')} keys={['Shift', 'Enter']} onClick={() => step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('common.nextMatch')} keys={['Enter']} onClick={() => step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('review.find.close')} keys={['Esc']} onClick={close}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}

/** Undefined until looked. What scripts printed comes from the core, all else is here. */
function usePlaces(words: string): readonly FoundText[] | undefined {
  const { find } = useActions();
  const events = useAllEvents();
  const session = useApp((data) => data.selected);
  const [places, setPlaces] = useState<readonly FoundText[]>();
  // A run under way adds events many times a second: its count says enough.
  const count = events.length;
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    let wanted = count > 0 && session !== undefined;
    if (words.trim() === '') {
      setPlaces(undefined);
      return;
    }
    const timer = setTimeout(async () => {
      const printed = await find.inTerminals(words);
      if (!wanted) return;
      const here = findPlaces(latest.current, words);
      setPlaces([...here, ...printed.map((seq) => ({ seq }))].sort((a, b) => a.seq - b.seq));
    }, TYPED_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [find, words, session, count]);
  return places;
}
