/**
 * `docs/seed-rules.md`: the rules of `docs/seed-rules.json`, each with the tests that show it. A test names its rules in
 * a comment above it, `// Rules: 000.3, 002.11`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ id: string, rule: string, code: readonly string[] }} Rule */
/** @typedef {{ sections: readonly { title: string, intro: string, rules: readonly Rule[] }[] }} Document */
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

/** @returns {Document} */
export const seedRules = () => JSON.parse(readFileSync(path.join(ROOT, 'docs', 'seed-rules.json'), 'utf8'));

const INTRO = `# The rules of the documents that Skilldeck grew from

Five documents say how agents with skills should work: two of OmniEmployee, one each of trpc-agent-go, agent-core and
AgentScope-Java. This page lists each of their rules with the code that keeps it and the tests that show it; paths start
in \`src/\`, or at the root. The page is generated: rules come from \`seed-rules.json\`, and each test names its rules in a
comment above it (\`npm run seed-rules\`). A rule that Skilldeck keeps in another way is marked **differently**, with the
decision.

What the model is sent in each dialect, request by request, is kept byte for byte in
\`src/main/context/dialects/fixtures/\`: read one to see a whole conversation.
`;

/** @param {Document} document @param {readonly ShownBy[]} marks @returns {string} */
export function seedRulesPage({ sections }, marks) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '&#124;');
  const shown = (/** @type {Rule} */ { id }) =>
    marks
      .filter(({ rules }) => rules.includes(id))
      .map(({ file, title }) => `\`${file.replace(/^src\//, '')}\` ${cell(title)}`)
      .join('<br>');
  const row = (/** @type {Rule} */ rule) =>
    `| ${rule.rule} | ${rule.code.map((file) => `\`${file}\``).join(', ')} | ${shown(rule)} |`;
  const tables = sections.map(({ title, intro, rules }) =>
    [`## ${title}`, '', intro, '', '| rule | where it lives | shown by |', '|---|---|---|', ...rules.map(row), ''].join(
      '\n',
    ),
  );
  return [INTRO, ...tables].join('\n');
}
