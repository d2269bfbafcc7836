import { Check, Circle, Pin, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SkillView } from '../../shared/contract.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, usePast } from '../store/index.ts';
import { Badge, Button, Collapsible, cn, IconButton, Tooltip } from '../ui/index.ts';
import { DiskNote, type OnDisk } from './disk-note.tsx';
import { SkillDetails } from './skill-details.tsx';
import { SkillSwitch } from './skill-switch.tsx';

/** Said in words of its own. */
const CANNOT_WORK = 'cannot-work-here';

/** One skill: whether it is loaded, what it takes, and the way to change that. */
export function SkillRow({
  skill,
  loaded,
  onDisk,
  budget,
}: {
  readonly skill: SkillView;
  readonly loaded: LoadedSkill | undefined;
  /** Where what is loaded is no longer what is on the disk. */
  readonly onDisk: OnDisk | undefined;
  /** Tokens; what one skill may take. */
  readonly budget: number;
}) {
  const t = useT();
  const format = useFormat();
  const { loadSkill, unloadSkill, readSkills, whatIf } = useActions();
  const [busy, setBusy] = useState(false);
  const past = usePast();
  const isLoaded = loaded !== undefined;
  const isOff = skill.use?.enabled === false;
  const problems = skill.diagnostics.filter(({ severity, rule }) => severity !== 'info' && rule !== CANNOT_WORK);
  const tokens = loaded?.tokens ?? skill.tokens?.instructions;
  const tooLarge = skill.tokens !== null && skill.tokens.instructions > budget;

  const change = async () => {
    setBusy(true);
    whatIf.point(undefined);
    await (isLoaded ? unloadSkill(skill.id) : loadSkill(skill.id));
    setBusy(false);
  };

  return (
    <li
      className={cn('rounded-panel border', isLoaded ? 'border-accent/40 bg-accent-soft/40' : 'border-line bg-surface')}
    >
      <div className="relative">
        <Collapsible
          chevron="none"
          onOpenChange={(open) => {
            // Of many skills only what is looked at is read whole.
            if (open && skill.tokens === null) void readSkills([skill.id]);
          }}
          triggerClassName="px-3 py-2.5 hover:bg-hover"
          summary={
            <span className="flex min-w-0 gap-2.5">
              <span className="mt-0.5 flex">
                <LoadedMark loaded={isLoaded} />
              </span>
              <span className="min-w-0 flex-1">
                <span
                  className={cn('flex min-w-0 items-center gap-1.5', isOff ? 'pr-11' : isLoaded ? 'pr-37' : 'pr-29')}
                >
                  <span className={cn('truncate font-medium', isOff && 'text-ink-soft')}>{skill.id}</span>
                  {problems.length > 0 ? (
                    <TriangleAlert
                      role="img"
                      aria-label={t('skills.problems', {
                        count: problems.length,
                        n: format.number(problems.length),
                      })}
                      className="size-3.5 shrink-0 text-warning"
                    />
                  ) : null}
                </span>
                <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
                  {tokens === undefined ? null : (
                    <span className={cn('tabular-nums', tooLarge && 'text-danger')}>
                      {t('common.tokens', { count: tokens, n: format.number(tokens) })}
                    </span>
                  )}
                  <Badge>{t(`skills.sources.${skill.source}`)}</Badge>
                  {isOff ? <OffBadge use={skill.use} /> : null}
                </span>
              </span>
            </span>
          }
        >
          <SkillDetails skill={skill} loaded={loaded} budget={budget} />
        </Collapsible>
        <div className="absolute top-1.5 right-2.5 flex items-center gap-1">
          {loaded === undefined ? null : <SkillPin skill={loaded} />}
          {isOff ? null : (
            <Tooltip content={t(isLoaded ? 'skills.unloadSkill' : 'skills.loadSkill', { skill: skill.id })} side="left">
              <Button
                size="sm"
                variant={isLoaded ? 'ghost' : 'secondary'}
                busy={busy}
                disabled={past}
                focusableWhenDisabled
                aria-label={t(isLoaded ? 'skills.unloadSkill' : 'skills.loadSkill', { skill: skill.id })}
                // What it would come to is drawn as a ghost while the pointer is here.
                onMouseEnter={() => whatIf.point({ do: isLoaded ? 'unload' : 'load', skill: skill.id })}
                onMouseLeave={() => whatIf.point(undefined)}
                onClick={() => void change()}
              >
                {t(isLoaded ? 'skills.unload' : 'skills.load')}
              </Button>
            </Tooltip>
          )}
          <span className="flex h-7 items-center px-1">
            <SkillSwitch skill={skill} />
          </span>
        </div>
      </div>
      {isLoaded && onDisk !== undefined ? <DiskNote skill={skill.id} onDisk={onDisk} /> : null}
    </li>
  );
}

function OffBadge({ use }: { readonly use: SkillView['use'] }) {
  const t = useT();
  const by = use?.by ?? 'everywhere';
  return <Badge tone={by === 'machine' ? 'warning' : 'neutral'}>{t(`skills.offShort.${by}`)}</Badge>;
}

/** A pinned skill stays whatever has to go: only the person puts it away. */
function SkillPin({ skill: { id, pinned } }: { readonly skill: LoadedSkill }) {
  const t = useT();
  const { pinSkill } = useActions();
  const past = usePast();
  return (
    <IconButton
      size="sm"
      side="left"
      label={t(pinned ? 'skills.unpin' : 'skills.pin', { skill: id })}
      aria-pressed={pinned}
      disabled={past}
      onClick={() => void pinSkill(id, !pinned)}
    >
      <Pin aria-hidden className={cn(pinned && 'fill-current text-accent')} />
    </IconButton>
  );
}

/** ○ or ✓, as the model sees it in its list. */
export function LoadedMark({ loaded }: { readonly loaded: boolean }) {
  const t = useT();
  return loaded ? (
    <span
      role="img"
      aria-label={t('skills.loaded')}
      className="flex size-4 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent"
    >
      <Check className="size-3" strokeWidth={3} aria-hidden />
    </span>
  ) : (
    <Circle role="img" aria-label={t('skills.notLoaded')} className="size-4 shrink-0 text-ink-faint" />
  );
}
