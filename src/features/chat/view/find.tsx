import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { onceCalm } from '../../../renderer/shared/failures.tsx';
import { useActions, useAllEvents, useApp } from '../../../renderer/store/index.ts';
import { IconButton } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { SessionEvent } from '../../../shared/events.ts';

interface Place {
  readonly seq: number;
  /** In what the model thought before its answer. */
  readonly thought?: true;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Each text here that has every word, or part of a word, in any case; in the order of events. */
export function findPlaces(events: readonly SessionEvent[], words: string): readonly Place[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (text = ''): boolean => {
    const folded = fold(text);
    return wanted.every((word) => folded.includes(word));
  };
  return events.flatMap((event): readonly Place[] => {
    const { seq } = event;
    switch (event.type) {
      case 'user-message-added':
        return has(event.text) ? [{ seq }] : [];
      case 'model-responded':
        if (event.purpose === 'summary') return [];
        return [
          ...(has(event.reasoning) ? [{ seq, thought: true as const }] : []),
          ...(has(event.text) ? [{ seq }] : []),
        ];
      case 'tool-started':
        return has(`${event.name} ${event.arguments}`) ? [{ seq }] : [];
      case 'tool-finished':
        // The core looks through all of a large one.
        return event.cut === undefined && has(event.content) ? [{ seq }] : [];
      case 'note-added':
        return has(event.text) ? [{ seq: event.on }] : [];
      default:
        return [];
    }
  });
}

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

/** Undefined until looked. What scripts printed and large results gave comes from the core, all else is here. */
function usePlaces(words: string): readonly Place[] | undefined {
  const { find } = useActions();
  const session = useApp((data) => data.selected);
  const [places, setPlaces] = useState<readonly Place[]>();
  const events = useAllEvents();
  const latest = useRef(events);
  latest.current = events;
  // A run under way adds events many times a second: its count says enough.
  const count = events.length;
  useEffect(() => {
    if (words.trim() === '') return setPlaces(undefined);
    if (count === 0 || session === undefined) return;
    return onceCalm(
      TYPED_MS,
      () => find.inCore(words),
      (elsewhere) => {
        const here = findPlaces(latest.current, words);
        const all = [...here, ...(elsewhere ?? []).map((seq) => ({ seq }))].sort((a, b) => a.seq - b.seq);
        setPlaces(elsewhere === undefined && all.length === 0 ? undefined : all);
      },
    );
  }, [find, words, session, count]);
  return places;
}
