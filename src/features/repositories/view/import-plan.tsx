import type { ReactNode } from 'react';
import { useFormat, useLanguage, useT } from '../../../renderer/i18n.ts';
import { SkillName } from '../../../renderer/shared/usage-note.tsx';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
import { Badge, Banner } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { SeverityIcon } from '../../../renderer/workbench/table.tsx';
import { detailText } from '../../../shared/messages/failure.ts';
import { gradeRows } from '../../../shared/skills/grade-rows.ts';
import type { ImportPlan, PlannedSkill } from '../../../shared/skills/skill-import.ts';
import { requirementsLine } from '../../../shared/skills/skill-packages.ts';
import { shownText } from '../../../shared/text/invisible.ts';

/** Skills to import, what they may run, and what would change; each can be left out. */
export function ImportPlanView({
  plan,
  chosen,
  onChoose,
}: {
  readonly plan: ImportPlan;
  readonly chosen: ReadonlySet<string>;
  /** Absent: there is nothing to choose. */
  readonly onChoose?: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useT();
  const format = useFormat();
  const spoken = useLanguage();
  const wordsOf = useFindingWords();
  const { source, broken, notes, root } = plan;
  const skills = plan.skills.toSorted((a, b) => troubleOf(b) - troubleOf(a));
  const taken = skills.filter(({ id }) => chosen.has(id));
  const perRequest = taken.reduce((sum, { tokens }) => sum + (tokens?.catalog ?? 0), 0);
  const Head = onChoose === undefined ? 'div' : 'label';
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose?.(next);
  };
  return (
    <div className="flex flex-col gap-3 text-base">
      <p className="break-all text-ink-soft text-sm">
        {t('author.import.from', { address: source.address })}
        {source.commit === undefined ? '' : ` · ${source.commit.slice(0, 12)}`} → {root}
      </p>
      {skills.length === 0 ? <Banner tone="warning">{t('author.import.nothing')}</Banner> : null}
      {onChoose === undefined || skills.length < 2 ? null : (
        <label className="flex items-center gap-2.5 px-3 text-sm">
          <input
            type="checkbox"
            checked={taken.length === skills.length}
            onChange={({ target }) => onChoose(new Set(target.checked ? skills.map(({ id }) => id) : []))}
          />
          <span className="font-medium">{t('author.import.all')}</span>
          <span className="ml-auto text-ink-soft tabular-nums">
            {t('author.import.taken', {
              taken: format.number(taken.length),
              all: format.number(skills.length),
              tokens: format.number(perRequest),
            })}
          </span>
        </label>
      )}
      <ul className="flex flex-col gap-2">
        {skills.map((skill) => (
          <li key={skill.id} className="rounded-panel border border-line px-3 py-2.5">
            <Head className="flex items-start gap-2.5">
              {onChoose === undefined ? null : (
                <input
                  type="checkbox"
                  className="mt-1"
                  checked={chosen.has(skill.id)}
                  onChange={() => toggle(skill.id)}
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-1.5">
                  <span className="font-medium">
                    <SkillName id={skill.id} found={skill.findings} />
                  </span>
                  <Standing skill={skill} />
                </span>
                <span className="line-clamp-2 break-words text-ink-soft text-sm" title={shownText(skill.description)}>
                  {shownText(skill.description)}
                </span>
              </span>
            </Head>
            <Details skill={skill} unfolded={onChoose === undefined || skill.replaces?.same === false} />
          </li>
        ))}
      </ul>
      {broken.map(({ path, reason, detail, ...fault }) => {
        const { text, language } =
          detail === undefined ? wordsOf({ ...fault, message: reason }) : detailText(spoken, detail, reason);
        return (
          <Banner key={path} tone="warning" title={t('author.import.broken', { path: path === '' ? '.' : path })}>
            <span lang={language}>{text}</span>
          </Banner>
        );
      })}
      {notes.map((note) => (
        <p key={`${note.kind} ${note.path}`} className="text-ink-soft text-sm">
          {t(`author.import.notes.${note.kind}`, { path: note.path })}
        </p>
      ))}
    </div>
  );
}

const errorsIn = ({ findings }: PlannedSkill): number =>
  findings.filter(({ severity, ignored }) => severity === 'error' && ignored === undefined).length;

/** Errors come before everything else. */
const troubleOf = (skill: PlannedSkill): number =>
  1_000 * errorsIn(skill) + skill.findings.filter(({ severity }) => severity === 'warning').length;

const TONES = {
  'text-only': 'neutral',
  contained: 'success',
  'asks-more': 'warning',
  unconfined: 'warning',
  doubtful: 'danger',
} as const satisfies Record<PlannedSkill['grade']['grade'], string>;

function Standing({ skill }: { readonly skill: PlannedSkill }) {
  const t = useT();
  const format = useFormat();
  const { replaces, alsoAt, findings, grade } = skill;
  const errors = errorsIn(skill);
  return (
    <>
      {errors === 0 ? null : (
        <Badge tone="danger">{t('author.import.errors', { count: errors, n: format.number(errors) })}</Badge>
      )}
      {findings.some(({ rule }) => rule === 'over-skill-budget') ? (
        <Badge tone="warning">{t('author.import.unloadable')}</Badge>
      ) : null}
      {replaces === undefined ? null : (
        <Badge tone={replaces.same ? 'neutral' : 'warning'}>
          {t(replaces.same ? 'author.import.same' : 'author.import.replaces')}
        </Badge>
      )}
      {(replaces?.asksMore.length ?? 0) === 0 ? null : <Badge tone="danger">{t('repositories.asksMore.title')}</Badge>}
      {alsoAt.length === 0 ? null : <Badge tone="danger">{t('author.import.shadow.badge')}</Badge>}
      <Badge tone={TONES[grade.grade]}>{t(`skills.grade.${grade.grade}`)}</Badge>
    </>
  );
}

function Details({ skill, unfolded }: { readonly skill: PlannedSkill; readonly unfolded: boolean }) {
  const t = useT();
  const format = useFormat();
  const wordsOf = useFindingWords();
  const { files, bytes, mayRun, findings, licence, tokens, replaces, alsoAt } = skill;
  const needs =
    skill.requirements === undefined
      ? ''
      : requirementsLine(skill.requirements, (state) => t(`skills.packages.states.${state}`));
  const runs = [
    ...mayRun.scripts,
    ...mayRun.executables,
    ...mayRun.tools.map(({ name, script }) => `${name} → ${script}`),
  ];
  const licenceText = [licence.declared, licence.file, licence.title].filter((part) => part !== undefined).join(' · ');
  return (
    <Collapsible
      defaultOpen={unfolded}
      className="mt-1.5"
      triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
      summary={[
        t('author.import.files', { count: files.length, n: format.number(files.length), bytes: format.bytes(bytes) }),
        ...(tokens === null
          ? []
          : [t('common.tokens', { count: tokens.instructions, n: format.number(tokens.instructions) })]),
        t('author.findings.count', { count: findings.length, n: format.number(findings.length) }),
      ].join(' · ')}
    >
      <dl className="flex flex-col gap-2 pt-2 pl-5.5 text-sm">
        {gradeRows(skill.grade, t).map(({ title, text }) => (
          <Fact key={title} name={title}>
            {shownText(text)}
          </Fact>
        ))}
        <Fact name={t('author.import.mayRun')}>
          {runs.length === 0 ? t('author.import.runsNothing') : <Paths paths={runs} />}
        </Fact>
        {needs === '' ? null : <Fact name={t('skills.packages.title')}>{needs}</Fact>}
        <Fact name={t('author.import.licence')}>{licenceText === '' ? t('author.import.noLicence') : licenceText}</Fact>
        {alsoAt.length === 0 ? null : (
          <Fact name={t('author.import.alsoAt')}>
            <Paths paths={alsoAt.map(({ path }) => path)} />
          </Fact>
        )}
        <Fact name={t('common.files')}>
          <Paths paths={files.map(({ path, bytes: size }) => `${path} · ${format.bytes(size)}`)} />
        </Fact>
        {findings.length === 0 ? null : (
          <Fact name={t('author.tabs.findings')}>
            <ul className="flex flex-col gap-1">
              {findings.map((finding) => (
                <li key={JSON.stringify(finding)} className="flex gap-2">
                  <SeverityIcon severity={finding.severity} />
                  <span className="min-w-0 break-words">
                    <span className="font-mono text-xs">
                      {finding.path}:{finding.line}
                    </span>{' '}
                    <span lang={wordsOf(finding).language}>{wordsOf(finding).text}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {replaces === undefined || replaces.same ? null : <Changes replaces={replaces} />}
      </dl>
    </Collapsible>
  );
}

function Changes({ replaces }: { readonly replaces: NonNullable<PlannedSkill['replaces']> }) {
  const t = useT();
  const { added, removed, changed, asksMore } = replaces;
  return (
    <>
      {asksMore.length === 0 ? null : (
        <Fact name={t('repositories.asksMore.title')}>
          <Paths paths={asksMore.map(({ kind, what }) => t(`repositories.asksMore.${kind}`, { what }))} />
        </Fact>
      )}
      <Fact name={t('author.import.changes')}>
        <Paths paths={[...added.map((path) => `+ ${path}`), ...removed.map((path) => `− ${path}`)]} />
        {changed.map(({ path, diff, note }) => (
          <div key={path} className="mt-1">
            <p className="font-mono text-xs">
              ± {path} {note === undefined ? '' : t(`author.import.diffNotes.${note}`)}
            </p>
            {diff === undefined ? null : (
              <pre className="mt-0.5 whitespace-pre-wrap rounded bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
                {diff}
              </pre>
            )}
          </div>
        ))}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-ink-soft text-xs">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Paths({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul className="max-h-48 overflow-y-auto font-mono text-xs">
      {paths.map((path) => (
        <li key={path} className="break-all">
          {path}
        </li>
      ))}
    </ul>
  );
}
