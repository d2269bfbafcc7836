/** Bodies, encodings and sizes. */
import { broken, HEAD, loads, type MalformedCase } from './case.ts';

const body = (text: string, title = JSON.stringify(text).slice(0, 50)): MalformedCase =>
  loads(`body ${title}`, HEAD + text, { body: text });
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

export const BODIES: readonly MalformedCase[] = [
  body("$& $$ $1 $` $'"),
  body('````md\n```js\ncode\n```\n````\n'),
  body('```\nnever closed'),
  body('\n\n\n\n'),
  body('no line end'),
  body('trailing blanks   \n\n\n   '),
  body('\ttabs\tand\u00a0spaces\u3000'),
  body('---\nname: y\n---\n'),
  body('\ufeffa mark inside'),
  body('a\r\nb\nc\rd'),
  body('\r'),
  body('\u0000\u0001\u001b[31m'),
  body('\u202e\u200b\u{E0041}'),
  body('机票 😀 e\u0301 é'),
  body('{{ x }} <% z %> %s %d'),
  body('<script>1</script><!-- -->'),
  body('\\n \\u0041 \\'),
  body('x'.repeat(300_000), 'of 300,000 letters'),
  body('line\n'.repeat(50_000), 'of 50,000 lines'),
  broken('UTF-16', utf16(HEAD), 'front-matter-missing'),
  broken('UTF-16 big-endian', utf16(HEAD).swap16(), 'front-matter-missing'),
  broken('UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x2d, 0, 0, 0]), 'front-matter-missing'),
  broken('Latin-1 in the front matter', latin('---\nname: caf\xe9\ndescription: y\n---\n'), 'not-utf8'),
  broken(
    'GBK in the front matter',
    Buffer.concat([latin('---\nname: '), Buffer.from([0xbb, 0xfa]), latin('\n---\n')]),
    'not-utf8',
  ),
  broken(
    'a cut character',
    Buffer.concat([latin('---\nname: x\ndescription: '), Buffer.from([0xe6, 0x9c]), latin('\n---\n')]),
    'not-utf8',
  ),
  broken(
    'an overlong slash',
    Buffer.concat([latin('---\nname: '), Buffer.from([0xc0, 0xaf]), latin('\n---\n')]),
    'not-utf8',
  ),
  loads('Latin-1 in the body', latin(`${HEAD}caf\xe9`), { refused: "The instructions aren't UTF-8" }),
  loads('a binary body', Buffer.concat([latin(HEAD), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0])]), {
    refused: "The instructions aren't UTF-8",
  }),
  broken('a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'front-matter-missing'),
  broken('a ZIP archive', Buffer.from('PK\u0003\u0004rest'), 'front-matter-missing'),
  broken('zero bytes', Buffer.alloc(10_000), 'front-matter-missing'),
  broken('line ends without end', '\n'.repeat(200_000), 'front-matter-missing'),
  broken('a fence after 70 KiB of blanks', `${'\n'.repeat(70_000)}${HEAD}`, 'front-matter-missing'),
  broken('70 KiB of front matter', `---\nname: x\ndescription: ${'y'.repeat(70_000)}\n---\n`, 'front-matter-unclosed'),
  broken('one line without end', `---\nname: ${'x'.repeat(500_000)}`, 'front-matter-unclosed'),
  broken('fences that are none, without end', '---\n'.concat(' ---\n'.repeat(100_000)), 'front-matter-unclosed'),
  loads('60 KiB of front matter', `---\nname: x\ndescription: Does x.\nlicense: ${'y'.repeat(60_000)}\n---\nbody`, {
    body: 'body',
  }),
  loads('more than 4 MiB', HEAD + 'x'.repeat(4 * 1024 * 1024), { refused: 'larger than 4 MiB' }),
];
