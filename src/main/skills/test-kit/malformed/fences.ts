/** Line ends, byte order marks, and fences that are almost there. */
import { broken, HEAD, loads, type MalformedCase } from './case.ts';

const FIELDS = ['name: x', 'description: Does x.'] as const;

/** Every line end, with and without a mark, with every way to end the closing fence. */
const COMBINED: readonly MalformedCase[] = Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' }).flatMap(
  ([eolName, eol]) =>
    ['', '\ufeff'].flatMap((bom) =>
      Object.entries({
        'a body': `${eol}body${eol}`,
        'no body': eol,
        'nothing after the fence': '',
        'spaces after the fence': `  \t${eol}body`,
        'blank lines first': `${eol}${eol}${eol}body`,
        'a rule first': `${eol}---${eol}body`,
      }).map(([name, end]) =>
        loads(
          `${eolName}${bom === '' ? '' : ' with a BOM'}, ${name}`,
          `${bom}---${eol}${FIELDS.join(eol)}${eol}---${end}`,
          { body: end.replace(/^[ \t]*(?:\r\n|\n|\r)?/, '') },
        ),
      ),
    ),
);

const blank = { rules: ['blank-before-front-matter'] };

export const FENCES: readonly MalformedCase[] = [
  ...COMBINED,
  loads('mixed line ends', '---\r\nname: x\ndescription: Does x.\r---\r\nbody\n', { body: 'body\n' }),
  loads('one blank line first', `\n${HEAD}`, blank),
  loads('blank lines with spaces first', `  \n\t\n\r\n${HEAD}`, blank),
  loads('a BOM and a blank line', `\ufeff\n${HEAD}`, blank),
  loads('spaces after the opening fence', `---   \t${HEAD.slice(3)}`),
  loads('blank lines inside', '---\n\nname: x\n\n\ndescription: Does x.\n\n---\nb', { body: 'b' }),
  loads('an indented fence inside a block', '---\nname: x\ndescription: |\n  a\n  ---\n  b\n---\n', {
    description: 'a\n---\nb',
  }),
  loads('a fence inside a value', '---\nname: x\ndescription: a --- b\n---\n', { description: 'a --- b' }),
  loads('four hyphens are no fence', '---\nname: x\ndescription: "a\n----\n  b"\n---\n', {
    description: 'a ---- b',
    rules: ['yaml-repaired'],
  }),
  loads('a second front matter', `${HEAD}${HEAD}`, { body: HEAD }),
  loads('dots do not close', '---\nname: x\ndescription: Does x.\n...\n---\nb', { description: 'Does x.', body: 'b' }),
  broken('an empty file', '', 'front-matter-missing'),
  broken('a BOM alone', '\ufeff', 'front-matter-missing'),
  broken('blank lines alone', '\n\n  \n', 'front-matter-missing'),
  broken('Markdown alone', '# Title\n\nText.\n', 'front-matter-missing'),
  broken('front matter after a title', `# Title\n${HEAD}`, 'front-matter-missing'),
  broken('front matter after a comment', `<!-- x -->\n${HEAD}`, 'front-matter-missing'),
  broken('an indented opening fence', ` ${HEAD}`, 'front-matter-missing'),
  broken('two hyphens', HEAD.replaceAll('---', '--'), 'front-matter-missing'),
  broken('four hyphens', HEAD.replaceAll('---', '----'), 'front-matter-missing'),
  broken('dashes of a word processor', HEAD.replaceAll('---', '———'), 'front-matter-missing'),
  broken('TOML', '+++\nname = "x"\ndescription = "y"\n+++\n', 'front-matter-missing'),
  broken('JSON', '{"name": "x", "description": "y"}', 'front-matter-missing'),
  broken('JSON after the fence', '---json\n{"name": "x"}\n---\n', 'front-matter-missing'),
  broken('YAML in a fenced block', '```yaml\nname: x\ndescription: y\n```\n', 'front-matter-missing'),
  broken('fields without fences', 'name: x\ndescription: Does x.\n', 'front-matter-missing'),
  broken('an opening fence alone', '---', 'front-matter-missing'),
  broken('an opening fence and a line end', '---\n', 'front-matter-unclosed'),
  broken('never closed', '---\nname: x\ndescription: Does x.\n\nbody\n', 'front-matter-unclosed'),
  broken('closed by an indented fence', '---\nname: x\ndescription: Does x.\n  ---\nbody\n', 'front-matter-unclosed'),
  broken('closed by a fence with text', '---\nname: x\ndescription: Does x.\n--- end\nbody\n', 'front-matter-unclosed'),
  broken('two fences and nothing', '---\n---\n', 'name-missing'),
  broken('only comments', '---\n# name: x\n# description: y\n---\n', 'name-missing'),
];
