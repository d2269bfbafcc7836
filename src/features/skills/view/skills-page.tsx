import { useVirtualizer } from '@tanstack/react-virtual';
import { Blocks } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { notifyFailed, notifyFailure } from '../../../renderer/shared/failures.tsx';
import { PageFrame } from '../../../renderer/shared/page-frame.tsx';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { SkillName } from '../../../renderer/shared/usage-note.tsx';
import { rowAfter, useSelection } from '../../../renderer/shared/use-selection.ts';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
import { useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import type { SkillsData } from '../../../renderer/store/slices/session-state.ts';
import { Badge, Button, cn, EmptyState, notify, Waiting } from '../../../renderer/ui/index.ts';
import { SortHeading } from '../../../renderer/workbench/table.tsx';
import type { SkillView } from '../../../shared/contract.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { OffBadge, placeOf } from './skill-row.tsx';
import { filterSkills, matches, SkillSearch, type SkillTrouble, troubleOf, usesOf } from './skills-toolbar.tsx';

interface Row extends SkillTrouble {
  readonly id: string;
  /** Absent for one that cannot be used. */
  readonly skill?: SkillView;
}

type ColumnId = 'name' | 'trouble' | 'listed' | 'loaded' | 'origin' | 'used' | 'missed';
/** `wide`: hidden where space is short. */
type Column = { readonly by: (row: Row) => number | string; readonly figures?: true; readonly wide?: true };

const COLUMNS: Readonly<Record<ColumnId, Column>> = {
  name: { by: ({ id }) => id },
  trouble: { by: ({ gravity, skill }) => -gravity - (skill?.missing ?? 0) / 1_000 },
  listed: { by: ({ skill }) => skill?.tokens?.catalog ?? 0, figures: true, wide: true },
  loaded: { by: ({ skill }) => skill?.tokens?.instructions ?? 0, figures: true },
  origin: { by: ({ skill }) => skill?.source ?? '', wide: true },
  used: { by: ({ skill }) => (skill === undefined ? 0 : usesOf(skill)), figures: true },
  missed: { by: ({ skill }) => skill?.missed ?? 0, figures: true },
};
const columns = Object.entries(COLUMNS) as readonly [ColumnId, Column][];

const WIDE = 'hidden @4xl:table-cell';
/** Pixels of a row at the usual text size; the real ones are measured. */
const ROW = 53;
/** Skills that are read for their tokens when the page opens. */
const COUNTED = 2_000;
type Order = { readonly id: ColumnId; readonly up: boolean };

/** All skills that match, broken ones included, equal ones in the order of their names. Upwards, the gravest trouble is first. */
export function tableRows(view: SkillsData['skills'], words: string, budget: number, { id, up }: Order): Row[] {
  const { skills = [], diagnostics = [] } = view ?? {};
  const known = new Set(skills.map((skill) => skill.id));
  const found = filterSkills(skills, words);
  const rows: Row[] = found.map((skill) => ({ id: skill.id, skill, ...troubleOf(skill, budget) }));
  const broken = diagnostics.filter(({ severity, skill = '' }) => severity === 'error' && !known.has(skill));
  for (const [name = '', findings] of Map.groupBy(broken, ({ skill }) => skill)) {
    if (name !== '' && matches({ id: name }, words)) rows.push({ id: name, kind: 'broken', gravity: 9, findings });
  }
  return rows.toSorted((a, b) => {
    const [x, y] = [COLUMNS[id].by(a), COLUMNS[id].by(b)];
    const order = typeof x === 'number' ? x - Number(y) : x.localeCompare(String(y));
    return (up ? order : -order) || a.id.localeCompare(b.id);
  });
}

function Cell({
  column,
  row: { id, skill, kind, gravity, findings },
}: {
  readonly column: ColumnId;
  readonly row: Row;
}) {
  const { t, format } = useText();
  const { openAuthor } = useActions();
  const wordsOf = useFindingWords();
  const told = findings.map((one) => wordsOf(one).what);
  if (column === 'origin') return skill === undefined ? null : <Badge>{t(`skills.sources.${skill.source}`)}</Badge>;
  if (column === 'trouble') {
    const count = t('skills.problems', { count: told.length, n: format.number(told.length) });
    const lacked = skill?.missing ?? 0;
    const ofMachine = {
      machine: t('skills.offShort.machine'),
      lacking: t('skills.table.lacking', { count: lacked, n: format.number(lacked) }),
    };
    const isOfMachine = kind === 'machine' || kind === 'lacking';
    const fault = isOfMachine ? ofMachine[kind] : kind && t(`skills.faults.${kind}`);
    const tone = kind === undefined ? 'neutral' : kind === 'broken' || kind === 'unreadable' ? 'danger' : 'warning';
    return (
      <span title={told.join('\n')} className="whitespace-nowrap">
        {gravity === 0 ? null : <Badge tone={tone}>{fault ?? count}</Badge>}
      </span>
    );
  }
  return (
    <>
      <span className="flex items-center gap-1.5 font-medium">
        <button type="button" tabIndex={-1} onClick={() => openAuthor(id)} className="truncate hover:underline">
          <SkillName id={id} found={findings} />
        </button>
        {skill?.use?.enabled === false && kind !== 'machine' ? <OffBadge use={skill.use} /> : null}
      </span>
      <span translate="no" className="block truncate text-ink-soft text-sm" title={skill?.description}>
        {shownText(skill?.description ?? told[0] ?? '')}
      </span>
    </>
  );
}

const isOn = ({ skill }: Row): boolean => skill !== undefined && skill.use?.enabled !== false;
const isOff = ({ skill }: Row): boolean => skill?.use?.enabled === false;
/** A guess from the list: the core refuses one in a folder that is not the app's. */
const isRemovable = ({ skill }: Row): boolean => skill === undefined || ['user', 'environment'].includes(skill.source);

/** All skills, each with the number of requirements that are missing as soon as they are counted. */
function useSkills(): SkillsData['skills'] {
  const { countMissing } = useActions();
  const listed = useApp((data) => data.skills);
  const [missing, setMissing] = useState<ReadonlyMap<string, number>>();
  // Reads every skill's scripts, so again only where the skills are others.
  const ids = listed?.skills.map(({ id }) => id).join('/');
  useEffect(() => {
    if (ids !== undefined) void countMissing().then(setMissing);
  }, [ids, countMissing]);
  return useMemo(() => {
    if (listed === undefined || missing === undefined) return listed;
    return { ...listed, skills: listed.skills.map((skill) => ({ ...skill, missing: missing.get(skill.id) ?? 0 })) };
  }, [listed, missing]);
}

/** Asks for the figures of all skills. A list that was read again has those of few; what cannot be read is asked for once. */
function useFigures(view: SkillsData['skills']): void {
  const { readSkills } = useActions();
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const skills = view?.skills ?? [];
    for (const { id, tokens } of skills) if (tokens !== null) asked.current.delete(id);
    const uncounted = skills.filter(({ id, tokens }) => tokens === null && !asked.current.has(id)).map(({ id }) => id);
    for (const id of uncounted) asked.current.add(id);
    if (uncounted.length > 0) void readSkills(uncounted.slice(0, COUNTED));
  }, [view, readSkills]);
}

