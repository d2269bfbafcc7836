/** Compares the needs of skills beyond their own files with this machine, and provides them where the person agrees. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../../shared/defined.ts';
import { isSkilldeckError, type SkilldeckError } from '../../shared/errors.ts';
import {
  type Ecosystem,
  type PackagePlan,
  type ProvidedPackages,
  planFigures,
  type SkillRequirements,
} from '../../shared/skills/skill-packages.ts';
import { findProgram } from '../lib/processes.ts';
import { sha256 } from '../lib/text.ts';
import { createNodePackages } from '../runner/node-packages.ts';
import { LOCK, type LocatedPlan, type OnBytes, type PackageKind } from '../runner/package-store.ts';
import { withoutKeys } from '../runner/process.ts';
import { createPythonPackages } from '../runner/python/python-packages.ts';
import { fits, pythonName } from '../runner/python/requirement.ts';
import type { Runner } from '../runner/runner.ts';
import { type PackageNeed, type PackageNeeds, readPackages } from '../skills/packages.ts';
import { requirementsOf, skillsNeeded } from '../skills/requirements.ts';
import type { SkillSummary } from '../skills/types.ts';
import type { OnProgress, PackagesForTools, UsedPackages, WantedPackages } from '../tools/define-tool.ts';

export interface SkillPackages extends PackagesForTools {
  /** @param beside ids of skills that come with it. */
  of(skill: SkillSummary, beside?: readonly string[]): Promise<SkillRequirements>;
  /** @throws SkilldeckError `packages-unavailable`, `bad-input` where nothing is missing; the signal's reason. */
  plan(skill: SkillSummary, signal: AbortSignal): Promise<PackagePlan>;
  /** Fetches the set of the last plan. @throws as `plan`. */
  provide(skill: SkillSummary, signal: AbortSignal, onProgress?: OnProgress): Promise<ProvidedPackages>;
  remove(skill: Pick<SkillSummary, 'dir'>): Promise<boolean>;
  /** Notes what only this skill uses. @returns removes it. */
  forget(skill: SkillSummary, others: readonly SkillSummary[]): Promise<() => void>;
  /** Bytes of all that was provided. */
  bytes(): number;
}

/** Packages of a system that bring a program: Debian's, Homebrew's. */
const BRINGS: Readonly<Record<string, readonly [apt: string, brew: string]>> = {
  soffice: ['libreoffice', '--cask libreoffice'],
  libreoffice: ['libreoffice', '--cask libreoffice'],
  pdftotext: ['poppler-utils', 'poppler'],
  pdftoppm: ['poppler-utils', 'poppler'],
  pdfimages: ['poppler-utils', 'poppler'],
  tesseract: ['tesseract-ocr', 'tesseract'],
  ffprobe: ['ffmpeg', 'ffmpeg'],
  magick: ['imagemagick', 'imagemagick'],
  gs: ['ghostscript', 'ghostscript'],
  dot: ['graphviz', 'graphviz'],
  exiftool: ['libimage-exiftool-perl', 'exiftool'],
  docker: ['docker.io', '--cask docker'],
};

function installLine(name: string, platform: NodeJS.Platform = process.platform): string | undefined {
  const [apt, brew] = BRINGS[name] ?? [name, name];
  if (platform === 'darwin') return `brew install ${brew}`;
  return platform === 'linux' && findProgram(['apt-get']) !== undefined ? `sudo apt install ${apt}` : undefined;
}

/** Variables that say which index an installer asks, and which certificates it trusts. */
const OF_INSTALLERS = /^(?:PIP|UV|NPM_CONFIG)_|^(?:SSL_CERT_FILE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS)$/i;

export interface PackageSettings {
  index(ecosystem: Ecosystem): string | undefined;
  isSkill(id: string): boolean;
  /** `no`: no one can be asked. `yes`: the person agreed beforehand. */
  readonly asks: WantedPackages['asks'] | 'no';
}

/** Missing packages of one ecosystem, as its installer takes them; those that are guesses may not exist. */
interface Lacked {
  readonly requirements: readonly string[];
  readonly guesses: readonly string[];
  /** npm's lock file, as the skill brings it. */
  readonly lock?: string | undefined;
}

/** Names the set: another lock file is another set. */
const setOf = ({ requirements, lock }: Lacked): readonly string[] =>
  lock === undefined || requirements.length === 0 ? requirements : [...requirements, `${LOCK}${sha256(lock)}`];

