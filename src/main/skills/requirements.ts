/**
 * Reads what a skill needs of a machine. The specification has only free text (`compatibility`, `metadata` with text
 * values); the spellings read here are the machine-readable ones used by published skills.
 */
import { parsedJson, perObject } from '../../shared/defined.ts';
import { serverOfPattern } from '../../shared/mcp.ts';
import { type FindingFacts, findingText } from '../../shared/messages/failure.ts';
import { findProgram } from '../lib/processes.ts';
import { monotonicMs } from '../lib/timing.ts';
import type { SkillSummary } from './types.ts';

export interface Requirements {
  readonly programs: readonly string[];
  /** One program of each list is enough. */
  readonly anyPrograms: readonly (readonly string[])[];
  readonly variables: readonly string[];
  /** Secrets it can use and works without; a name ending in `*` stands for all that begin so. */
  readonly optional: readonly string[];
  /** Names as Node has them; empty: any. */
  readonly systems: readonly string[];
  /** Named by `compatibility`, which is written for people: if missing, only reported. */
  readonly perhaps: readonly string[];
}

/** Keys of `metadata`, without regard to case, `_` and `-`. */
const REQUIREMENT_KEYS = [
  ['programs', /^requires(?:programs?|\.?bins|commands)$/],
  ['anyPrograms', /^requires(?:anyprograms?|\.?anybins)$/],
  ['variables', /^requires(?:\.?env|environment|variables)$/],
  ['optional', /^optional(?:env|secrets)$/],
  ['systems', /^(?:requires\.?)?os$|^platforms?$/],
] as const;

const PROGRAM = /^[A-Za-z0-9][\w.+-]{0,63}$/;
const VARIABLE = /^[A-Za-z_]\w{0,127}$/;
const OPTIONAL = /^[A-Za-z_]\w{0,126}\*?$/;
const SYSTEMS: Readonly<Record<string, string>> = {
  darwin: 'darwin',
  macos: 'darwin',
  mac: 'darwin',
  osx: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
};
/** Programs that prose may be taken to mean; what else it names is left to its reader. */
const KNOWN = new Set(
  'git docker podman jq ffmpeg ffprobe pandoc curl wget make gh aws gcloud kubectl terraform go cargo ruby java php dotnet brew npm npx pnpm yarn bun deno imagemagick magick tesseract pdftotext pdftoppm pdfimages qpdf pdftk exiftool libreoffice soffice sqlite3 psql mysql rg fzf'.split(
    ' ',
  ),
);

/** Cheap to call again: a summary is read once. */
export const requirementsOf = perObject(read);

const NOTHING: Requirements = { programs: [], anyPrograms: [], variables: [], optional: [], systems: [], perhaps: [] };

function read({ metadata, compatibility = '' }: SkillSummary): Requirements {
  const perhaps = namedInText(compatibility);
  const entries = Object.entries(metadata);
  if (entries.length === 0) return perhaps.length === 0 ? NOTHING : { ...NOTHING, perhaps };
  const found: RequirementLists = { programs: [], anyPrograms: [], variables: [], optional: [], systems: [] };
  for (const [key, value] of entries) {
    const name = key.toLowerCase().replaceAll(/[-_]/g, '');
    const json = asObject(value);
    if (json === undefined) take(found, name, names(value));
    else if (name === 'requires') takeNested(found, json, 'requires.');
    else {
      takeNested(found, asObject(json.requires) ?? {}, 'requires.');
      take(found, 'os', names(json.os));
    }
  }
  const programs = unique(found.programs.filter((name) => PROGRAM.test(name)));
  return {
    programs,
    anyPrograms: found.anyPrograms
      .map((some) => some.filter((name) => PROGRAM.test(name)))
      .filter(({ length }) => length > 0),
    variables: unique(found.variables.filter((name) => VARIABLE.test(name))),
    optional: unique(found.optional.filter((name) => OPTIONAL.test(name))),
    systems: unique(found.systems.flatMap((name) => SYSTEMS[name.toLowerCase()] ?? [])),
    perhaps: perhaps.filter((name) => !programs.includes(name)),
  };
}

interface RequirementLists {
  readonly programs: string[];
  readonly anyPrograms: (readonly string[])[];
  readonly variables: string[];
  readonly optional: string[];
  readonly systems: string[];
}

function take(found: RequirementLists, key: string, values: readonly string[]): void {
  const [kind] = REQUIREMENT_KEYS.find(([, keys]) => keys.test(key)) ?? [];
  if (kind === 'anyPrograms') found.anyPrograms.push(values);
  else if (kind !== undefined) found[kind].push(...values);
}

function takeNested(found: RequirementLists, object: Readonly<Record<string, unknown>>, prefix: string): void {
  for (const [key, value] of Object.entries(object)) {
    take(found, prefix + key.toLowerCase().replaceAll(/[-_]/g, ''), names(value));
  }
}

/** Returns the texts of a list, or the words of a text. */
function names(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.filter((one): one is string => typeof one === 'string').map((one) => one.trim());
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((one) => one !== '') : [];
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  return asObject(parsedJson(value));
}

/** Reads from "requires" or "needs" to the end of the sentence. An "or" makes it ambiguous. */
function namedInText(text: string): readonly string[] {
  const clauses = [...text.matchAll(/\b(?:requires?|needs?|depends on)\b:?([^.;\n]*)/gi)].map(
    ([, clause = '']) => clause,
  );
  return unique(
    clauses.flatMap((clause) =>
      /\b(?:or|optional(?:ly)?|not)\b/i.test(clause)
        ? []
        : clause
            .toLowerCase()
            // A name is cut at spaces and punctuation, never at its own hyphens, dots and pluses.
            .split(/[^a-z0-9._+/@-]+/)
            .map((word) => word.replace(/^[^a-z0-9]+|[^a-z0-9+]+$/g, ''))
            .filter((word) => KNOWN.has(word)),
    ),
  );
}

