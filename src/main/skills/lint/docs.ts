/** The pages of `docs/lint/`, made of the rules themselves. */
import { diffArrays } from 'diff';
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

function linesOf(file: ExampleFile | undefined): readonly string[] {
  if (file === undefined) return [];
  const lines = contents(file).replace(/\n$/, '').split('\n');
  const first = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line));
  return lines.length > MAX_LINES ? [...first, `… (${lines.length - MAX_LINES} more lines)`] : first;
}

const isExecutable = (file: ExampleFile | undefined): boolean => typeof file === 'object' && 'executable' in file;

const filesOf = ({ folder = EXAMPLE_FOLDER, files }: Example): Readonly<Record<string, ExampleFile>> =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [`${folder}/${path}`, file]));

/** Shows the files that differ, each as a diff. */
function exampleSection({ bad, good }: Rule): string {
  const [before, after] = [filesOf(bad), filesOf(good)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .flatMap((path) => {
      const [was, is] = [before[path], after[path]];
      const parts = diffArrays([...linesOf(was)], [...linesOf(is)]);
      const mode = isExecutable(is) && !isExecutable(was) ? ' becomes executable' : '';
      if (parts.every(({ added, removed }) => !added && !removed)) return mode === '' ? [] : [`\`${path}\`${mode}\n`];
      const rows = parts.flatMap(({ added, removed, value }) => {
        const sign = added ? '+' : removed ? '-' : ' ';
        return value.map((line) => (line === '' ? sign.trim() : `${sign}${line}`));
      });
      const fence = rows.some((row) => row.includes('```')) ? '````' : '```';
      return [`\`${path}\`${mode}\n\n${fence}diff\n${rows.join('\n')}\n${fence}\n`];
    })
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
    '## Found (-) and as it should be (+)',
    '',
    exampleSection(rule),
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
