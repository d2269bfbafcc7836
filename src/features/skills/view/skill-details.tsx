import { PencilLine } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { UsageNote } from '../../../renderer/shared/usage-note.tsx';
import { useActions, useApp, useEvents, usePast } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { WhatIf } from '../../../shared/context-views.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { sectionWords } from '../../../shared/messages/part-reason.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import { requirementsLine } from '../../../shared/skills/skill-packages.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { DiagnosticNote, LoadedMark } from './diagnostic-note.tsx';
import { OptionalSecrets, type Phases, SkillUse, usePhases } from './skill-use.tsx';

/** The author's other front matter, besides name and description. */
function FrontMatter({ skill }: { readonly skill: SkillView }) {
  const t = useT();
  const { whenToUse, tags, license, compatibility, metadata = {}, allowedTools } = skill;
  const rows = (
    [
      ['whenToUse', whenToUse],
      ['tags', tags?.join(', ')],
      ['license', license],
      ['compatibility', compatibility],
      ['allowedTools', allowedTools?.join(', ')],
    ] as const
  ).flatMap(([name, text]) => (text === undefined ? [] : [[t(`skills.about.${name}`), text] as const]));
  const facts = Object.entries(metadata);
  const [isModels, isPersons] = [skill.modelInvocable !== false, skill.userInvocable !== false];
  const limited = isModels ? (isPersons ? undefined : 'modelOnly') : isPersons ? 'personOnly' : 'loadedByNone';
  return (
    <>
      {limited === undefined ? null : <p>{t(`skills.about.${limited}`, { skill: skill.id })}</p>}
      {rows.length + facts.length === 0 ? null : (
        <Collapsible
          summary={<h3 className="font-medium text-ink-soft text-xs">{t('skills.about.title')}</h3>}
          triggerClassName="py-0.5"
        >
          <dl className="flex flex-col gap-1.5 pt-1">
            {[...rows, ...facts].map(([name, text]) => (
              <div key={name}>
                <dt className="text-ink-soft text-xs">{name}</dt>
                <dd className="break-words">{text}</dd>
              </div>
            ))}
          </dl>
          {allowedTools === undefined ? null : (
            <p className="pt-1 text-ink-soft text-xs">{t('skills.about.allowedHint')}</p>
          )}
        </Collapsible>
      )}
    </>
  );
}

/** Cost of the skill by phase: listed, loaded, each reference, its own tools. */
function PhaseTable({ tokens, phases }: { readonly tokens: SkillView['tokens']; readonly phases: Phases | undefined }) {
  const { t, format } = useText();
  if (tokens === null) return null;
  const references = phases?.references.reduce((sum, one) => sum + one.tokens, 0) ?? 0;
  const rows = [
    ['catalog', phases?.catalog ?? tokens.catalog],
    ['instructions', phases?.instructions ?? tokens.instructions],
    ...(references > 0 ? ([['references', references]] as const) : []),
    ...((phases?.tools ?? 0) > 0 ? ([['tools', phases?.tools ?? 0]] as const) : []),
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      {rows.map(([phase, n]) => (
        <div key={phase} className="contents">
          <dt className="text-ink-soft">{t(`skills.phases.${phase}`)}</dt>
          <dd className="text-right tabular-nums">{format.number(n)}</dd>
        </div>
      ))}
    </dl>
  );
}

type LoadProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className'> & {
  readonly label: string;
  readonly isLoaded: boolean;
  readonly step: WhatIf | undefined;
  readonly change: () => Promise<unknown>;
};

/** Loads or unloads; previews the effect while the pointer or the focus is here. */
export function LoadButton({ label, isLoaded, step, change, ...more }: LoadProps) {
  const t = useT();
  const { whatIf } = useActions();
  const past = usePast();
  const [busy, during] = useBusy();
  const point = () => {
    if (step !== undefined) whatIf.point(step);
  };
  const leave = () => whatIf.point(undefined);
  return (
    <Button
      size="sm"
      busy={busy}
      disabled={past || step === undefined}
      focusableWhenDisabled
      aria-label={label}
      onMouseEnter={point}
      onMouseLeave={leave}
      onFocus={point}
      onBlur={leave}
      onClick={() => {
        leave();
        void during(change());
      }}
      {...more}
    >
      {t(isLoaded ? 'common.unload' : 'common.load')}
    </Button>
  );
}

