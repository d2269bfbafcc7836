/** The notices of the packages whose code is in the build: their licences ask that these go with it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './say.mjs';

/** @typedef {{ name: string, version: string, identifier?: string, text?: string }} License as Vite lists it */

/** Packages with a licence but no file of it. Its name says which, and these are what it asks to be repeated. @type {Readonly<Record<string, string>>} */
const STANDARD = {
  MIT: 'The text of the MIT licence is that of Skilldeck itself (LICENSE).',
  'Apache-2.0': 'The text is at https://www.apache.org/licenses/LICENSE-2.0.',
  ISC: 'The text is at https://opensource.org/license/isc-license-txt.',
};

/**
 * A licence that many packages have in the same words is printed once, below the name and the copyright of each.
 * @param {License} license
 * @returns {{ head: string, body: string }}
 * @throws Stop where a package says nothing: its code must not be shipped like that.
 */
function parts({ name, version, identifier, text }) {
  const words = (text ?? STANDARD[identifier ?? ''])?.replaceAll('\r\n', '\n').trim();
  if (words === undefined)
    throw new Stop(`${name} ${version} is bundled, but has no licence text (${identifier ?? 'none named'}).`);
  const from = Math.max(words.search(/^\s*Permission (?:is hereby granted|to use, copy)/m), 0);
  const heading = `## ${name} ${version}${identifier === undefined ? '' : ` (${identifier})`}`;
  return { head: `${heading}\n\n${words.slice(0, from).trim()}`.trim(), body: words.slice(from) };
}

/** Makes `THIRD-PARTY-NOTICES.md` of the lists in the parts of a build. @param {string} built */
export function writeNotices(built) {
  /** @type {Map<string, License>} */
  const all = new Map();
  for (const part of ['main', 'preload', 'renderer']) {
    const file = path.join(built, part, 'licenses.json');
    for (const license of JSON.parse(readFileSync(file, 'utf8')))
      all.set(`${license.name} ${license.version}`, license);
    rmSync(file);
  }
  const sorted = [...all.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  /** @type {Map<string, { heads: string[], body: string }>} */
  const sections = new Map();
  for (const [, license] of sorted) {
    const { head, body } = parts(license);
    const words = body.replace(/[\s"“”'*]+/g, ' ').toLowerCase();
    const section = sections.get(words) ?? { heads: [], body };
    section.heads.push(head);
    sections.set(words, section);
  }
  const texts = [...sections.values()].map(({ heads, body }) => `${heads.join('\n\n')}\n\n${body}\n`);
  const title = `# Third-party notices\n\nSkilldeck contains code of these ${all.size} packages. Each licence follows the packages that have it.\n`;
  writeFileSync(path.join(built, 'THIRD-PARTY-NOTICES.md'), [title, ...texts].join('\n'));
}
