/** `docs/seed-rules.md`: rules, and the tests that show them. A test names its rules in a comment above it, `// Rules: 000.3, 002.11`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ id: string, rule: string, code: readonly string[] }} Rule */
/** @typedef {{ file: string, title: string, rules: readonly string[] }} ShownBy */

/** Matches the comment, the test's call, and its title in any quotes. */
const MARKED =
  /^[ \t]*\/\/ Rules: ([\w., ]+)\n[ \t]*(?:it|test)\b[\s\S]*?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/gm;

/** @param {string} file below the project @param {string} source @returns {ShownBy[]} */
export function marksIn(file, source) {
  return [...source.matchAll(MARKED)].map(([, ids = '', ...titles]) => ({
    file,
    title: (titles.find((title) => title !== undefined) ?? '').replaceAll(/\\(.)/g, '$1'),
    rules: ids.split(',').map((id) => id.trim()),
  }));
}

/** @returns {ShownBy[]} of all tests */
export function allMarks() {
  return ['src', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .sort()
      .flatMap((file) => {
        const below = [folder, ...file.split(path.sep)].join('/');
        return marksIn(below, readFileSync(path.join(ROOT, below), 'utf8'));
      }),
  );
}

export const PAGE = path.join(ROOT, 'docs', 'seed-rules.md');
/** Id, rule, the code that keeps it. */
const ROW = /^\| (\w+\.\d+) \| (.*?) \| (.*?) \|$/gm;

/** @param {string} page @returns {Rule[]} */
export const rulesIn = (page) =>
  [...page.matchAll(ROW)].map(([, id = '', rule = '', code = '']) => ({
    id,
    rule,
    code: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