/** True if the skill needs the secret or can use it. */
export const takesSecret = ({ variables, optional }: Requirements, name: string): boolean =>
  variables.includes(name) ||
  optional.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));

const unique = (items: readonly string[]): readonly string[] => [...new Set(items)];

/** Finds the requirements of a skill that this machine does not meet. */
export interface Unmet {
  readonly kind: 'program' | 'variable' | 'system';
  /** One name, or several of which one would do. */
  readonly names: readonly string[];
  /** False where the skill may work anyway: only its text for people names it. */
  readonly certain: boolean;
}

export interface Machine {
  readonly platform: string;
  hasProgram(name: string): boolean;
  /** True if that skill's scripts have it in their environment. */
  hasVariable(name: string, skill: SkillSummary): boolean;
}

/** Milliseconds for which a look at PATH holds: what is installed in the meantime shows at the next request. */
const LOOK_MS = 2_000;
/** Skilldeck brings these itself where the machine has none. */
const BROUGHT = new Set(['python', 'python3', 'node']);

/** This one. */
export function thisMachine(
  hasVariable: Machine['hasVariable'] = () => false,
  env: NodeJS.ProcessEnv = process.env,
): Machine {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const programs = new Map<string, boolean>();
  return {
    platform: process.platform,
    hasProgram(name) {
      if (BROUGHT.has(name)) return true;
      const now = monotonicMs();
      if (now - lookedAt > LOOK_MS) {
        programs.clear();
        lookedAt = now;
      }
      const known = programs.get(name);
      if (known !== undefined) return known;
      const found = findProgram([name], env) !== undefined;
      programs.set(name, found);
      return found;
    },
    hasVariable,
  };
}

export function unmetBy(skill: SkillSummary, machine: Machine): readonly Unmet[] {
  const { systems, programs, anyPrograms, variables, perhaps } = requirementsOf(skill);
  const lacks = (name: string): boolean => !machine.hasProgram(name);
  const program = (certain: boolean) => (names: readonly string[]) => ({ kind: 'program', names, certain }) as const;
  const isOther = systems.length > 0 && !systems.includes(machine.platform);
  return [
    ...(isOther ? [{ kind: 'system', names: systems, certain: true } as const] : []),
    ...[...programs.map((name) => [name]), ...anyPrograms].filter((some) => some.every(lacks)).map(program(true)),
    ...variables
      .filter((name) => !machine.hasVariable(name, skill))
      .map((name) => ({ kind: 'variable', names: [name], certain: true }) as const),
    ...perhaps.filter(lacks).map((name) => program(false)([name])),
  ];
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

export function unmetFacts({ kind, names, certain }: Unmet, skill: string): FindingFacts {
  const listed = names.join(' / ');
  switch (kind) {
    case 'system': {
      const named = (name: string): string => SYSTEM_NAMES[name] ?? name;
      return { code: 'unmet-system', figures: { names: names.map(named).join(' / '), here: named(process.platform) } };
    }
    case 'variable':
      return { code: 'unmet-secret', figures: { name: listed, skill } };
    case 'program':
      return { code: certain ? 'unmet-program' : 'unmet-perhaps', figures: { names: listed } };
  }
}

export const unmetText = (unmet: Unmet, skill: string): string =>
  findingText('en', { ...unmetFacts(unmet, skill), message: '' });

const SKILL_ID = /^[\p{Ll}\p{Lo}\d]+(?:-[\p{Ll}\p{Lo}\d]+)*$/u;

/** Ids of other skills that a skill says it needs. `dependencies` may name packages: `isSkill` tells. */
export function skillsNeeded(
  { id, metadata }: Pick<SkillSummary, 'id' | 'metadata'>,
  isSkill: (id: string) => boolean,
): readonly string[] {
  const found = Object.entries(metadata).flatMap(([key, value]) => {
    const name = key.toLowerCase().replaceAll(/[-_]/g, '');
    if (name === 'requires') return names(asObject(value)?.skills);
    if (name === 'requiresskills') return names(value);
    return name === 'dependencies' ? names(value).filter(isSkill) : [];
  });
  return unique(found.filter((one) => one !== id && SKILL_ID.test(one)));
}

/** Keys of `metadata`, without regard to case, `_` and `-`. */
const KEYS = new Set(['mcp', 'mcpserver', 'mcpservers', 'requiresmcp', 'requiresmcpserver', 'requiresmcpservers']);
const ALL: readonly string[] = ['*'];

/**
 * MCP servers that a skill says it uses: `metadata.mcp`, or tools of theirs in `allowed-tools`. Only a request.
 * @returns names as the skill writes them, and patterns of the names of each server's tools: `*` for all.
 */
export function serversNeeded({ metadata, allowedTools }: Pick<SkillSummary, 'metadata' | 'allowedTools'>) {
  const found = new Map<string, readonly string[]>();
  for (const pattern of allowedTools) {
    const server = serverOfPattern(pattern);
    if (server === undefined) continue;
    const whole = pattern.endsWith(server) ? ALL : [pattern];
    found.set(server, [...(found.get(server) ?? []), ...whole]);
  }
  for (const [key, value] of Object.entries(metadata)) {
    const nested = key === 'requires' ? names(asObject(value)?.mcp) : [];
    const plain = KEYS.has(key.toLowerCase().replaceAll(/[-_.]/g, '')) ? value.split(',') : [];
    for (const name of [...nested, ...plain].map((one) => one.trim()))
      if (name !== '') found.set(name, found.get(name) ?? ALL);
  }
  return [...found].map(([server, tools]) => ({ server, tools }));
}