/** One reference: what it takes, and once it is loaded where, since when and by whom. */
function ReferenceRow({
  skill,
  reference,
  tokens: counted,
  loaded,
}: {
  readonly skill: string;
  readonly reference: SkillView['references'][number];
  /** By the conversation's encoding, if counted. */
  readonly tokens: number | undefined;
  readonly loaded: LoadedSkill | undefined;
}) {
  const { t, format } = useText();
  const { loadReference, unloadReference } = useActions();
  const { path, bytes } = reference;
  const entry = loaded?.references.find((one) => one.path === path);
  const isLoaded = entry !== undefined;
  const tokens = entry?.tokens ?? counted ?? reference.tokens;
  const step = { do: isLoaded ? 'unload-reference' : 'load-reference', skill, path } as const;
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-2">
        <LoadedMark loaded={isLoaded} />
        <PathName path={path} />
        <span className="shrink-0 text-ink-soft tabular-nums">
          {tokens === null ? format.bytes(bytes) : format.number(tokens)}
        </span>
        <LoadButton
          variant="ghost"
          className="h-6 px-1.5"
          label={t(isLoaded ? 'skills.unloadReference' : 'skills.loadReference', { path })}
          isLoaded={isLoaded}
          step={loaded === undefined ? undefined : step}
          change={() => (isLoaded ? unloadReference(skill, path) : loadReference(skill, path))}
        />
      </div>
      {entry === undefined ? null : (
        <div className="pb-1 pl-6 text-sm">
          <Since seq={entry.seq} />
        </div>
      )}
    </li>
  );
}

/** Truncates the folder, which many share: sixty files of one folder differ by their names. */
function PathName({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span className="flex min-w-0 flex-1 font-mono text-xs" title={shownText(path)}>
      {at === 0 ? null : (
        <span className="min-w-0 shrink-[1000] truncate text-ink-soft">{shownText(path.slice(0, at))}</span>
      )}
      <span className="min-w-0 truncate">{shownText(path.slice(at))}</span>
    </span>
  );
}

/** Says who loaded it, and when. */
function Since({ seq }: { readonly seq: number }) {
  const { t, format } = useText();
  const event = useEvents().findLast((one) => one.seq === seq);
  if (event?.type !== 'reference-loaded' && event?.type !== 'skill-loaded') return null;
  return <p className="text-ink-soft">{t(`skills.by.${event.by}`, { at: format.dateTime(event.at) })}</p>;
}

