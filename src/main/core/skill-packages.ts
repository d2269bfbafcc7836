/** Compares the needs of skills beyond their own files with this machine, and provides them where the person agrees. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { detailed } from '../../shared/messages/detail.ts';
import type { SkillRequirements } from '../../shared/skills/skill-packages.ts';
import { findProgram } from '../lib/processes.ts';
import { withoutKeys } from '../runner/process.ts';
import { createPythonPackages, type PackagePlan, type ProvidedPackages } from '../runner/python/python-packages.ts';
import type { Runner } from '../runner/runner.ts';
import { fits, type PackageNeeds, readPackages } from '../skills/packages.ts';
import { requirementsOf } from '../skills/requirements.ts';
import type { SkillSummary } from '../skills/types.ts';

export interface SkillPackages {
  of(skill: SkillSummary): Promise<SkillRequirements>;
  /** @throws SkilldeckError `packages-unavailable`; the signal's reason. */
  plan(skill: SkillSummary, signal: AbortSignal): Promise<PackagePlan>;
  /** @throws as `plan`. */
  provide(skill: SkillSummary, signal: AbortSignal): Promise<ProvidedPackages>;
  remove(skill: SkillSummary): Promise<boolean>;
  /** Folders of packages that runs of these skills read. Absolute. */
  foldersOf(skills: readonly Pick<SkillSummary, 'dir'>[]): Promise<readonly string[]>;
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

export function skillPackages(home: string, runner: Runner, index: () => string | undefined): SkillPackages {
  const python = createPythonPackages({
    home,
    found: async () => (await runner.interpreters()).found,
    env: withoutKeys(process.env),
    index,
  });

  /** Requirements that this machine's Python lacks, as the installer takes them. */
  const lackedBy = async ({ python: needs }: PackageNeeds): Promise<readonly string[]> => {
    if (needs.length === 0) return [];
    const installed = await python.installed();
    return needs
      .filter(({ name, spec }) => {
        const version = installed.get(name);
        return version === undefined || !fits(version, spec);
      })
      .map(({ name, spec }) => `${name}${spec}`);
  };
  const lacks = async ({ dir }: Pick<SkillSummary, 'dir'>) => lackedBy(await readPackages(dir));

  const planOf: SkillPackages['plan'] = async (skill, signal) => {
    const requirements = await lacks(skill);
    if (requirements.length === 0) throw detailed('bad-input', 'packages-none', { id: skill.id });
    return python.plan(requirements, signal);
  };

  return {
    async of(skill) {
      const needs = await readPackages(skill.dir);
      const lacked = await lackedBy(needs);
      const isProvided = python.read(lacked) !== undefined;
      const hasModule = (name: string, file: string): boolean =>
        [skill.dir, path.join(skill.dir, path.dirname(file))].some((dir) =>
          existsSync(path.join(dir, 'node_modules', name, 'package.json')),
        );
      const { programs, anyPrograms, perhaps } = requirementsOf(skill);
      const names = [...new Set([...programs, ...anyPrograms.flat(), ...perhaps, ...needs.programs])];
      return {
        python: needs.python.map(({ name, spec, declared }) => ({
          name,
          spec,
          declared,
          state: !lacked.includes(`${name}${spec}`) ? 'here' : isProvided ? 'provided' : 'missing',
        })),
        node: needs.node.map(({ name, spec, declared, file }) => ({
          name,
          spec,
          declared,
          state: hasModule(name, file) ? 'here' : 'missing',
        })),
        programs: names.map((name) => {
          if (findProgram([name]) !== undefined) return { name, state: 'here' };
          const install = installLine(name);
          return { name, state: 'missing', ...(install === undefined ? {} : { install }) };
        }),
      };
    },
    plan: planOf,
    async provide(skill, signal) {
      return python.provide(await planOf(skill, signal), signal);
    },
    remove: async (skill) => python.remove(await lacks(skill)),
    async foldersOf(skills) {
      if (!existsSync(path.join(home, 'packages'))) return [];
      const folders = await Promise.all(skills.map(async (skill) => python.folderOf(await lacks(skill)) ?? []));
      return [...new Set(folders.flat())];
    },
    bytes: () => python.sweep(Date.now()),
  };
}
