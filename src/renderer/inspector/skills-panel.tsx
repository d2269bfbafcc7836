import { Blocks, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { SkillView } from '../../shared/contract.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, useApp, usePast, useSession, useSessionState, useSettings } from '../store/index.ts';
import { Button, EmptyState, IconButton, Spinner } from '../ui/index.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';
import type { OnDisk } from './disk-note.tsx';
import { GoneRow } from './gone-row.tsx';
import { SkillRow } from './skill-row.tsx';

/** Rows that are drawn, and again for each press of "more": a library may hold thousands. */
const SHOWN_AT_ONCE = 100;

/** Every skill, loaded ones first, those that the model is not told of last; broken ones below with what to do. */
export function SkillsPanel() {
  const t = useT();
  const format = useFormat();
  const { refreshSkills, openDialog } = useActions();
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
    // The disk is as it is now.
    if (past) return undefined;
    const said = loadedOf(id)?.onDisk;
    // The log of a session that nobody was looking at does not know yet.
    const seen = view?.loaded?.find((one) => one.id === id)?.onDisk;
    return said ?? (seen === undefined || seen.state === 'current' ? undefined : { ...seen, state: seen.state });
  };
  /** Loaded ones first, those that are switched off last. */
  const rank = ({ id, use }: SkillView) => (loadedOf(id) !== undefined ? 0 : use?.enabled === false ? 2 : 1);
  const skills = (view?.skills ?? []).toSorted((a, b) => rank(a) - rank(b));
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const gone = view === undefined ? [] : loaded.filter(({ id }) => !known.has(id));

  return (
    <section aria-labelledby="skills-title" className="flex flex-col gap-2 px-4 pt-3 pb-4">
      <header className="flex items-center gap-2">
        <h2 id="skills-title" className="font-semibold text-base">
          {t('skills.title')}
        </h2>
        {skills.length === 0 ? null : (
          <span className="text-ink-soft text-sm">
            {t('skills.summary', { loaded: format.number(loaded.length), all: format.number(skills.length) })}
          </span>
        )}
        <IconButton
          label={t('author.new.title')}
          size="sm"
          className="ml-auto"
          onClick={() => openDialog({ name: 'new-skill' })}
        >
          <Plus aria-hidden />
        </IconButton>
        <IconButton label={t('skills.refresh')} size="sm" onClick={() => void refreshSkills()}>
          <RefreshCw aria-hidden />
        </IconButton>
      </header>
      {view === undefined ? (
        <p className="flex items-center gap-2 py-2 text-ink-soft text-sm">
          <Spinner decorative className="size-3.5" />
          {t('skills.loading')}
        </p>
      ) : skills.length + gone.length + broken.length === 0 ? (
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
        <ul className="flex flex-col gap-2">
          {gone.map((skill) => (
            <GoneRow key={skill.id} skill={{ ...skill, onDisk: onDiskOf(skill.id) }} />
          ))}
          {skills.slice(0, most).map((skill) => (
            <SkillRow
              key={skill.id}
              skill={skill}
              loaded={loadedOf(skill.id)}
              onDisk={onDiskOf(skill.id)}
              budget={budget}
            />
          ))}
        </ul>
      )}
      {skills.length > most ? (
        <Button size="sm" className="self-center" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {t('skills.more', { n: format.number(skills.length - most) })}
        </Button>
      ) : null}
      {broken.map((diagnostic) => (
        <DiagnosticNote
          key={`${diagnostic.file} ${diagnostic.rule} ${diagnostic.line}`}
          diagnostic={diagnostic}
          title={t('skills.broken', { skill: diagnostic.skill ?? diagnostic.file })}
          action={diagnostic.skill === undefined ? null : <EditBroken skill={diagnostic.skill} />}
        />
      ))}
    </section>
  );
}

/** To its files: that is where it is mended. */
function EditBroken({ skill }: { readonly skill: string }) {
  const t = useT();
  const { openAuthor } = useActions();
  return (
    <Button size="sm" aria-label={t('author.editSkill', { skill })} onClick={() => openAuthor(skill)}>
      {t('author.edit')}
    </Button>
  );
}
