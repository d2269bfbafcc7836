import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FindingCode } from '../../../shared/messages/failure.ts';
import { MAX_FILES } from '../discovery/read-found.ts';
import { inBody, inFile, short } from './facts.ts';
import { allSources, findMentions, globsOf, inEach, wordsOf } from './sources.ts';
import {
  type LintSkill,
  type OddEntry,
  type RuleFinding,
  rule,
  type Severity,
  type SkillFile,
  type SourcePosition,
} from './types.ts';

const isScript = (file: string): boolean => file.startsWith('scripts/');

/** Files for people or programs, not for the agent. */
const FOR_OTHERS =
  /^(?:readme|licen[cs]e|changelog|notice|copying|contributing|authors)\b|^(?:requirements|constraints|cmakelists)[\w.-]*\.txt$/i;
/** Files whose links are those of what is made from them. */
const TEMPLATE = /template|example|skeleton|sample|expected/i;

/** @param folder that contains the text, relative to the skill's. @param dir of the skill. */
function missingFrom(
  dir: string,
  places: ReadonlySet<string>,
  text: string,
  folder: string,
  at: (offset: number) => SourcePosition,
): RuleFinding[] {
  // Hidden files, and those beyond what is listed, are there as well.
  const has = (wanted: string): boolean => {
    const place = path.posix.normalize(wanted).replace(/\/$/, '');
    return places.has(place) || (!place.startsWith('..') && existsSync(path.join(dir, place)));
  };
  return findMentions(text).flatMap((mention): readonly RuleFinding[] => {
    const { path: wanted, kind, fenced, offset } = mention;
    if (isScript(wanted) || /^skill\.md$/i.test(path.posix.basename(wanted)) || (fenced && kind !== 'link')) return [];
    if (path.posix.normalize(path.posix.join(folder, wanted)).startsWith('..'))
      return [{ ...at(offset), severity: 'warning', code: 'reference-outside', figures: { path: short(wanted) } }];
    if (has(wanted) || has(path.posix.join(folder, wanted))) return [];
    const there = [...places].find((place) => place.endsWith(`/${wanted}`));
    if (there !== undefined)
      return [
        { ...at(offset), severity: 'info', code: 'reference-elsewhere', figures: { path: short(wanted), there } },
      ];
    // Only a link says that the file is there; other names may be of what is to be written.
    const isSure =
      kind === 'link' && /(?:\.\w{1,8}|\/)$/.test(wanted) && !TEMPLATE.test(path.relative(dir, at(offset).file));
    const severity = mention.example || kind === 'name' ? 'info' : isSure ? 'error' : 'warning';
    return [{ ...at(offset), severity, code: 'reference-missing', figures: { path: short(wanted) } }];
  });
}

function placesOf({ files }: LintSkill): ReadonlySet<string> {
  const places = new Set(['.']);
  for (const file of files) {
    for (let at = file.path; !places.has(at); at = path.posix.dirname(at)) places.add(at);
  }
  return places;
}

export const referenceMissing = rule('reference-missing', 'error', function* (skill) {
  const places = placesOf(skill);
  yield* missingFrom(skill.dir, places, skill.body, '', (offset) => inBody(skill, offset));
  yield* inEach(skill.references, (file) =>
    file.content.kind === 'text' && file.path.endsWith('.md') && !FOR_OTHERS.test(path.posix.basename(file.path))
      ? missingFrom(skill.dir, places, file.content.text, path.posix.dirname(file.path), (offset) =>
          inFile(file, offset),
        )
      : [],
  );
});

export const referenceOverBudget = rule('reference-over-budget', 'warning', ({ references, skillBudget }) =>
  references
    // Data and templates under assets/ are for scripts to read.
    .filter((file) => !file.path.startsWith('assets/'))
    .flatMap((file): readonly RuleFinding[] => {
      const { tokens = 0, path, content } = file;
      if (content.kind === 'large')
        return [{ ...inFile(file), severity: 'error', code: 'reference-bytes', figures: { path, n: file.bytes } }];
      if (tokens <= skillBudget) return [];
      return [{ ...inFile(file), code: 'reference-over-budget', figures: { path, n: tokens, most: skillBudget } }];
    }),
);

const MAX_SEGMENTS = 2;

