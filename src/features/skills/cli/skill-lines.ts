/** A skill in lines: its state, what it needs, its front matter and its findings. */
import type { CommandContext, CoreClient } from '../../../main/hosts/cli/command.ts';
import { gradeLines } from '../../../main/hosts/cli/text/plan-text.ts';
import { oneLine, shownName } from '../../../main/hosts/cli/text/print.ts';
import type { SkillView } from '../../../shared/contract.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { findingText } from '../../../shared/messages/failure.ts';
import type { WordKey } from '../../../shared/messages/types.ts';
import type { OriginReport } from '../../../shared/skills/skill-import.ts';
import { requirementsLine } from '../../../shared/skills/skill-packages.ts';

/** State of a skill in a few words: turned off, unable to work here, loaded, changed on disk. */
type LoadedView = NonNullable<Awaited<ReturnType<CoreClient['skills']['list']>>['loaded']>[number];

/** Empty where there is nothing to say. */
export function skillState(
  { use, tokens, missed = 0 }: Partial<Pick<SkillView, 'use' | 'tokens' | 'missed'>>,
  loaded: LoadedView | undefined,
  words: CliWords,
  budget = Number.POSITIVE_INFINITY,
): string {
  const { state } = words.skills;
  const parts = [
    ...(use?.enabled === false ? [state.off[use.by ?? 'everywhere']] : []),
    ...((tokens?.instructions ?? 0) > budget ? [state.tooLarge(words.number(budget))] : []),
    ...(missed === 0 ? [] : [state.missed(words.number(missed))]),
    ...(loaded === undefined ? [] : [state.loaded, ...diskState(loaded, words)]),
  ];
  return parts.join(', ');
}

function diskState({ onDisk }: LoadedView, { skills, number }: CliWords): string[] {
  if (onDisk.state === 'current') return [];
  const { tokens = 0 } = onDisk;
  const change = `${tokens < 0 ? '−' : '+'}${number(Math.abs(tokens))}`;
  return [onDisk.state === 'changed' ? skills.state.changed(change) : skills.state[onDisk.state]];
}

export function skillLines(
  skill: SkillView,
  { origin, budget }: { readonly origin: OriginReport | undefined; readonly budget: number | undefined },
  { words }: CommandContext,
): string[] {
  const { skills, number } = words;
  const label = labelsOf(words);
  const state = skillState(skill, undefined, words, budget);
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
  return [
    `${shownName(skill.id, skill.diagnostics)}${skill.name === skill.id ? '' : ` (${oneLine(skill.name)})`}`,
    `  ${oneLine(skill.description)}`,
    '',
    `${label('settings.environments.folder')}: ${oneLine(skill.path)}`,
    `${label('author.about.origin')}: ${skill.source}`,
    ...(origin?.origin === undefined ? [] : [`${skills.importedFrom}: ${oneLine(origin.origin.address)}`]),
    ...(origin?.status === 'changed-outside' ? [skills.changedSince] : []),
    ...(state === '' ? [] : [state]),
    ...needsLines(skill.requirements, words),
    ...gradeLines(skill.grade, words),
    ...frontMatterLines(skill, words),
    ...(skill.tokens === null
      ? []
      : [
          `${label('common.tokenCount')}: ${skills.cost(number(skill.tokens.catalog), number(skill.tokens.instructions))}`,
        ]),
    ...list(
      label('skills.references'),
      skill.references.map(({ path, bytes, tokens }) => {
        const size = tokens === null ? skills.bytes(number(bytes)) : skills.tokenCount(number(tokens));
        return `${oneLine(path)} (${size})`;
      }),
    ),
    ...list(
      skills.scripts,
      skill.scripts.map(({ path, runWith }) => `${oneLine(path)}: ${oneLine(runWith)}`),
    ),
    ...list(
      skills.tools,
      (skill.tools ?? []).map(({ name, description, script }) => oneLine(`${name} (${script}): ${description}`)),
    ),
    ...list(
      label('author.tabs.findings'),
      skill.diagnostics.map((one) => diagnosticLine(one, words)),
    ),
  ];
}

/** The window's names of facts, as a terminal writes them. */
const labelsOf =
  ({ t }: CommandContext['words']) =>
  (key: WordKey): string =>
    t(key).toLowerCase();

/** Packages and programs, and how to get those that are missing. */
function needsLines(needs: SkillView['requirements'], { skills }: CliWords): string[] {
  if (needs === undefined) return [];
  const line = requirementsLine(needs, (state) => skills.packages.states[state]);
  const installs = needs.programs.flatMap(({ install }) => install ?? []);
  return [...(line === '' ? [] : [`${skills.packages.needs}: ${oneLine(line)}`, ...installs.map((one) => `  ${one}`)])];
}

/** The author's other front matter, besides name and description. */
function frontMatterLines(skill: SkillView, words: CommandContext['words']): string[] {
  const { skills } = words;
  const label = labelsOf(words);
  const { id, whenToUse, tags, license, compatibility, metadata = {}, allowedTools } = skill;
  const rows = [
    [label('skills.about.whenToUse'), whenToUse],
    [label('skills.about.tags'), tags?.join(', ')],
    [label('skills.about.license'), license],
    [label('skills.about.compatibility'), compatibility],
    [skills.allowedTools, allowedTools?.join(', ')],
  ] as const;
  const facts = Object.entries(metadata);
  const persons = skill.userInvocable === false ? skills.loadedByNone : skills.personOnly(oneLine(id));
  const limits = skill.modelInvocable === false ? [persons] : skill.userInvocable === false ? [skills.modelOnly] : [];
  return [
    ...limits,
    ...rows.flatMap(([title, text]) => (text === undefined ? [] : [`${title}: ${oneLine(text)}`])),
    ...(facts.length === 0 ? [] : [`${skills.metadata}:`]),
    ...facts.map(([name, text]) => `  ${oneLine(name)}: ${oneLine(text)}`),
  ];
}

/** `file:line:column severity rule text`. */
export function diagnosticLine(diagnostic: Diagnostic, { language }: CommandContext['words']): string {
  const { file, line, column, severity, rule } = diagnostic;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return oneLine(`${place} ${severity} ${rule} ${findingText(language, diagnostic)}`);
}
