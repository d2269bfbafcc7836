/** Packages and programs that a skill's scripts need, and whether this computer has them. */
import { z } from 'zod';
import { errorDetailSchema } from '../errors.ts';

/** `provided`: fetched for Skilldeck's runs alone. */
const STATES = ['here', 'provided', 'missing'] as const;

const neededPackageSchema = z.object({
  name: z.string(),
  /** Versions that would do; '' for any. */
  spec: z.string(),
  state: z.enum(STATES),
  /** False for a guess from an import. */
  declared: z.boolean(),
});
export type NeededPackage = z.infer<typeof neededPackageSchema>;

export const skillRequirementsSchema = z.object({
  python: z.array(neededPackageSchema),
  node: z.array(neededPackageSchema),
  programs: z.array(
    z.object({
      name: z.string(),
      state: z.enum(STATES),
      /** Command that installs it on this system, where one is known. */
      install: z.string().optional(),
    }),
  ),
  /** Other skills. */
  skills: z.array(z.object({ name: z.string(), state: z.enum(STATES) })),
});
export type SkillRequirements = z.infer<typeof skillRequirementsSchema>;

const ecosystem = z.enum(['python', 'node']);
export type Ecosystem = z.infer<typeof ecosystem>;

const pinned = z.object({ name: z.string(), version: z.string(), sha256: z.string() });

const plannedPackageSchema = pinned.extend({
  ecosystem,
  /** Host of the index. */
  from: z.string(),
  /** Size of the file; absent where the index does not say. */
  bytes: z.int().optional(),
});
export type PlannedPackage = z.infer<typeof plannedPackageSchema>;

export const packagePlanSchema = z.object({
  /** Missing packages, as the skill asks for them. */
  requirements: z.array(z.string()),
  packages: z.array(plannedPackageSchema),
  /** Reasons why others cannot be had. */
  refused: z.array(z.object({ reason: z.string(), detail: errorDetailSchema.optional() })).optional(),
});
export type PackagePlan = z.infer<typeof packagePlanSchema>;

/** A set as it was fetched: what a repetition needs. */
export const packageSetSchema = z.object({
  ecosystem,
  packages: z.array(pinned),
  /** On the disk. */
  bytes: z.int(),
});

export const providedPackagesSchema = packageSetSchema.omit({ ecosystem: true }).extend({
  requirements: z.array(z.string()),
});
export type ProvidedPackages = z.infer<typeof providedPackagesSchema>;

const named = ({ name, spec = '' }: { readonly name: string; readonly spec?: string }): string => `${name}${spec}`;

/** Everything, as a person would write it: a skill as one loads it. */
const allOf = ({ python, node, programs, skills }: SkillRequirements) => [
  ...[...python, ...node, ...programs].map((one) => ({ text: named(one), state: one.state })),
  ...skills.map(({ name, state }) => ({ text: `/${name}`, state })),
];

export const missingIn = (needs: SkillRequirements): readonly string[] =>
  allOf(needs).flatMap(({ text, state }) => (state === 'missing' ? [text] : []));

/** A line of all: `pypdf>=4, lxml (here), soffice (missing)`. @param words says a state. */
export const requirementsLine = (needs: SkillRequirements, words: (state: NeededPackage['state']) => string): string =>
  allOf(needs)
    .map(({ text, state }) => `${text} (${words(state)})`)
    .join(', ');

/** Names and versions, hosts, and bytes in all; undefined where a size is unknown. */
export function planFigures(packages: readonly PlannedPackage[]) {
  const sizes = packages.map(({ bytes }) => bytes);
  return {
    names: packages.map(({ name, version }) => `${name} ${version}`),
    from: [...new Set(packages.map((one) => one.from))],
    bytes: sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined,
  };
}

/** `3.3 MB`, `12 kB`. */
export const sizeOfFiles = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export interface PackagesProgress {
  readonly what: 'ask' | 'fetch';
  readonly bytes: number;
  readonly total?: number | undefined;
}

/** The sentence for it and its figures, below `step.packages` in the chat's words; nothing else where nothing has come. */
export function packagesStep({ what, bytes, total }: PackagesProgress) {
  const figures = { bytes: sizeOfFiles(bytes), total: sizeOfFiles(total ?? 0) };
  return { what, come: total !== undefined ? ('of' as const) : bytes > 0 ? ('come' as const) : undefined, figures };
}