export function skillPackages(home: string, runner: Runner, { index, isSkill, asks }: PackageSettings): SkillPackages {
  const ofInstallers = Object.entries(process.env).filter(([name]) => OF_INSTALLERS.test(name));
  const common = { home, runner, env: { ...withoutKeys(process.env), ...Object.fromEntries(ofInstallers) } };
  const python = createPythonPackages({ ...common, index: () => index('python') });
  const node = createNodePackages({ ...common, index: () => index('node') });
  const kinds = { python, node } satisfies Record<Ecosystem, PackageKind>;
  const ecosystems: readonly Ecosystem[] = ['python', 'node'];
  /** The last plan of each set: what a person agreed to is what is fetched. */
  const plans = new Map<string, LocatedPlan>();
  /** Sets that were asked for, by session, and why they could not be had. */
  const asked = new Map<string, readonly SkilldeckError[]>();

  const lackedBy = async (dir: string, needs: PackageNeeds): Promise<Readonly<Record<Ecosystem, Lacked>>> => {
    const installed = needs.python.length === 0 ? new Map<string, string>() : await python.installed();
    const isHere: Readonly<Record<Ecosystem, (need: PackageNeed) => boolean>> = {
      // A list of packages does not say with which extras they came.
      python: ({ name, spec }) => fits(installed.get(name), spec) && !spec.startsWith('['),
      node: ({ name, file }) =>
        [dir, path.join(dir, path.dirname(file))].some((at) =>
          existsSync(path.join(at, 'node_modules', name, 'package.json')),
        ),
    };
    const of = (ecosystem: Ecosystem): Lacked => {
      const lacked = needs[ecosystem].filter((need) => !isHere[ecosystem](need));
      const written = ({ name, spec }: PackageNeed) =>
        ecosystem === 'python' ? `${name}${spec}` : `${name}@${spec === '' ? '*' : spec}`;
      return {
        requirements: lacked.map(written),
        guesses: lacked.filter(({ declared }) => !declared).map(written),
        ...(ecosystem === 'node' ? { lock: needs.lock } : {}),
      };
    };
    return { python: of('python'), node: of('node') };
  };
  const lacks = async ({ dir }: Pick<SkillSummary, 'dir'>) => lackedBy(dir, await readPackages(dir));

  /** Leaves out guesses that the index does not know, and what the embedded Python cannot load, which it reports. */
  const planFor = async (ecosystem: Ecosystem, lacked: Lacked, signal: AbortSignal, onBytes?: OnBytes) => {
    const { guesses, lock } = lacked;
    const requirements = setOf(lacked);
    let wanted = lacked.requirements;
    const left: SkilldeckError[] = [];
    for (;;) {
      try {
        const plan = { ...(await kinds[ecosystem].plan(wanted, signal, onBytes, lock)), requirements, left };
        plans.set(keyOf(ecosystem, requirements), plan);
        return plan;
      } catch (error) {
        const { code, names = '', why = '' } = detailOf(error);
        const isCompiled = code === 'packages-not-pure';
        const droppable = isCompiled ? wanted : code === 'packages-no-fit' ? guesses : [];
        const unknown = droppable.filter((one) => wanted.includes(one) && namedIn(isCompiled ? names : why, one));
        if (!isSkilldeckError(error) || unknown.length === 0 || unknown.length === wanted.length) throw error;
        if (isCompiled) left.push(error);
        wanted = wanted.filter((one) => !unknown.includes(one));
      }
    }
  };

  const missing = async (skill: Pick<SkillSummary, 'dir'>) => {
    const lacked = await lacks(skill);
    return ecosystems
      .map((ecosystem) => ({ ecosystem, lacked: lacked[ecosystem] }))
      .filter(
        ({ ecosystem, lacked: one }) =>
          one.requirements.length > 0 && kinds[ecosystem].store.read(setOf(one)) === undefined,
      );
  };

  /** Keeps the results of one ecosystem where the other fails. */
  const each = async <T>(
    skill: Pick<SkillSummary, 'id' | 'dir'>,
    work: (one: Ecosystem, lacked: Lacked) => Promise<T>,
  ) => {
    const done: T[] = [];
    const failed: SkilldeckError[] = [];
    for (const { ecosystem, lacked } of await missing(skill)) {
      try {
        done.push(await work(ecosystem, lacked));
      } catch (error) {
        if (!isSkilldeckError(error)) throw error;
        failed.push(error);
      }
    }
    return { done, failed };
  };
  const planOf = async (skill: SkillSummary, signal: AbortSignal, onProgress?: OnProgress) => {
    const { done, failed } = await each(skill, (ecosystem, lacked) => {
      onProgress?.({ what: 'ask', bytes: 0 });
      return planFor(ecosystem, lacked, signal, (bytes) => onProgress?.({ what: 'ask', bytes }));
    });
    return {
      requirements: done.flatMap(({ requirements }) => requirements),
      packages: done.flatMap(({ packages }) => packages.map(({ url: _, ...shown }) => shown)),
      failed: [...failed, ...done.flatMap(({ left }) => left)],
    };
  };

  const self: SkillPackages = {
    async of(skill, beside = []) {
      const isThere = (id: string) => beside.includes(id) || isSkill(id);
      const needs = await readPackages(skill.dir);
      const lacked = await lackedBy(skill.dir, needs);
      const stated = (ecosystem: Ecosystem) => {
        const { requirements } = lacked[ecosystem];
        const had =
          kinds[ecosystem].store.read(setOf(lacked[ecosystem]))?.packages.map(({ name }) => pythonName(name)) ?? [];
        return needs[ecosystem].map(({ name, spec, declared }) => {
          const isLacked = requirements.some((one) => one === `${name}${spec}` || one.startsWith(`${name}@`));
          const state = !isLacked ? 'here' : had.includes(pythonName(name)) ? 'provided' : 'missing';
          return { name, spec, declared, state } as const;
        });
      };
      const { programs, anyPrograms, perhaps } = requirementsOf(skill);
      const names = [...new Set([...programs, ...anyPrograms.flat(), ...perhaps, ...needs.programs])];
      return {
        python: stated('python'),
        node: stated('node'),
        programs: names.map((name) => {
          if (findProgram([name]) !== undefined) return { name, state: 'here' };
          const install = installLine(name);
          return { name, state: 'missing', ...(install === undefined ? {} : { install }) };
        }),
        skills: skillsNeeded(skill, isThere).map((name) => ({ name, state: isThere(name) ? 'here' : 'missing' })),
      };
    },
    async plan(skill, signal) {
      const { failed, ...plan } = await planOf(skill, signal);
      if (failed[0] !== undefined && plan.packages.length === 0) throw failed[0];
      const refused = failed.map(({ message, detail }) => ({ reason: message, ...defined({ detail }) }));
      return { ...plan, ...(refused.length === 0 ? {} : { refused }) };
    },
    async provide(skill, signal, onProgress) {
      const { done, failed } = await each(skill, async (ecosystem, lacked) => {
        const known = plans.get(keyOf(ecosystem, setOf(lacked)));
        const plan = known ?? (await planFor(ecosystem, lacked, signal));
        const { bytes: total } = planFigures(plan.packages);
        const tell = (come: number) =>
          onProgress?.({ what: 'fetch', bytes: Math.min(come, total ?? come), ...defined({ total }) });
        tell(0);
        return kinds[ecosystem].provide(plan, signal, tell);
      });
      if (failed[0] !== undefined) throw failed[0];
      return {
        requirements: done.flatMap(({ requirements }) => requirements),
        packages: done.flatMap(({ packages }) => packages),
        bytes: done.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    async remove(skill) {
      const lacked = await lacks(skill);
      return ecosystems.map((one) => kinds[one].store.remove(setOf(lacked[one]))).includes(true);
    },
    async forget(skill, others) {
      const kept = (await self.used(others)).map(({ folder }) => folder);
      const own = (await self.used([skill])).filter(({ folder }) => !kept.includes(folder));
      return () => {
        for (const { folder } of own) rmSync(path.dirname(folder), { recursive: true, force: true });
      };
    },
    async used(skills) {
      if (!existsSync(path.join(home, 'packages'))) return [];
      const sets = skills.map(async (skill) => {
        const lacked = await lacks(skill);
        return ecosystems.flatMap((ecosystem): UsedPackages[] => {
          const { store } = kinds[ecosystem];
          const folder = store.folderOf(setOf(lacked[ecosystem]));
          const set = store.read(setOf(lacked[ecosystem]));
          if (folder === undefined || set === undefined) return [];
          return [{ skill: skill.id, ecosystem, folder, packages: set.packages, bytes: set.bytes }];
        });
      });
      return (await Promise.all(sets)).flat();
    },
    async wanted(skill, sessionId, signal, onProgress) {
      const lacked = asks === 'no' ? [] : await missing(skill);
      if (asks === 'no' || lacked.length === 0) return undefined;
      const key = JSON.stringify([sessionId, skill.id, lacked]);
      const before = asked.get(key);
      if (before !== undefined) return { asks, packages: [], why: before };
      const { packages, failed: why } = await planOf(skill, signal, onProgress);
      asked.set(key, why);
      return { asks, packages, why };
    },
    bytes: () => ecosystems.reduce((sum, one) => sum + kinds[one].store.sweep(Date.now()), 0),
  };
  return self;
}

const keyOf = (ecosystem: Ecosystem, requirements: readonly string[]): string =>
  JSON.stringify([ecosystem, requirements]);

/** A requirement's own name, as a word of an installer's sentence. */
function namedIn(text: string, requirement: string): boolean {
  const name = /^@?[^@[<>=!~]+/.exec(requirement)?.[0] ?? requirement;
  return text.split(/[^\w@/.-]+/).some((word) => word === name || word.startsWith(`${name}@`));
}

function detailOf(error: unknown): { readonly code?: string; readonly names?: string; readonly why?: string } {
  if (!isSkilldeckError(error) || error.detail === undefined) return {};
  const { code, figures = {} } = error.detail;
  return { code, names: String(figures.names ?? ''), why: String(figures.why ?? '') };
}
