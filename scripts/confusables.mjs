/**
 * Writes `src/main/skills/confusables.json`: the characters that look like an ASCII letter, digit, hyphen, dot or underscore,
 * from Unicode's confusables.txt (Technical Standard 39). Compatibility forms are left out where NFKC undoes them.
 * Run: node scripts/confusables.mjs FILE (https://www.unicode.org/Public/security/latest/confusables.txt)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: node scripts/confusables.mjs FILE; FILE is Unicode’s confusables.txt');
const source = readFileSync(file, 'utf8');
const version = /^# Version: (\S+)/m.exec(source)?.[1];
const date = /^# Date: (\d{4}-\d{2}-\d{2})/m.exec(source)?.[1];
if (version === undefined || date === undefined) throw new Error(`${file} does not name its version and date`);

const NAME_CHARACTER = /^[a-z0-9._-]$/;
/** @param {string} points hexadecimal code points between spaces. */
const textOf = (points) =>
  String.fromCodePoint(
    ...points
      .trim()
      .split(/\s+/)
      .map((point) => Number.parseInt(point, 16)),
  );

/** @type {Map<string, Set<string>>} ASCII character → the characters that look like it. */
const looks = new Map();
for (const line of source.split('\n')) {
  const [from, to, kind] = line.replace(/#.*/, '').split(';');
  if (from === undefined || to === undefined || kind?.trim() !== 'MA') continue;
  const ascii = textOf(to).toLowerCase();
  // Names are normalised before they are looked up.
  const like = textOf(from).normalize('NFKC');
  if (!NAME_CHARACTER.test(ascii) || [...like].length > 1 || /^[\x20-\x7e]$/.test(like)) continue;
  looks.set(ascii, (looks.get(ascii) ?? new Set()).add(like));
}
const table = Object.fromEntries([...looks].sort().map(([ascii, all]) => [ascii, [...all].sort().join('')]));
const out = path.join(import.meta.dirname, '..', 'src', 'main', 'skills', 'confusables.json');
const about = { source: `Unicode ${version}, UTS #39, confusables.txt of ${date}`, licence: 'Unicode-3.0' };
writeFileSync(out, `${JSON.stringify({ ...about, looksLike: table }, null, 2)}\n`);