/** All skills in a table: to sort, and to change many at once. Arrows move, Space selects, Enter opens. */
export function SkillsPage() {
  const { t, format } = useText();
  const { author, openAuthor, switchSkill } = useActions();
  const budget = useSettings().limits.skillBudget;
  const view = useSkills();
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<Order>({ id: 'trouble', up: true });
  const [busy, during] = useBusy();
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => tableRows(view, words, budget, order), [view, words, budget, order]);
  const { rows: chosen, has, toggle, fill, clear } = useSelection(rows);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const drawn = virtual.getVirtualItems();

  useEffect(() => field.current?.focus(), []);
  useFigures(view);

  /** One after another, as each writes the same file. */
  const each = async <T,>(of: readonly T[], change: (one: T) => Promise<unknown>) => {
    for (const one of of) await change(one);
  };
  const turn = (to: boolean) =>
    each(chosen.filter(to ? isOff : isOn), ({ id, skill }) => switchSkill(id, to, placeOf(skill?.use)));
  const uninstall = async () => {
    const entries: string[] = [];
    await each(chosen.filter(isRemovable), async ({ id }) => {
      const gone = await author.uninstall(id);
      if (gone.ok) entries.push(gone.value.entry);
      else notifyFailure(gone.failure);
    });
    const restore = (entry: string) => notifyFailed(author.restoreSkill(entry));
    const told = t('skills.table.gone', { count: entries.length, n: format.number(entries.length) });
    if (entries.length > 0) notify.undo(told, t('common.undo'), () => void during(each(entries, restore)));
  };
  const focusRow = (index: number) => {
    virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] input`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    const at = Number(target instanceof HTMLInputElement && target.closest('tr')?.dataset.index);
    const row = rows[at];
    if (row === undefined) return;
    const next = rowAfter(key, at, rows.length);
    if (next !== undefined) {
      if (event.shiftKey) for (const one of [row, rows[next]]) if (one && !has(one.id)) toggle(one.id);
      focusRow(next);
    } else if (key === 'Enter') openAuthor(row.id);
    else if (key === 'Delete') void during(uninstall());
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) fill();
    else if (key === 'Escape' && chosen.length > 0) clear();
    else return;
    event.preventDefault();
  };

  const act = (what: 'turnOn' | 'turnOff' | 'uninstall', { length }: readonly Row[], run: () => Promise<unknown>) => (
    <Button size="sm" disabled={busy || length === 0} onClick={() => void during(run())}>
      {t(`skills.table.${what}`, { n: format.number(length) })}
    </Button>
  );
  const tokens = rows.filter(isOn).reduce((before, { skill }) => before + (skill?.tokens?.catalog ?? 0), 0);
  const sum = t('skills.table.sum', { n: format.number(rows.length), tokens: format.number(tokens) });
  const space = (height: number) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
  return (
    <PageFrame title={t('common.skills')}>
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
        <SkillSearch fieldRef={field} words={words} onWords={setWords} found={rows.length} onDown={() => focusRow(0)} />
        <span role="status" className="tabular-nums">
          {chosen.length > 0 ? t('library.selected', { count: chosen.length, n: format.number(chosen.length) }) : sum}
        </span>
        {chosen.length === 0 ? null : (
          <>
            {act('turnOn', chosen.filter(isOff), () => turn(true))}
            {act('turnOff', chosen.filter(isOn), () => turn(false))}
            {act('uninstall', chosen.filter(isRemovable), uninstall)}
          </>
        )}
      </div>
      {view === undefined ? <Waiting className="p-4">{t('skills.loading')}</Waiting> : null}
      {view === undefined || rows.length > 0 ? null : (
        <EmptyState title={t(words === '' ? 'skills.empty.title' : 'skills.noneFound', { words })} icon={<Blocks />} />
      )}
      <div ref={scroller} className="@container min-h-80 flex-1 overflow-y-auto" hidden={rows.length === 0}>
        <table aria-rowcount={rows.length + 1} onKeyDown={onKeyDown} className="w-full border-collapse text-base">
          <caption className="sr-only">{t('common.skills')}</caption>
          <thead className="sticky top-0 z-10 bg-canvas text-ink-soft text-xs">
            <tr>
              <td className="w-10 py-2 pl-4">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  aria-label={t('skills.table.all')}
                  checked={chosen.length > 0 && chosen.length === rows.length}
                  onChange={({ target }) => (target.checked ? fill() : clear())}
                />
              </td>
              {columns.map(([id, { figures = false, wide }]) => (
                <SortHeading
                  key={id}
                  name={t(`skills.table.${id}`)}
                  sorted={order.id === id ? (order.up ? 'up' : 'down') : undefined}
                  figures={figures}
                  className={cn(wide && WIDE, 'last:pr-4')}
                  onSort={() => setOrder({ id, up: order.id === id ? !order.up : !figures })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {space(drawn[0]?.start ?? 0)}
            {drawn.map(({ index }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <tr
                  key={row.id}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={cn('border-line border-t', has(row.id) ? 'bg-selected' : 'hover:bg-hover')}
                >
                  <td className="py-2 pl-4">
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      aria-label={t('library.select', { title: row.id })}
                      checked={has(row.id)}
                      onChange={({ nativeEvent: by }) => toggle(row.id, by instanceof MouseEvent && by.shiftKey)}
                    />
                  </td>
                  {columns.map(([id, { by, figures, wide }]) => (
                    <td
                      key={id}
                      className={cn(
                        'px-2 py-2 last:pr-4',
                        figures && 'text-right tabular-nums',
                        id === 'name' && 'w-full max-w-0',
                        wide && WIDE,
                      )}
                    >
                      {!figures ? (
                        <Cell column={id} row={row} />
                      ) : by(row) === 0 ? null : (
                        format.number(Number(by(row)))
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            {space(virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0))}
          </tbody>
        </table>
      </div>
    </PageFrame>
  );
}
