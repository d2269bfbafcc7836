import { editDistance } from '../../../shared/text/text.ts';
import { missingFrontMatter } from '../fields.ts';
import { atField, atTop, changeLines, loadFaults, placeAt, quoteFields, short } from './facts.ts';
import { allSources, rewritten, type Source } from './sources.ts';
import { type LintSkill, type RuleFinding, rule } from './types.ts';

const BLANK = /^(\ufeff?)(?:[ \t]*(?:\r\n|\n|\r))+(?=---)/;

export const blankBeforeFrontMatter = rule(
  'blank-before-front-matter',
  'warning',
  (skill) =>
    skill.span.kind === 'found' && BLANK.test(skill.text)
      ? [{ ...atTop(skill), code: 'blank-before-front-matter' }]
      : [],
  ({ file, text }) => [{ kind: 'write', file, before: text, after: text.replace(BLANK, '$1') }],
);

const BOM = '\ufeff';
const marked = (skill: LintSkill): readonly Source[] =>
  allSources(skill).filter(
    ({ text, file }) => text.startsWith(BOM) && (file === undefined || skill.entries.includes(file.path)),
  );

export const byteOrderMark = rule(
  'byte-order-mark',
  'warning',
  (skill) => marked(skill).map((source) => ({ ...source.at(0), code: 'byte-order-mark' })),
  (skill) => rewritten(skill, marked(skill), (text) => text.slice(1)),
);

export const frontMatterMissing = rule('front-matter-missing', 'error', ({ fault, span, file }) => {
  if (fault !== undefined || span.kind !== 'missing') return [];
  return [{ file, line: span.firstLine, column: 1, ...missingFrontMatter(span.language) }];
});

export const frontMatterUnclosed = rule('front-matter-unclosed', 'error', (skill) => {
  const { fault, span, front, file } = skill;
  if (fault !== undefined || span.kind === 'missing') return [];
  if (span.kind === 'unclosed') return [{ file, line: span.firstLine, column: 1, code: 'front-matter-unclosed' }];
  if (front !== undefined) return [];
  return [{ ...placeAt(file, skill.text, 0), code: 'front-matter-long', figures: { most: 64 } }];
});

/** Problems of the YAML, at their places in the file. */
const problemsIn = ({ front, file }: LintSkill): readonly RuleFinding[] =>
  (front?.problems ?? []).map(({ line, column = 0, code, figures }) => ({
    file,
    line: (front?.firstLine ?? 1) + line,
    column: column + 1,
    code,
    figures,
  }));

export const duplicateField = rule('duplicate-field', 'error', (skill) =>
  problemsIn(skill).filter(({ code }) => code === 'duplicate-field'),
);

export const fieldType = rule(
  'field-type',
  'error',
  (skill) => loadFaults(skill, 'not-text', 'not-a-list', 'not-yes-or-no', 'metadata-not-fields'),
  (skill) =>
    quoteFields(
      skill,
      (skill.loaded?.findings ?? []).flatMap(({ rule, figures }) =>
        rule === 'not-text' && figures?.key !== undefined ? [String(figures.key)] : [],
      ),
    ),
);

const SPECIFIED = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
/** Read by Skilldeck and the systems it grew from. */
const ALSO_READ = 'when_to_use when-to-use tags disable-model-invocation user-invocable requires dependencies'.split(
  ' ',
);
/** Read by Claude Code alone, and of use there only where they are. */
const OF_CLAUDE = 'argument-hint model effort context agent hooks'.split(' ');
const READ = [...SPECIFIED, ...ALSO_READ];

const meantBy = (key: string): string | undefined =>
  READ.find((known) => key.length < 40 && editDistance(key.toLowerCase().replaceAll('_', '-'), known) <= 2);

const isUnknown = (key: string): boolean => ![...READ, ...OF_CLAUDE].includes(key);

export const unknownField = rule(
  'unknown-field',
  'warning',
  (skill) =>
    [...(skill.front?.fields.keys() ?? [])].filter(isUnknown).map((key) => {
      const meant = meantBy(key);
      const place = atField(skill, key);
      if (meant === undefined) return { ...place, code: 'unknown-field', figures: { key: short(key) } };
      return { ...place, code: 'unknown-field-meant', figures: { key: short(key), meant } };
    }),
  (skill) => {
    const taken = new Set(skill.front?.fields.keys());
    return changeLines(skill, [...taken].filter(isUnknown), (line, _next, key) => {
      const meant = meantBy(key);
      if (meant === undefined || taken.has(meant) || !line.startsWith(key)) return undefined;
      taken.add(meant);
      return `${meant}${line.slice(key.length)}`;
    });
  },
);

export const yamlInvalid = rule(
  'yaml-invalid',
  'error',
  (skill) => problemsIn(skill).filter(({ code }) => code !== 'duplicate-field'),
  (skill) =>
    quoteFields(
      skill,
      (skill.front?.problems ?? []).flatMap(({ code, figures }) =>
        code === 'yaml-repaired' && figures?.key !== undefined ? [String(figures.key)] : [],
      ),
    ),
);

export const metadataNotText = rule('metadata-not-text', 'error', (skill) => {
  const value = skill.front?.fields.get('metadata')?.value;
  if (!(value instanceof Map)) return [];
  return [...value].flatMap(([key, item]): readonly RuleFinding[] => {
    if (typeof key === 'string' && (typeof item === 'string' || Array.isArray(item) || key === 'requires')) return [];
    const place = atField(skill, 'metadata');
    if (typeof key !== 'string') return [{ ...place, code: 'metadata-key-not-text' }];
    return [{ ...place, code: 'metadata-not-text', figures: { key: short(key) } }];
  });
});
