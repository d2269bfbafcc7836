/** A rule's example as a diff, from what the rule finds to what it asks for. */
import { diffArrays } from 'diff';
import { shown } from './facts.ts';
import { EXAMPLE_FOLDER, type Example, type ExampleFile, example, type Rule } from './types.ts';

/** Lines of a file after which an example says how many more there are. */
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

/** The files that differ, in Markdown. */
export function ruleExample({ bad, good = example() }: Rule): string {
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
