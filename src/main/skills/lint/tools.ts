import { OPERATIONS, toolsFor } from '../../../shared/tool-operations.ts';
import { nearestNames } from '../../models/endpoint-limits.ts';
import { atField, problemsOf, short, toolsFileOf, toolsOf } from './facts.ts';
import { rule } from './types.ts';

export const toolDescriptionMissing = rule('tool-description-missing', 'error', (skill) =>
  problemsOf(skill, 'tool-description-missing'),
);

export const toolScriptMissing = rule('tool-script-missing', 'error', (skill) => {
  const tools = toolsOf(skill);
  return (tools?.tools ?? [])
    .filter(({ script }) => !skill.files.some((file) => file.path === script))
    .map(({ name, script, line }) => ({
      file: tools?.file.absolute ?? skill.file,
      line,
      column: 1,
      code: 'tool-script-missing',
      figures: { name: short(name), script: short(script) },
    }));
});

export const toolsInvalid = rule('tools-invalid', 'error', (skill) => {
  const file = toolsFileOf(skill.files);
  if (file === undefined || file.content.kind === 'text') return problemsOf(skill, 'tools-invalid');
  return [{ file: file.absolute, line: 1, column: 1, code: 'tools-file-not-text' }];
});

/** Names that skills allow: this app's in every dialect, and those of the clients that the field comes from. */
const KNOWN: readonly string[] = [
  ...new Set(OPERATIONS.flatMap(toolsFor)),
  ...'Read Write Edit MultiEdit Bash BashOutput KillShell Glob Grep LS Task Agent Skill TodoWrite WebFetch WebSearch'.split(
    ' ',
  ),
  ...'NotebookEdit NotebookRead AskUserQuestion EnterPlanMode ExitPlanMode LSP TodoRead eval_skill propose_edit'.split(
    ' ',
  ),
];
const letters = (name: string): string => [...name.toLowerCase()].sort().join('');

/** The tool that was probably meant; undefined for a known name, and for one like no other. */
function meantBy(name: string): string | undefined {
  if (KNOWN.some((known) => known.toLowerCase() === name.toLowerCase())) return undefined;
  const near = KNOWN.filter((known) => Math.abs(known.length - name.length) <= 1);
  return near.find((known) => letters(known) === letters(name)) ?? nearestNames(name, near)[0];
}

export const toolNameTypo = rule('tool-name-typo', 'warning', (skill) =>
  (skill.loaded?.kind === 'ok' ? skill.loaded.fields.allowedTools : []).flatMap((entry) => {
    const [name = ''] = entry.split('(', 1);
    const meant = name.length < 3 || name.includes('__') ? undefined : meantBy(name);
    if (meant === undefined) return [];
    return [
      { ...atField(skill, 'allowed-tools'), code: 'tool-name-typo', figures: { name: short(name), better: meant } },
    ];
  }),
);