export const referenceTooDeep = rule('reference-too-deep', 'warning', function* (skill) {
  const documents = skill.references.filter((file) => /^references\/|\.(?:md|txt)$/i.test(file.path));
  const inSkill = wordsOf(skill.text);
  const isInGlob = globsOf(skill.text);
  const namers = new Map<string, SkillFile[]>(documents.map((file) => [path.posix.basename(file.path), []]));
  for (const file of documents) {
    for (const word of wordsOf(file.content.kind === 'text' ? file.content.text : '')) namers.get(word)?.push(file);
    yield undefined;
  }
  const namedBy = (file: SkillFile): string | undefined =>
    namers.get(path.posix.basename(file.path))?.find((one) => one !== file)?.path;
  yield* documents.flatMap((file): readonly RuleFinding[] => {
    const isNamed = inSkill.has(path.posix.basename(file.path)) || isInGlob(file.path);
    const by = isNamed ? undefined : namedBy(file);
    if (by !== undefined && !/^(?:readme|licen[cs]e)/i.test(path.posix.basename(file.path)))
      return [{ ...inFile(file), code: 'reference-named-once', figures: { path: file.path, by } }];
    if (!file.path.startsWith('references/') || file.path.split('/').length <= MAX_SEGMENTS) return [];
    return [{ ...inFile(file), code: 'reference-too-deep', figures: { path: file.path } }];
  });
});

/** Licences of fonts and of code, each named after what it is for. */
const LICENCE = /(?:^|[-_.])(?:ofl|licen[cs]e|copying|notice)[\w.-]*\.(?:txt|md)$/i;
/** `themes/`, `./canvas-fonts` or `references/*.md`: all that is in there. */
const WHOLE_FOLDER =
  /(?<![\p{L}\p{N}_.~/-])(?:(?:\.\/)?([\p{L}\p{N}_-][\p{L}\p{N}_./-]{0,100}?)\/(?:\*|(?![\p{L}\p{N}_.]))|\.\/([\p{L}\p{N}_-]{1,100})(?![\p{L}\p{N}_./-]))/gu;

/** Such a name has spaces or is in Chinese, so it may begin or end within what looks like a word. */
const NO_WORD = /[^\x21-\x7e]/;

export const referenceUnnamed = rule('reference-unnamed', 'warning', function* (skill) {
  const sources = allSources(skill);
  /** Maps a reference's name to the files that mention it. */
  const namers = new Map<string, (SkillFile | undefined)[]>(
    skill.references.map((file) => [path.posix.basename(file.path), []]),
  );
  /** Maps a reference's name in small letters to how a text that is not its own writes it. */
  const written = new Map<string, string>();
  const small = new Set([...namers.keys()].map((name) => name.toLowerCase()));
  for (const { text, file } of sources) {
    for (const word of wordsOf(text)) {
      namers.get(word)?.push(file);
      if (small.has(word.toLowerCase()) && !namers.has(word)) written.set(word.toLowerCase(), word);
    }
    yield undefined;
  }
  const folders = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(WHOLE_FOLDER)].map(([, whole, bare]) => whole ?? bare)),
  );
  const globs = sources.map(({ text }) => globsOf(text));
  const isInNamed = (file: string): boolean => {
    const folder = path.posix.dirname(file);
    return folder !== '.' && (folders.has(folder) || isInNamed(folder));
  };
  yield* skill.references
    .filter(({ path: file }) => {
      const name = path.posix.basename(file);
      return !FOR_OTHERS.test(name) && !LICENCE.test(name) && !isInNamed(file) && !globs.some((isIn) => isIn(file));
    })
    .filter((file) => {
      const name = path.posix.basename(file.path);
      const isNamed = namers.get(name)?.some((namer) => namer !== file) === true;
      return !isNamed && !(NO_WORD.test(name) && skill.text.includes(name));
    })
    .map((file) => {
      const as = written.get(path.posix.basename(file.path).toLowerCase());
      return as === undefined
        ? ({ ...inFile(file), code: 'reference-unnamed', figures: { path: file.path } } as const)
        : ({ ...inFile(file), code: 'reference-miscased', figures: { path: file.path, written: as } } as const);
    });
});

const KINDS: Readonly<Record<OddEntry['kind'], readonly [Severity, FindingCode]>> = {
  'link-outside': ['error', 'link-outside'],
  'link-broken': ['warning', 'link-broken'],
  special: ['error', 'special-file'],
  'too-many': ['error', 'too-many-files'],
};

export const links = rule('links', 'error', ({ odd, file }) =>
  odd.flatMap(({ path, absolute, kind }): readonly RuleFinding[] => {
    // Followed anywhere in the root; where it leads to nothing, that is its own fault.
    if (absolute === file) return [];
    const [severity, code] = KINDS[kind];
    return [{ file: absolute, line: 1, column: 1, severity, code, figures: { path, most: MAX_FILES } }];
  }),
);
