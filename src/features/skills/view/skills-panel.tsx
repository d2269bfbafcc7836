import { Blocks, Plus, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import {
  useActions,
  useApp,
  usePast,
  useSession,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Badge, EmptyState, IconButton, Waiting } from '../../../renderer/ui/index.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { type OnDisk, SkillRow } from './skill-row.tsx';
import { BrokenRow, GoneRow, type ListedRow, SkillRows, type SkillRowsHandle } from './skill-rows.tsx';
import { filterSkills, type SkillSort, SkillsToolbar, sortSkills, useSkillSort } from './skills-toolbar.tsx';

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
