import { useVirtualizer } from '@tanstack/react-virtual';
import { Blocks, CircleX, Plus, RefreshCw } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useFindingWords } from '../../../renderer/shared/words.ts';
import {
  useActions,
  useApp,
  usePast,
  useSession,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Badge, Button, EmptyState, IconButton, Waiting } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { SkillView } from '../../../shared/contract.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';
import { GoneRow, type OnDisk, SkillRow } from './skill-row.tsx';
import { filterSkills, type SkillSort, SkillsToolbar, sortSkills, useSkillSort } from './skills-toolbar.tsx';

/** A skill that cannot be used: that it is so at a glance, why and what to do on opening. */
function BrokenRow({
  diagnostic,
  open,
  onOpenChange,
}: {
  readonly diagnostic: Diagnostic;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT();
  const { openAuthor } = useActions();
  const { skill, file } = diagnostic;
  const { what, language } = useFindingWords()(diagnostic);
  return (
    <div className="rounded-panel border border-danger/40 bg-surface">
      <Collapsible
        chevron="none"
        open={open}
        onOpenChange={onOpenChange}
        triggerClassName="px-3 py-2 hover:bg-hover"
        summary={
          <span className="flex min-w-0 gap-2.5">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="truncate font-medium">{skill ?? file}</span>
                <Badge tone="danger">{t('skills.faults.broken')}</Badge>
              </span>
              <span lang={language} className="block truncate text-ink-soft text-sm" title={what}>
                {what}
              </span>
            </span>
          </span>
        }
      >
        <div className="px-3 pb-3">
          <DiagnosticNote
            diagnostic={diagnostic}
            title={t('skills.broken', { skill: skill ?? file })}
            action={
              skill === undefined ? null : (
                // Opens its files, where it can be fixed.
                <Button size="sm" aria-label={t('author.editSkill', { skill })} onClick={() => openAuthor(skill)}>
                  {t('author.edit')}
                </Button>
              )
            }
          />
        </div>
      </Collapsible>
    </div>
  );
}

/** Pixels at the usual text size, of a closed row; the real ones are measured. */
const ROW = 56;
const GAP = 6;
/** Fewer rows are drawn all at once: then the page's own search finds them. */
const DRAWN_WHOLE = 60;

interface ListedRow {
  readonly key: string;
  readonly row: ReactNode;
}

interface SkillRowsHandle {
  /** The first row's. */
  focus(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The rows of which, of thousands, only those in view exist; arrows go from one to the next. */
function SkillRows({
  rows,
  label,
  handle,
  onUp,
}: {
  readonly rows: readonly ListedRow[];
  readonly label: string;
  readonly handle: Ref<SkillRowsHandle>;
  /** Upwards from the first row. */
  readonly onUp: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isWhole = rows.length <= DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    gap: GAP,
    overscan: 8,
    scrollMargin: margin,
  });

  useEffect(() => setScroller(list.current?.closest<HTMLElement>('[role=tabpanel]') ?? null), []);
  // Content above the list changes height: measure where the list begins at each render.
  useLayoutEffect(() => {
    if (isWhole || scroller === null || list.current === null) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  const focusRow = (index: number) => {
    if (!isWhole) virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"] button`)?.focus();
    });
  };
  useImperativeHandle(handle, () => ({ focus: () => focusRow(0) }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const item = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
    // Only from a row's own button: within its details the keys are theirs.
    if (item === null || target !== item.querySelector('button')) return;
    const at = Number(item.dataset.index);
    const step = STEPS[event.key];
    if (event.key === 'ArrowUp' && at === 0) onUp();
    else if (step !== undefined) focusRow(Math.min(rows.length - 1, Math.max(0, at + step)));
    else if (event.key === 'Home' || event.key === 'End') focusRow(event.key === 'Home' ? 0 : rows.length - 1);
    else return;
    event.preventDefault();
  };

  if (isWhole) {
    return (
      <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="flex flex-col gap-1.5">
        {rows.map(({ key, row }, index) => (
          <li key={key} data-index={index}>
            {row}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - margin}px)` }}
        >
          {rows[index]?.row}
        </li>
      ))}
    </ul>
  );
}

/** Open rows: kept here, as a row that is scrolled away is not there any more. */
function useOpenRows(): (key: string) => { readonly open: boolean; readonly onOpenChange: (open: boolean) => void } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (key) => ({
    open: open.has(key),
    onOpenChange: (next) =>
      setOpen((before) => {
        const keys = new Set(before);
        if (next) keys.add(key);
        else keys.delete(key);
        return keys;
      }),
  });
}

const NO_SKILLS: readonly SkillView[] = [];
/** Skills that are read for being sorted by their tokens. */
const COUNTED_TO_SORT = 2_000;

/** Broken skills that are listed before the others. */
const FEW = 3;

/** All skills: loaded ones first, then a few broken ones with remedies; those hidden from the model last. */
export function SkillsPanel() {
  const { t, format } = useText();
  const { refreshSkills, readSkills, openDialog } = useActions();
  const [words, setWords] = useState('');
  const [sort, setSort] = useSkillSort();
  const openOf = useOpenRows();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<SkillRowsHandle>(null);
  const view = useApp((data) => data.skills);
  const home = useApp((data) => data.info?.home);
  const loaded = useSessionState((state) => state.loadedSkills);
  const { id: session } = useSession();
  const sessionBudget = useSessionState((state) => state.limits.skillBudget);
  const settings = useSettings();
  const budget = session === undefined ? settings.limits.skillBudget : sessionBudget;

  const known = new Set(view?.skills.map((skill) => skill.id));
  const broken = (view?.diagnostics ?? []).filter(
    ({ severity, skill }) => severity === 'error' && (skill === undefined || !known.has(skill)),
  );
  const loadedOf = (id: string) => loaded.find((skill) => skill.id === id);
  const past = usePast();
  const onDiskOf = (id: string): OnDisk | undefined => {
    // The disk has only its current state, not that of a past moment.
    if (past) return undefined;
    const said = loadedOf(id)?.onDisk;
    // The log of a session that was not open may lack it.
    const seen = view?.loaded?.find((one) => one.id === id)?.onDisk;
    return said ?? (seen === undefined || seen.state === 'current' ? undefined : { ...seen, state: seen.state });
  };
  const loadedIds = new Set(loaded.map(({ id }) => id));
  const all = view?.skills ?? NO_SKILLS;
  const listed = sortSkills(filterSkills(all, words), sort, loadedIds);
  const gone = view === undefined || words !== '' ? [] : loaded.filter(({ id }) => !known.has(id));
  const faulty = broken.filter(
    ({ skill = '', file }) => words === '' || `${skill} ${file}`.toLowerCase().includes(words.toLowerCase().trim()),
  );
  const uncounted = listed.filter(({ tokens }) => tokens === null).map(({ id }) => id);

  const changeSort = (next: SkillSort) => {
    setSort(next);
    // Sorting by tokens needs counts first; with very many skills, only as many as can be read quickly.
    if (next === 'tokens' && uncounted.length > 0) void readSkills(uncounted.slice(0, COUNTED_TO_SORT));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const isButton =
      target instanceof HTMLElement && target.closest('[data-index]') !== null && target.tagName === 'BUTTON';
    if (!isButton || key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    // Typing on a row starts a search.
    event.preventDefault();
    setWords(words + key);
    field.current?.focus();
  };

  const skillRow = (skill: SkillView): ListedRow => ({
    key: skill.id,
    row: (
      <SkillRow
        skill={skill}
        loaded={loadedOf(skill.id)}
        onDisk={onDiskOf(skill.id)}
        budget={budget}
        {...openOf(skill.id)}
      />
    ),
  });
  const isLoadedRow = ({ id }: SkillView) => loadedIds.has(id);
  const faultyRows = faulty.map((diagnostic) => {
    const key = `broken ${diagnostic.file} ${diagnostic.rule} ${diagnostic.line}`;
    return { key, row: <BrokenRow diagnostic={diagnostic} {...openOf(key)} /> };
  });
  // Many would push the skills that work out of view; the heading has their number.
  const areFaultyFirst = faulty.length <= FEW;
  const rows: readonly ListedRow[] = [
    ...gone.map((skill) => ({
      key: `gone ${skill.id}`,
      row: <GoneRow skill={{ ...skill, onDisk: onDiskOf(skill.id) }} />,
    })),
    ...(sort === 'state' ? listed.filter(isLoadedRow).map(skillRow) : []),
    ...(areFaultyFirst ? faultyRows : []),
    ...(sort === 'state' ? listed.filter((skill) => !isLoadedRow(skill)) : listed).map(skillRow),
    ...(areFaultyFirst ? [] : faultyRows),
  ];

  return (
    <section aria-labelledby="skills-title" onKeyDown={onKeyDown} className="flex flex-col gap-2 px-4 pt-3 pb-4">
      <header className="flex items-center gap-2">
        <h2 id="skills-title" className="font-semibold text-base">
          {t('common.skills')}
        </h2>
        {all.length === 0 ? null : (
          <span className="text-ink-soft text-sm">
            {t('skills.summary', { loaded: format.number(loaded.length), all: format.number(all.length) })}
          </span>
        )}
        {broken.length === 0 ? null : (
          <Badge tone="danger">
            {t('skills.brokenCount', { count: broken.length, n: format.number(broken.length) })}
          </Badge>
        )}
        <IconButton
          label={t('author.new.title')}
          size="sm"
          className="ml-auto"
          onClick={() => openDialog({ name: 'new-skill' })}
          icon={Plus}
        />
        <IconButton label={t('skills.refresh')} size="sm" onClick={() => void refreshSkills()} icon={RefreshCw} />
      </header>
      {view === undefined ? (
        <Waiting className="py-2 text-sm">{t('skills.loading')}</Waiting>
      ) : all.length + gone.length + broken.length === 0 ? (
        <EmptyState
          className="py-6"
          icon={<Blocks />}
          title={t('skills.empty.title')}
          description={t('skills.empty.description')}
          action={
            <ul className="font-mono text-ink-soft text-xs">
              <li className="break-all">{home === undefined ? '~/.agents/skills' : `${home}/skills`}</li>
              <li>~/.agents/skills</li>
            </ul>
          }
        />
      ) : (
        <>
          {all.length + broken.length < 2 ? null : (
            <SkillsToolbar
              words={words}
              sort={sort}
              fieldRef={field}
              onWords={setWords}
              onSort={changeSort}
              found={rows.length}
              onDown={() => list.current?.focus()}
            />
          )}
          {sort === 'tokens' && uncounted.length > 0 ? (
            <p role="status" className="text-ink-soft text-sm">
              {t('skills.uncounted', { count: uncounted.length, n: format.number(uncounted.length) })}
            </p>
          ) : null}
          {rows.length === 0 ? <p className="py-2 text-ink-soft text-sm">{t('skills.noneFound', { words })}</p> : null}
          <SkillRows rows={rows} label={t('common.skills')} handle={list} onUp={() => field.current?.focus()} />
        </>
      )}
    </section>
  );
}
