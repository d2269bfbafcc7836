/** `CHANGELOG.md`: what is not released yet stands first, then a section for each version. */

const UNRELEASED = '## Unreleased';

/** @param {string} changelog @param {string} heading @returns {string} what stands below it; '' where it is missing or empty */
function below(changelog, heading) {
  const lines = changelog.split('\n');
  const at = lines.findIndex((line) => line === heading || line.startsWith(`${heading} (`));
  if (at < 0) return '';
  const length = lines.slice(at + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(at + 1, length < 0 ? undefined : at + 1 + length)
    .join('\n')
    .trim();
}

/** @param {string} changelog */
export const unreleased = (changelog) => below(changelog, UNRELEASED);

/** Text of a release's page. @param {string} changelog @param {string} version */
export const notesOf = (changelog, version) => below(changelog, `## ${version}`);

/** @param {string} changelog @param {string} version @param {string} date `2026-11-23` @returns {string} with what was unreleased under `version` */
export const withVersion = (changelog, version, date) =>
  changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);

/** @typedef {readonly [number, number, number, string]} Version its last part is what stands after `-`, or '' */

/** @param {string} text @returns {Version | undefined} */
function parse(text) {
  const [, major, minor, patch, before = ''] = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch), before];
}

/** True if `version` is one and comes after `other`: `1.0.0-rc.1`, then `1.0.0`. @param {string} version @param {string} other */
export function isNewer(version, other) {
  const [a, b] = [parse(version), parse(other)];
  if (a === undefined || b === undefined) return false;
  for (const part of /** @type {const} */ ([0, 1, 2])) if (a[part] !== b[part]) return a[part] > b[part];
  if (a[3] === '' || b[3] === '') return a[3] === '' && b[3] !== '';
  return a[3].localeCompare(b[3], 'en', { numeric: true }) > 0;
}
