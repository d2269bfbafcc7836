import { Blocks, CircleX, Plus, RefreshCw, Table2 } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
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
import { filterSkills, matches, SkillSearch, sortSkills } from './skills-toolbar.tsx';

/** A skill that cannot be used: that it is so at a glance, why and what to do on opening. */
function BrokenRow({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const t = useT();
  const { openAuthor } = useActions();
  const { skill, file } = diagnostic;
  const { what, language } = useFindingWords()(diagnostic);
  return (
    <div className="rounded-panel border border-danger/40 bg-surface">
      <Collapsible
        chevron="none"
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

/** Rows that the column shows: a search, or the table, has the others. */
const SHOWN = 60;

const NO_SKILLS: readonly SkillView[] = [];

/** Broken skills that are listed before the others. */
const FEW = 3;

/** All skills: loaded ones first, then a few broken ones with remedies; those hidden from the model last. */
export function SkillsPanel() {
  const { t, format } = useText();
  const { refreshSkills, openDialog, library } = useActions();
  const [words, setWords] = useState('');
  const list = useRef<HTMLUListElement>(null);
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
  const listed = sortSkills(filterSkills(all, words), loadedIds);
  const gone = view === undefined || words !== '' ? [] : loaded.filter(({ id }) => !known.has(id));
  const faulty = broken.filter(({ skill = '', file }) => matches({ id: `${skill} ${file}` }, words));

  const skillRow = (skill: SkillView) => (
    <SkillRow key={skill.id} skill={skill} loaded={loadedOf(skill.id)} onDisk={onDiskOf(skill.id)} budget={budget} />
  );
  const isLoadedRow = ({ id }: SkillView) => loadedIds.has(id);
  const faultyRows = faulty.map((diagnostic) => (
    <BrokenRow key={`broken ${diagnostic.file} ${diagnostic.rule} ${diagnostic.line}`} diagnostic={diagnostic} />
  ));
  // Many would push the skills that work out of view; the heading has their number.
  const areFaultyFirst = faulty.length <= FEW;
  const rows: readonly ReactElement[] = [
    ...gone.map((skill) => <GoneRow key={`gone ${skill.id}`} skill={{ ...skill, onDisk: onDiskOf(skill.id) }} />),
    ...listed.filter(isLoadedRow).map(skillRow),
    ...(areFaultyFirst ? faultyRows : []),
    ...listed.filter((skill) => !isLoadedRow(skill)).map(skillRow),
    ...(areFaultyFirst ? [] : faultyRows),
  ];

  return (
    <section aria-labelledby="skills-title" className="flex flex-col gap-2 px-4 pt-3 pb-4">
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
          label={t('skills.table.open')}
          size="sm"
          className="ml-auto"
          onClick={() => library.show({ page: 'skills' })}
          icon={Table2}
        />
        <IconButton
          label={t('author.new.title')}
          size="sm"
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
            <SkillSearch
              words={words}
              onWords={setWords}
              found={rows.length}
              onDown={() => list.current?.querySelector('button')?.focus()}
            />
          )}
          {rows.length === 0 ? <p className="py-2 text-ink-soft text-sm">{t('skills.noneFound', { words })}</p> : null}
          <ul ref={list} aria-label={t('common.skills')} className="flex flex-col gap-1.5">
            {rows.slice(0, SHOWN).map((row) => (
              <li key={row.key}>{row}</li>
            ))}
          </ul>
          {rows.length <= SHOWN ? null : (
            <Button size="sm" icon={Table2} className="self-start" onClick={() => library.show({ page: 'skills' })}>
              {t('skills.table.more', { n: format.number(rows.length - SHOWN) })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
