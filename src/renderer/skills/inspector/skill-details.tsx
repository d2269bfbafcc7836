import { PencilLine } from 'lucide-react';
import type { SkillView } from '../../../shared/contract.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { UsageNote } from '../../shared/usage-note.tsx';
import { useActions, useApp, useEvents } from '../../store/index.ts';
import { Banner, Button } from '../../ui/index.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';
import { EnteredLine } from './entered-line.tsx';
import { FrontMatter } from './front-matter.tsx';
import { OptionalSecrets } from './optional-secrets.tsx';
import { PhaseTable } from './phase-table.tsx';
import { ReferenceRow } from './reference-row.tsx';
import { SkillUse } from './skill-use.tsx';
import { usePhases } from './use-phases.ts';

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
      {loaded === undefined ? null : <LoadedSince loaded={loaded} />}
      <UsageNote usage={skill.usage} onOpen={failedIn} />
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

/** Opens the conversation of its last failure, if it is another existing one. */
function useFailedIn({ usage }: SkillView): ((sessionId: string) => void) | undefined {
  const { select } = useActions();
  const at = usage?.lastError?.sessionId;
  const isElsewhere = useApp(
    ({ selected, sessions }) => at !== undefined && at !== selected && sessions?.some(({ id }) => id === at) === true,
  );
  return isElsewhere ? select : undefined;
}

function LoadedSince({ loaded: { id, seq } }: { readonly loaded: LoadedSkill }) {
  const t = useT();
  const format = useFormat();
  const event = useEvents().findLast((one) => one.seq === seq);
  if (event?.type !== 'skill-loaded') return null;
  return (
    <div>
      <p className="text-ink-soft">{t(`skills.by.${event.by}`, { at: format.dateTime(event.at) })}</p>
      {event.by === 'user' ? <EnteredLine skill={id} seq={seq} /> : null}
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

/** Opens its own files. */
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
      {t(bundled ? 'common.open' : 'author.edit')}
    </Button>
  );
}
