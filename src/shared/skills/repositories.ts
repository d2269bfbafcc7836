/** Repositories of skills: how one is written in `config.jsonc`, what is known of it, and what can be wrong with it. */
import { z } from 'zod';
import { errorDetailSchema } from '../errors.ts';
import { detailText } from '../messages/failure.ts';
import { translatorFor } from '../messages/translate.ts';
import type { Language } from '../messages/types.ts';
import { skillIdSchema } from './skill-import.ts';

export const repositoryNameSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'a repository’s name has up to 64 letters, digits, ".", "_" and "-"');

/** One entry of `repositories`. */
export const repositorySchema = z.object({
  /** Address without a password. */
  address: z.string().trim().min(1).max(4_096),
  /** Git repository: branch, tag or commit. */
  ref: z.string().trim().min(1).max(1_000).optional(),
  /** Folder below which skills are looked for. */
  path: z.string().trim().min(1).max(1_000).optional(),
  /** Updates that ask for no more than before are taken at once. */
  auto: z.boolean().optional(),
  /** The skills to take; absent: all. */
  skills: z.array(skillIdSchema).max(10_000).optional(),
  /** Marketplace: the plugins whose skills to take; absent: all skills. */
  plugins: z.array(z.string().min(1).max(200)).max(1_000).optional(),
  /** Environment variable that holds the password. */
  passwordEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .max(200)
    .optional(),
});
export type RepositoryDefinition = Readonly<z.infer<typeof repositorySchema>>;

export const REPOSITORY_KINDS = [
  'git',
  'folder',
  'archive',
  'marketplace',
  'index',
  'oci',
  'postgres',
  'mysql',
  'nacos',
] as const;
export type RepositoryKind = (typeof REPOSITORY_KINDS)[number];

/** Kinds that take versions, and give them back. */
const TAKES_VERSIONS: ReadonlySet<RepositoryKind | undefined> = new Set(['git', 'oci', 'postgres', 'mysql', 'nacos']);
export const takesVersions = (kind: RepositoryKind | undefined): boolean => TAKES_VERSIONS.has(kind);

export const publishedVersionSchema = z.string().regex(/^(?=.*\d)[A-Za-z0-9][\w.+-]{0,99}$/);

/**
 * Next version to publish: the skill's own version where it is new, else one after the newest.
 * @param published the newest first.
 */
export function nextVersion(published: readonly string[], own: string | undefined): string {
  if (own !== undefined && publishedVersionSchema.safeParse(own).success && !published.includes(own)) return own;
  const [newest] = published;
  if (newest === undefined) return '1.0.0';
  const [, numbers = newest] = /^([^-+]*\d)[-+]/.exec(newest) ?? [];
  // The release that a preliminary version prepared.
  let next = numbers === newest ? raised(numbers) : numbers;
  while (published.includes(next)) next = raised(next);
  return next;
}

const raised = (version: string): string =>
  /\d/.test(version)
    ? version.replace(/(\d+)(\D*)$/, (_all, digits: string, rest: string) => `${BigInt(digits) + 1n}${rest}`)
    : `${version}.1`;

/** `repositories.fault.CODE` has the words; `detail` is what the engine said, in its language. */
const REPOSITORY_FAULTS = ['address', 'unreachable', 'sign-in', 'timeout', 'damaged', 'missing', 'refused'] as const;
export const repositoryFaultSchema = z.object({
  code: z.enum(REPOSITORY_FAULTS),
  detail: z.string(),
  /** The same, where Skilldeck said it. */
  exact: errorDetailSchema.optional(),
});
export type RepositoryFault = z.infer<typeof repositoryFaultSchema>;

/** A place in a repository that holds no usable skill. */
export const brokenPlaceSchema = z.object({
  where: z.string(),
  /** In English. */
  reason: z.string(),
  detail: errorDetailSchema.optional(),
});
export type BrokenPlace = z.infer<typeof brokenPlaceSchema>;

export const listedSkillSchema = z.object({
  id: skillIdSchema,
  description: z.string(),
  version: z.string().optional(),
  /** Marketplace: the plugin that it is in. */
  plugin: z.string().optional(),
  /** Inside the source; '' for its top. */
  path: z.string(),
  /** Differs where the content does. */
  fingerprint: z.string(),
  bytes: z.int().optional(),
  /** `null` where they are known only once it is opened. */
  tokens: z.object({ catalog: z.int(), instructions: z.int().nullable() }).nullable(),
});
export type ListedSkill = z.infer<typeof listedSkillSchema>;

/**
 * `new`: to be taken; `offered`: there for choosing; `current`; `update`; `gone`: the repository has it no more;
 * `removed`: uninstalled here.
 */
export const STANDINGS = ['new', 'offered', 'current', 'update', 'gone', 'removed'] as const;
export type Standing = (typeof STANDINGS)[number];

/** True if a skill's id, description or plugin has all of these words. */
export function hasWords(
  { id, description, plugin = '' }: Pick<ListedSkill, 'id' | 'description' | 'plugin'>,
  words: string,
): boolean {
  const text = `${id}\n${description}\n${plugin}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Faults of a repository in words: the same in window and terminal. A detail that names the host is the whole sentence. */
export function repositoryFaultWords(language: Language, { code, detail, exact }: RepositoryFault): string {
  const { text } = detailText(language, exact, detail);
  return exact?.code === 'host-unreachable'
    ? text
    : translatorFor(language)(`repositories.fault.${code}`, { detail: text });
}
