/** The pages of `docs/lint/`, made of the rules themselves. */
import { lint } from '../../../shared/messages/en/lint.ts';
import { ruleWords } from '../../../shared/messages/rule-words.ts';
import { EXAMPLE_FOLDER } from './example.ts';
import { RULES } from './registry.ts';
import { shown } from './shown.ts';
import type { Example, ExampleFile, Rule } from './types.ts';

/** Lines of an example after which a page says how many more there are. */
const MAX_LINES = 16;
const MAX_WIDTH = 160;

/** Hidden characters shown, line breaks kept. */
const visible = (text: string): string => text.split('\n').map(shown).join('\n');

function contents(file: ExampleFile): string {
  if (typeof file === 'string') return visible(file);
  if ('text' in file) return visible(file.text);
  if ('linkTo' in file) return `(a link to ${file.linkTo})`;
  return `(${file.bytes.length} bytes: ${file.bytes
    .slice(0, 16)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ')} …)`;
}

function fileSection(path: string, file: ExampleFile): string {
  const lines = contents(file).replace(/\n$/, '').split('\n');
  const first = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line));
  const more = lines.length > MAX_LINES ? [`… (${lines.length - MAX_LINES} more lines)`] : [];
  const body = [...first, ...more];
  const fence = body.some((line) => line.startsWith('```')) ? '````' : '```';
  const mode = typeof file === 'object' && 'executable' in file ? ' (executable)' : '';
  return `\`${path}\`${mode}\n\n${fence}text\n${body.join('\n')}\n${fence}\n`;
}

function exampleSection(example: Example): string {
  const folder = example.folder ?? EXAMPLE_FOLDER;
  return Object.entries(example.files)
    .map(([path, file]) => fileSection(`${folder}/${path}`, file))
    .join('\n');
}

function rulePage(rule: Rule): string {
  const { why, fix } = ruleWords(rule.id, 'en');
  return [
    `<!-- Generated from the rule by scripts/lint-docs.mjs. -->`,
    `# ${rule.id}`,
    '',
    `**${lint[rule.id]}.** Severity: ${rule.severity}. ${rule.fix === undefined ? 'There is no automatic fix.' : 'Fixed by `--fix`.'}`,
    '',
    why,
    ...(fix === undefined ? [] : ['', '## What --fix does', '', fix]),
    '',
    '## Found',
    '',
    exampleSection(rule.bad),
    '## As it should be',
    '',
    exampleSection(rule.good),
  ].join('\n');
}

function indexPage(): string {
  const rows = RULES.map(
    ({ id, severity, fix }) => `| [${id}](${id}.md) | ${severity} | ${lint[id]} | ${fix === undefined ? '' : 'yes'} |`,
  );
  return [
    '<!-- Generated from the rules by scripts/lint-docs.mjs. -->',
    '# Rules of `skilldeck skills lint`',
    '',
    'A skill is loaded leniently and looked at strictly. An error makes the command end with status 1; a warning is worth a',
    'look; an info is for you to decide. One finding may be milder or graver than its rule.',
    '',
    '| rule | severity | what it asks | `--fix` |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** File name → content. */
export function lintPages(): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', indexPage()],
    ...RULES.map((rule): [string, string] => [`${rule.id}.md`, rulePage(rule)]),
  ]);
}
