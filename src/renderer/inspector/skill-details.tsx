import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import type { SkillView } from '../../shared/contract.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, usePast } from '../store/index.ts';
import { Banner, Button } from '../ui/index.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';
import { LoadedMark } from './skill-row.tsx';
import { SkillUse } from './skill-use.tsx';

export function SkillDetails({
  skill,
  loaded,
  budget,
}: {
  readonly skill: SkillView;
  readonly loaded: LoadedSkill | undefined;
  readonly budget: number;
}) {
  const t = useT();
  const format = useFormat();
  const { tokens } = skill;
  const tooLarge = tokens !== null && tokens.instructions > budget;
  return (
    <div className="flex flex-col gap-3 px-3 pb-3 pl-9.5 text-sm">
      <p className="text-pretty break-words text-ink-soft">{skill.description}</p>
      <div className="flex flex-wrap gap-2">
        <OpenAuthor skill={skill} />
        <AskWhatIf skill={skill.id} isLoaded={loaded !== undefined} />
      </div>
      {tooLarge ? <Banner tone="warning">{t('skills.overBudget', { budget: format.number(budget) })}</Banner> : null}
      {tokens === null ? null : (
        <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
          <dt className="text-ink-soft">{t('skills.tokensAlways')}</dt>
          <dd className="text-right tabular-nums">{format.number(tokens.catalog)}</dd>
          <dt className="text-ink-soft">{t('skills.tokensLoaded')}</dt>
          <dd className="text-right tabular-nums">{format.number(tokens.instructions)}</dd>
        </dl>
      )}
      <div>
        <h3 className="mb-1 font-medium text-ink-soft text-xs">{t('skills.references')}</h3>
        {skill.references.length === 0 ? (
          <p className="text-ink-soft">{t('skills.noReferences')}</p>
        ) : (
          <ul className="flex flex-col gap-0.5">
            {skill.references.map((reference) => (
              <ReferenceRow key={reference.path} skill={skill.id} reference={reference} loaded={loaded} />
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
      <SkillUse skill={skill} />
      {skill.diagnostics
        .filter(({ rule }) => !rule.endsWith('-work-here'))
        .map((diagnostic) => (
          <DiagnosticNote key={`${diagnostic.rule} ${diagnostic.line}`} diagnostic={diagnostic} />
        ))}
      <p className="break-all text-ink-soft text-xs" title={t(`skills.sourceHints.${skill.source}`)}>
        {t(`skills.sourceHints.${skill.source}`)}: {skill.path}
      </p>
    </div>
  );
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

/** To its own files. */
function OpenAuthor({ skill: { id, source } }: { readonly skill: SkillView }) {
  const t = useT();
  const { openAuthor } = useActions();
  const bundled = source === 'bundled';
  return (
    <Button
      size="sm"
      className="self-start"
      aria-label={t(bundled ? 'author.openSkill' : 'author.editSkill', { skill: id })}
      onClick={() => openAuthor(id)}
    >
      <PencilLine className="size-3.5" aria-hidden />
      {t(bundled ? 'author.open' : 'author.edit')}
    </Button>
  );
}

function ReferenceRow({
  skill,
  reference,
  loaded,
}: {
  readonly skill: string;
  readonly reference: SkillView['references'][number];
  readonly loaded: LoadedSkill | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const { loadReference, unloadReference, whatIf } = useActions();
  const past = usePast();
  const [busy, setBusy] = useState(false);
  const entry = loaded?.references.find(({ path }) => path === reference.path);
  const isLoaded = entry !== undefined;
  const tokens = entry?.tokens ?? reference.tokens;
  const change = async () => {
    setBusy(true);
    whatIf.point(undefined);
    await (isLoaded ? unloadReference(skill, reference.path) : loadReference(skill, reference.path));
    setBusy(false);
  };
  return (
    <li className="flex min-w-0 items-center gap-2">
      <LoadedMark loaded={isLoaded} />
      <span className="min-w-0 flex-1 truncate font-mono text-xs" title={reference.path}>
        {reference.path}
      </span>
      <span className="shrink-0 text-ink-soft tabular-nums">
        {tokens === null ? format.bytes(reference.bytes) : format.number(tokens)}
      </span>
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        disabled={past || loaded === undefined}
        aria-label={t(isLoaded ? 'skills.unloadReference' : 'skills.loadReference', { path: reference.path })}
        onMouseEnter={() => {
          const step = isLoaded ? 'unload-reference' : 'load-reference';
          if (loaded !== undefined) whatIf.point({ do: step, skill, path: reference.path });
        }}
        onMouseLeave={() => whatIf.point(undefined)}
        onClick={() => void change()}
        className="h-6 px-1.5"
      >
        {t(isLoaded ? 'skills.unload' : 'skills.load')}
      </Button>
    </li>
  );
}
