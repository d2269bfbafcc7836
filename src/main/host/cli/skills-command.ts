/** `skilldeck skills list|show`. */
import type { SkillView } from '../../../shared/contract.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { type CommandContext, printJson, withCore } from './context.ts';
import { EXIT } from './exit-status.ts';
import type { GlobalOptions } from './global-options.ts';
import { table } from './table.ts';
import { oneLine } from './visible.ts';

export async function skillsList(context: CommandContext, options: GlobalOptions): Promise<number> {
  const { words, out, note, columns } = context;
  const found = await withCore(context, 'read', options, (client) => client.skills.list({}));
  if (options.json === true) {
    await printJson(out, found);
    return EXIT.done;
  }
  const rows = found.skills.map(({ id, source, tokens, description }) => [
    oneLine(id),
    source,
    tokens === null ? '' : words.number(tokens.instructions),
    oneLine(description),
  ]);
  const titles = words.columns;
  if (rows.length === 0) note(words.skills.none);
  else {
    const shape = [
      { title: titles.skill },
      { title: titles.source },
      { title: titles.tokens, align: 'right' as const },
      { title: titles.description },
    ];
    await out.write(table(shape, rows, columns));
  }
  for (const diagnostic of found.diagnostics) note(diagnosticLine(diagnostic));
  return EXIT.done;
}

export async function skillsShow(context: CommandContext, name: string, options: GlobalOptions): Promise<number> {
  const { words, out } = context;
  const found = await withCore(context, 'read', options, (client) => client.skills.list({}));
  // By its folder's name, or by the name in its front matter where only one has it.
  const named = found.skills.filter((skill) => skill.name === name);
  const skill = found.skills.find(({ id }) => id === name) ?? (named.length === 1 ? named[0] : undefined);
  if (skill === undefined) {
    const broken = found.diagnostics.filter((diagnostic) => diagnostic.skill === name);
    const why = broken.map((diagnostic) => ` ${diagnosticLine(diagnostic)}`).join('');
    const names = found.skills.map(({ id }) => id).join(', ');
    throw new SkilldeckError('skill-not-found', oneLine(words.skills.noSuch(name, names) + why));
  }
  if (options.json === true) await printJson(out, skill);
  else await out.write(`${skillLines(skill, context).join('\n')}\n`);
  return EXIT.done;
}

function skillLines(skill: SkillView, { words }: CommandContext): string[] {
  const { skills, number } = words;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
  return [
    skill.name === skill.id ? oneLine(skill.id) : `${oneLine(skill.id)} (${oneLine(skill.name)})`,
    `  ${oneLine(skill.description)}`,
    '',
    `${skills.path}: ${oneLine(skill.path)}`,
    `${skills.source}: ${skill.source}`,
    ...(skill.tokens === null
      ? []
      : [`${skills.tokens}: ${skills.cost(number(skill.tokens.catalog), number(skill.tokens.instructions))}`]),
    ...list(
      skills.references,
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
    ...list(skills.findings, skill.diagnostics.map(diagnosticLine)),
  ];
}

/** `file:line:column severity rule message remedy`. */
function diagnosticLine(diagnostic: Diagnostic): string {
  const { file, line, column, severity, rule, message, remedy } = diagnostic;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return oneLine(`${place} ${severity} ${rule} ${message} ${remedy ?? ''}`);
}
