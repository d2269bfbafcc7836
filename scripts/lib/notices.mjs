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

/** @param {License} license @throws Stop where a package says nothing: its code must not be shipped like that. */
function section({ name, version, identifier, text }) {
  const words = text ?? (identifier === undefined ? undefined : STANDARD[identifier]);
  if (words === undefined)
    throw new Stop(`${name} ${version} is bundled, but has no licence text (${identifier ?? 'none named'}).`);
  return `## ${name} ${version}${identifier === undefined ? '' : ` (${identifier})`}\n\n${words.replaceAll('\r\n', '\n').trim()}\n`;
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
  const sections = [...all.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, license]) => section(license));
  const title = `# Third-party notices\n\nSkilldeck contains code of these ${sections.length} packages.\n`;
  writeFileSync(path.join(built, 'THIRD-PARTY-NOTICES.md'), [title, ...sections].join('\n'));
}
