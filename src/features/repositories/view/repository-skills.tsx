import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { VisibleText } from '../../../renderer/shared/visible-text.tsx';
import { Badge, Button, type Tone } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import { hasWords, type Standing } from '../../../shared/skills/repositories.ts';
import type { RepositorySkill, RepositoryView } from '../contract.ts';

/** Rows shown at a time; the rest is found by searching. */
const MAX_ROWS = 50;

const TONES: Readonly<Record<Standing, Tone>> = {
  new: 'warning',
  offered: 'neutral',
  current: 'success',
  update: 'warning',
  gone: 'neutral',
  removed: 'neutral',
};
const TAKEN: readonly Standing[] = ['current', 'gone'];

/** Skills of a repository, as last seen, with the cost of each. */
export function RepositorySkills({
  repository: { name, skills },
  busy,
  onTake,
}: {
  readonly repository: RepositoryView;
  readonly busy: boolean;
  readonly onTake: (id: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const [words, setWords] = useState('');
  const found = skills.filter((skill) => hasWords(skill, words.trim()));
  const costOf = ({ tokens }: RepositorySkill): string | undefined => {
    if (tokens === null) return undefined;
    const { catalog, instructions } = tokens;
    if (instructions === null) return t('repositories.costListed', { n: format.number(catalog) });
    return t('repositories.cost', { n: format.number(catalog), loaded: format.number(instructions) });
  };
  return (
    <div className="flex flex-col gap-2 pt-2">
      {skills.length > 5 ? (
        <TextField label={t('repositories.search', { name })} type="search" value={words} onChange={setWords} />
      ) : null}
      <ul aria-label={t('repositories.skillsOf', { name })} className="flex flex-col divide-y divide-line">
        {found.slice(0, MAX_ROWS).map((skill) => {
          const { id, description, version, installed, standing, plugin } = skill;
          const cost = costOf(skill);
          return (
            <li key={id} className="flex flex-wrap items-start gap-2 py-2">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-2 text-base">
                  <span className="font-medium [overflow-wrap:anywhere]">
                    <VisibleText text={id} />
                  </span>
                  {version === undefined && installed === undefined ? null : (
                    <span className="text-ink-soft text-sm">
                      {installed === undefined || installed === version ? version : `${installed} → ${version ?? ''}`}
                    </span>
                  )}
                  {plugin === undefined ? null : (
                    <span className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                      <VisibleText text={t('repositories.plugin', { name: plugin })} />
                    </span>
                  )}
                  <Badge tone={TONES[standing]}>{t(`repositories.standing.${standing}`)}</Badge>
                </p>
                <p className="line-clamp-2 text-ink-soft text-sm [overflow-wrap:anywhere]">
                  <VisibleText text={description} />
                </p>
                {cost === undefined ? null : <p className="text-ink-soft text-sm">{cost}</p>}
              </div>
              {TAKEN.includes(standing) ? null : (
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={t(standing === 'update' ? 'repositories.updateOf' : 'repositories.installOf', { id })}
                  onClick={() => onTake(id)}
                >
                  {t(standing === 'update' ? 'repositories.update' : 'repositories.install')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {found.length > MAX_ROWS ? (
        <p className="text-ink-soft text-sm">{t('repositories.rest', { n: format.number(found.length - MAX_ROWS) })}</p>
      ) : null}
      {found.length === 0 ? <p className="text-ink-soft text-sm">{t('repositories.nothingFound')}</p> : null}
    </div>
  );
}
