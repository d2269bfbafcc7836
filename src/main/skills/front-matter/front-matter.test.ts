import { expect, it } from 'vitest';
import { findFrontMatter } from './front-matter.ts';

/** The YAML and the body of a file, or what is wrong with it. */
function split(text: string, complete = true): string | [yaml: string, body: string, firstLine: number] {
  const bytes = Buffer.from(text, 'utf8');
  const span = findFrontMatter(bytes.toString('latin1'), complete);
  if (span.kind !== 'found') return `${span.kind} ${span.firstLine}${'language' in span ? ` ${span.language}` : ''}`;
  return [bytes.toString('utf8', span.yamlStart, span.yamlEnd), bytes.toString('utf8', span.bodyStart), span.firstLine];
}

it.each<[string, string, ReturnType<typeof split>]>([
  ['plain', '---\na: 1\n---\nbody\n', ['a: 1', 'body\n', 2]],
  ['BOM and CRLF', '\ufeff---\r\na: 1\r\n---\r\nbody\r\n', ['a: 1', 'body\r\n', 2]],
  ['CR only', '---\ra: 1\r---\r\rbody', ['a: 1', '\rbody', 2]],
  ['a closing fence at the end of the file', '---\na: 1\n---', ['a: 1', '', 2]],
  ['nothing between the fences', '---\n---\nbody', ['', 'body', 2]],
  ['spaces after the fences', '--- \t\na: 1\n---  \n\n\nbody', ['a: 1', '\n\nbody', 2]],
  ['blank lines before', '\n \n---\na: 1\n---\nb', ['a: 1', 'b', 4]],
  [
    'fences inside values',
    '---\na: |\n  ---\nb: x --- y\n----\nc: "---"\n---\nB',
    ['a: |\n  ---\nb: x --- y\n----\nc: "---"', 'B', 2],
  ],
  ['a rule in the body', '---\na: 机\n---\n---\nbody 票', ['a: 机', '---\nbody 票', 2]],
  ['no fence', '# Title\n---\na: 1\n---\n', 'missing 1'],
  ['an indented fence', ' ---\na: 1\n---\n', 'missing 1'],
  ['code in the fence line', '---js\nmodule.exports = {}\n---\n', 'missing 1 js'],
  ['never closed', '---\na: 1\nbody', 'unclosed 1'],
  ['empty', '', 'missing 1'],
])('%s', (_name, text, expected) => {
  expect(split(text)).toEqual(expected);
});

it('does not mistake the cut end of a head for a fence', () => {
  expect(split('---\na: 1\n---', false)).toBe('unclosed 1');
  expect(split('---\na: 1\n---\n', false)).toEqual(['a: 1', '', 2]);
});
