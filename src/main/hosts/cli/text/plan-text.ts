/** Contents of an import, for the user to read before approving it. */

import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { detailText, findingText, withAnswer } from '../../../../shared/messages/failure.ts';
import type { Language } from '../../../../shared/messages/types.ts';
import { gradeRows } from '../../../../shared/skills/grade-rows.ts';
import type { SkillGrade } from '../../../../shared/skills/skill-grade.ts';
import type { ImportPlan, PlannedSkill } from '../../../../shared/skills/skill-import.ts';
import { requirementsLine } from '../../../../shared/skills/skill-packages.ts';
import { oneLine, shownName, visible } from './print.ts';

/** Files that are listed by name; the rest by count. */
const MAX_FILES = 50;
const indent = (line: string): string => `  ${line}`;

export function planText(plan: ImportPlan, words: CliWords): readonly string[] {
  const { importSkill } = words;
  const { source, skills, broken, notes } = plan;
  const at = [source.ref, source.commit?.slice(0, 12)].filter((part) => part !== undefined).join(' · ');
  return [
    oneLine(importSkill.from(source.address, at)),
    oneLine(importSkill.into(plan.root)),
    ...skills.flatMap((skill) => ['', ...skillLines(skill, words)]),
    ...(broken.length === 0 ? [] : ['']),
    ...broken.map((one) => oneLine(importSkill.broken(one.path, brokenText(one, words.language)))),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map(({ kind, path }) => oneLine(importSkill.notes[kind](path))),
  ];
}

export const brokenText = ({ detail, reason, ...fault }: ImportPlan['broken'][number], language: Language): string =>
  detail === undefined
    ? findingText(language, { ...fault, message: reason })
    : detailText(language, detail, reason).text;

/** The grade, and the facts behind it one level further in. */
export function gradeLines(grade: SkillGrade | undefined, { t }: CliWords): readonly string[] {
  if (grade === undefined) return [];
  const at = grade.unchangedSince;
  const since = at === undefined ? [] : [t('skills.grade.unchanged', { at: at.slice(0, 10) })];
  return [
    [`${t('skills.grade.title')}: ${t(`skills.grade.${grade.grade}`)}`, ...since].join(', '),
    ...gradeRows(grade, t).map(({ title, text }) => indent(oneLine(`${title}: ${text}`))),
  ];
}

function skillLines(skill: PlannedSkill, words: CliWords): readonly string[] {
  const { importSkill, number } = words;
  const { licence, mayRun, tokens, replaces } = skill;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [indent(`${title}: ${items.map(oneLine).join(', ')}`)];
  const states = words.skills.packages.states;
  const needs = skill.requirements === undefined ? '' : requirementsLine(skill.requirements, (state) => states[state]);
  const shown = skill.files.slice(0, MAX_FILES);
  const licenceText = [licence.declared, licence.file, licence.title].filter((part) => part !== undefined);
  return [
    `${shownName(skill.id, skill.findings)}${skill.name === skill.id ? '' : ` (${oneLine(skill.name)})`}`,
    indent(oneLine(skill.description)),
    ...(tokens === null ? [] : [indent(importSkill.tokens(number(tokens.catalog), number(tokens.instructions)))]),
    ...gradeLines(skill.grade, words).map(indent),
    ...(needs === '' ? [] : [indent(oneLine(`${words.skills.packages.needs}: ${needs}`))]),
    ...list(importSkill.licence, licenceText.length === 0 ? [importSkill.noLicence] : licenceText),
    ...list(importSkill.scripts, mayRun.scripts),
    ...list(importSkill.executables, mayRun.executables),
    ...list(
      importSkill.tools,
      mayRun.tools.map((tool) => `${tool.name} (${tool.script})`),
    ),
    indent(importSkill.files(number(skill.files.length), number(skill.bytes))),
    ...shown.map((file) =>
      indent(indent(`${oneLine(file.path)} (${number(file.bytes)})${file.executable ? ' *' : ''}`)),
    ),
    ...(skill.files.length > shown.length
      ? [indent(indent(importSkill.more(number(skill.files.length - MAX_FILES))))]
      : []),
    ...skill.findings.map((one) =>
      indent(
        oneLine(
          `${one.path}:${one.line}:${one.column} ${one.severity} ${one.rule} ${withAnswer(findingText(words.language, one), one.ignored)}`,
        ),
      ),
    ),
    ...skill.alsoAt.map((other) => indent(oneLine(importSkill.alsoAt(other.path, other.source)))),
    ...(replaces === undefined ? [] : replacedLines(replaces, words)),
  ];
}

function replacedLines(replaces: NonNullable<PlannedSkill['replaces']>, { importSkill }: CliWords): readonly string[] {
  const { path, status, same, asksMore, added, removed, changed } = replaces;
  return [
    indent(oneLine(same ? importSkill.same(path) : importSkill.replaces(path))),
    ...(status === 'changed-outside' && !same ? [indent(importSkill.editsGo)] : []),
    ...asksMore.map(({ kind, what }) => indent(oneLine(`! ${importSkill.asksMore[kind](what)}`))),
    ...added.map((file) => indent(oneLine(`+ ${file}`))),
    ...removed.map((file) => indent(oneLine(`- ${file}`))),
    ...changed.flatMap(({ path: file, diff, note }) => [
      indent(oneLine(`~ ${file}${note === undefined ? '' : ` (${importSkill.diffNotes[note]})`}`)),
      ...(diff === undefined ? [] : visible(diff).trimEnd().split('\n').map(indent).map(indent)),
    ]),
  ];
}
