import { Switch as Base } from '@base-ui/react/switch';
import { FileWarning, Pin, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { SkillName } from '../../../renderer/shared/usage-note.tsx';
import { useActions, usePast, useSessionState } from '../../../renderer/store/index.ts';
import { Badge, Button, cn, IconButton, Tooltip } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { SkillView } from '../../../shared/contract.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import { LoadedMark } from './diagnostic-note.tsx';
import { LoadButton, SkillDetails } from './skill-details.tsx';
import { faultOf, troubleOf, usesOf } from './skills-toolbar.tsx';

export type OnDisk = NonNullable<LoadedSkill['onDisk']>;

/** Shown in the skill's row if the loaded version differs from disk, with a button to reload. */
function DiskNote({ skill, onDisk }: { readonly skill: string; readonly onDisk: OnDisk }) {
  const { t, format } = useText();
  const { reloadSkill } = useActions();
  const [busy, during] = useBusy();
  const { state, tokens = 0 } = onDisk;
  const n = `${tokens < 0 ? '−' : '+'}${format.number(Math.abs(tokens))}`;
  return (
    <div role="status" className="flex items-center gap-2 rounded-b-panel bg-warning-soft px-3 py-1.5 text-sm">
      <FileWarning aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="min-w-0 flex-1 text-pretty">{t(`skills.onDisk.${state}`)}</span>
      {state === 'changed' ? (
        <Button
          size="sm"
          busy={busy}
          aria-label={t('skills.reloadSkill', { skill, n })}
          onClick={() => void during(reloadSkill(skill))}
        >
          {t('skills.reload', { count: Math.abs(tokens), n })}
        </Button>
      ) : null}
    </div>
  );
}

/** One skill: whether it is loaded, what it takes, and the way to change that. */
export function SkillRow({
  skill,
  loaded,
  onDisk,
  budget,
}: {
  readonly skill: SkillView;
  readonly loaded: LoadedSkill | undefined;
  /** Set if the loaded version differs from disk. */
  readonly onDisk: OnDisk | undefined;
  /** Tokens; what one skill may take. */
  readonly budget: number;
}) {
  const { t, format } = useText();
  const { loadSkill, unloadSkill, readSkills } = useActions();
  const [open, setOpen] = useState(false);
  const isLoaded = loaded !== undefined;
  const isOff = skill.use?.enabled === false;
  const { findings: problems } = troubleOf(skill, budget);
  const tokens = loaded?.tokens ?? skill.tokens?.instructions;
  const fault = faultOf(skill, budget);
  const isMissedHere = useSessionState(({ missedSkills }) => missedSkills?.some(({ id }) => id === skill.id) === true);
  const uses = usesOf(skill);
  const label = t(isLoaded ? 'skills.unloadSkill' : 'skills.loadSkill', { skill: skill.id });

  return (
    <div
      className={cn('rounded-panel border', isLoaded ? 'border-accent/40 bg-accent-soft/40' : 'border-line bg-surface')}
    >
      <div className="relative">
        <Collapsible
          chevron="none"
          open={open}
          onOpenChange={(next) => {
            // With many skills, only those opened are read in full.
            if (next && skill.tokens === null) void readSkills([skill.id]);
            setOpen(next);
          }}
          triggerClassName="px-3 py-2 hover:bg-hover"
          summary={
            <span className="flex min-w-0 gap-2.5">
              <span className="mt-0.5 flex">
                <LoadedMark loaded={isLoaded} />
              </span>
              <span className="min-w-0 flex-1">
                <span
                  className={cn('flex min-w-0 items-center gap-1.5', isOff ? 'pr-11' : isLoaded ? 'pr-37' : 'pr-29')}
                >
                  <span className={cn('truncate font-medium', isOff && 'text-ink-soft')}>
                    <SkillName id={skill.id} found={skill.diagnostics} />
                  </span>
                  {problems.length > 0 ? (
                    <TriangleAlert
                      role="img"
                      aria-label={t('skills.problems', { count: problems.length, n: format.number(problems.length) })}
                      className="size-3.5 shrink-0 text-warning"
                    />
                  ) : null}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
                  {tokens === undefined ? null : (
                    <span className="tabular-nums">
                      {t('common.tokens', { count: tokens, n: format.number(tokens) })}
                    </span>
                  )}
                  <Badge>{t(`skills.sources.${skill.source}`)}</Badge>
                  {uses === 0 ? null : (
                    <span className="tabular-nums">
                      {t('skills.usage.times', { count: uses, n: format.number(uses) })}
                    </span>
                  )}
                  {isMissedHere && !isLoaded ? <Badge tone="warning">{t('skills.missed.here')}</Badge> : null}
                  {isOff ? <OffBadge use={skill.use} /> : null}
                  {fault === undefined ? null : (
                    <Badge tone={fault === 'unreadable' ? 'danger' : 'warning'}>{t(`skills.faults.${fault}`)}</Badge>
                  )}
                </span>
              </span>
            </span>
          }
        >
          <SkillDetails skill={skill} loaded={loaded} budget={budget} />
        </Collapsible>
        <div className="absolute top-1 right-2.5 flex items-center gap-1">
          {loaded === undefined ? null : <SkillPin skill={loaded} />}
          {isOff ? null : (
            <LoadButton
              variant={isLoaded ? 'ghost' : 'secondary'}
              label={label}
              isLoaded={isLoaded}
              step={{ do: isLoaded ? 'unload' : 'load', skill: skill.id }}
              change={() => (isLoaded ? unloadSkill(skill.id) : loadSkill(skill.id))}
            />
          )}
          <span className="flex h-7 items-center px-1">
            <SkillSwitch skill={skill} />
          </span>
        </div>
      </div>
      {isLoaded && onDisk !== undefined ? <DiskNote skill={skill.id} onDisk={onDisk} /> : null}
    </div>
  );
}

export function OffBadge({ use }: { readonly use: SkillView['use'] }) {
  const t = useT();
  const by = use?.by ?? 'everywhere';
  return <Badge tone={by === 'machine' ? 'warning' : 'neutral'}>{t(`skills.offShort.${by}`)}</Badge>;
}

/** A pinned skill is never unloaded automatically: only by the user. */
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

/** Level at which this skill's switch takes effect: where it was set last. */
export function placeOf(use: SkillView['use']): 'session' | 'environment' | 'everywhere' {
  const by = use?.by;
  return by === 'session' || by === 'environment' ? by : 'everywhere';
}

/** Switch that controls whether the model sees the skill. */
function SkillSwitch({ skill: { id, use } }: { readonly skill: SkillView }) {
  const t = useT();
  const { switchSkill } = useActions();
  const past = usePast();
  const [busy, during] = useBusy();
  const isOn = use?.enabled !== false;
  const label = t(isOn ? 'skills.switchOff' : 'skills.switchOn', { skill: id });
  return (
    <Tooltip content={label} side="left">
      <Base.Root
        checked={isOn}
        disabled={busy || past}
        aria-label={t('skills.switch', { skill: id })}
        onCheckedChange={(next) => void during(switchSkill(id, next, placeOf(use)))}
        className="flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-fast data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-3 rounded-full bg-surface transition-transform duration-fast data-checked:translate-x-3" />
      </Base.Root>
    </Tooltip>
  );
}

/** A loaded skill whose folder is missing: it works until unloaded. */
export function GoneRow({ skill: { id, tokens, onDisk } }: { readonly skill: LoadedSkill }) {
  const { t, format } = useText();
  const { unloadSkill } = useActions();
  const past = usePast();
  return (
    <div className="rounded-panel border border-accent/40 bg-accent-soft/40">
      <div className="flex items-start gap-2.5 px-3 py-2.5 pr-2.5">
        <span className="mt-0.5 flex">
          <LoadedMark loaded />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{id}</span>
          <span className="text-ink-soft text-sm tabular-nums">
            {t('common.tokens', { count: tokens, n: format.number(tokens) })}
          </span>
        </span>
        <Button
          size="sm"
          variant="ghost"
          disabled={past}
          aria-label={t('skills.unloadSkill', { skill: id })}
          onClick={() => void unloadSkill(id)}
        >
          {t('common.unload')}
        </Button>
      </div>
      {past ? null : <DiskNote skill={id} onDisk={onDisk ?? { state: 'deleted' }} />}
    </div>
  );
}