export function SkillDetails({
  skill,
  loaded,
  budget,
}: {
  readonly skill: SkillView;
  readonly loaded: LoadedSkill | undefined;
  readonly budget: number;
}) {
  const { t, format } = useText();
  const { tokens, missed = 0 } = skill;
  const phases = usePhases(skill);
  const failedIn = useFailedIn(skill);
  const shadowed = skill.diagnostics.filter(({ rule }) => rule === 'shadowed');
  const tooLarge = tokens !== null && tokens.instructions > budget;
  return (
    <div className="flex flex-col gap-3 px-3 pb-3 pl-9.5 text-sm">
      <p className="text-pretty break-words text-ink-soft">{shownText(skill.description)}</p>
      <div className="flex flex-wrap gap-2">
        <OpenAuthor skill={skill} />
        <AskWhatIf skill={skill.id} isLoaded={loaded !== undefined} />
      </div>
      {tooLarge ? <Banner tone="warning">{t('skills.overBudget', { budget: format.number(budget) })}</Banner> : null}
      <PhaseTable tokens={tokens} phases={phases} />
      {loaded === undefined ? null : <Since seq={loaded.seq} />}
      {loaded?.sections === undefined ? null : (
        <p className="break-words text-ink-soft">{sectionWords(loaded.sections, t)}</p>
      )}
      <UsageNote usage={skill.usage} onOpen={failedIn} />
      {missed === 0 ? null : (
        <p className="text-pretty text-ink-soft">
          {t('skills.missed.note', { count: missed, n: format.number(missed) })}
        </p>
      )}
      <div>
        <h3 className="mb-1 font-medium text-ink-soft text-xs">{t('skills.references')}</h3>
        {skill.references.length === 0 ? (
          <p className="text-ink-soft">{t('common.noReferences')}</p>
        ) : (
          <ul className="flex flex-col gap-0.5">
            {skill.references.map((reference) => (
              <ReferenceRow
                key={reference.path}
                skill={skill.id}
                reference={reference}
                tokens={phases?.references.find(({ path }) => path === reference.path)?.tokens}
                loaded={loaded}
              />
            ))}
          </ul>
        )}
      </div>
      {skill.scripts.length === 0 ? null : (
        <div>
          <h3 className="mb-1 font-medium text-ink-soft text-xs">{t('skills.scripts')}</h3>
          <ul className="font-mono text-xs">
            {skill.scripts.map((script) => (
              <li key={script.path} className="truncate" title={script.runWith}>
                {script.path}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Requirements skill={skill} />
      <FrontMatter skill={skill} />
      <SkillUse skill={skill} />
      <OptionalSecrets skill={skill} />
      {skill.diagnostics
        .filter(({ rule }) => !rule.endsWith('-work-here') && rule !== 'shadowed')
        .map((diagnostic) => (
          <DiagnosticNote key={`${diagnostic.rule} ${diagnostic.line}`} diagnostic={diagnostic} />
        ))}
      {shadowed.length === 0 ? null : (
        <div className="text-ink-soft text-sm">
          <p className="text-pretty">{t('skills.shadowed', { count: shadowed.length })}</p>
          <ul className="font-mono text-xs">
            {shadowed.map(({ file }) => (
              <li key={file} className="break-all">
                {file}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="break-all text-ink-soft text-xs" title={t(`skills.sourceHints.${skill.source}`)}>
        {t(`skills.sourceHints.${skill.source}`)}: {skill.path}
      </p>
    </div>
  );
}

/** Packages and programs that its scripts need. Read when the details open: the list reads front matter alone. */
function Requirements({ skill: { id, scripts } }: { readonly skill: SkillView }) {
  const t = useT();
  const { requirementsOf } = useActions();
  const [needs, setNeeds] = useState<SkillView['requirements']>();
  const hasScripts = scripts.length > 0;
  useEffect(() => {
    if (hasScripts) void requirementsOf(id).then(setNeeds);
  }, [id, hasScripts, requirementsOf]);
  const line = needs === undefined ? '' : requirementsLine(needs, (state) => t(`skills.packages.states.${state}`));
  if (needs === undefined || line === '') return null;
  const isLacking = [...needs.python, ...needs.node].some(({ state }) => state === 'missing');
  return (
    <div>
      <h3 className="mb-1 font-medium text-ink-soft text-xs">{t('skills.packages.title')}</h3>
      <p className="break-words">{line}</p>
      {needs.programs.map(({ name, install }) => (install === undefined ? null : <code key={name}>{install}</code>))}
      {isLacking ? (
        <p className="text-ink-soft text-xs">
          {t('skills.packages.fetch')} <code>skilldeck skills packages {id}</code>
        </p>
      ) : null}
    </div>
  );
}

/** Opens the conversation of its last failure, if it is another existing one. */
function useFailedIn({ usage }: SkillView): ((sessionId: string) => void) | undefined {
  const { select } = useActions();
  const at = usage?.lastError?.sessionId;
  const isElsewhere = useApp(
    ({ selected, sessions }) => at !== undefined && at !== selected && sessions?.some(({ id }) => id === at) === true,
  );
  return isElsewhere ? select : undefined;
}

/** One more step of what is only asked about: the context shows it beside what is. */
function AskWhatIf({ skill, isLoaded }: { readonly skill: string; readonly isLoaded: boolean }) {
  const t = useT();
  const { whatIf } = useActions();
  const step = { do: isLoaded ? 'unload' : 'load', skill } as const;
  return (
    <Button size="sm" onClick={() => whatIf.add(step)}>
      {t('map.whatIf.ask', { step: t(`map.whatIf.step.${step.do}`, { skill }) })}
    </Button>
  );
}

function OpenAuthor({ skill: { id, source } }: { readonly skill: SkillView }) {
  const t = useT();
  const { openAuthor } = useActions();
  const bundled = source === 'bundled';
  return (
    <Button
      icon={PencilLine}
      size="sm"
      className="self-start"
      aria-label={t(bundled ? 'author.openSkill' : 'author.editSkill', { skill: id })}
      onClick={() => openAuthor(id)}
    >
      {t(bundled ? 'common.open' : 'author.edit')}
    </Button>
  );
}
