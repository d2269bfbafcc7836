/** The core's skills: where they are looked for, which of them may be used, and the watch over their folders. */
import os from 'node:os';
import path from 'node:path';
import type { AppOptions } from '../api.ts';
import { appRoot } from '../lib/app-files.ts';
import type { Disposables } from '../lib/timing.ts';
import { createSkillSwitches, realFolder, type TrustedFolders, trustedFolders } from '../settings/grants.ts';
import { configFile } from '../settings/jsonc.ts';
import { keyFile } from '../settings/keys.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { skillSecrets } from '../settings/skill-secrets.ts';
import { createSkillLibrary, projectRoots } from '../skills/discovery/library.ts';
import { type KnownFiles, type SkillDigest, skillDigest } from '../skills/discovery/skill-digest.ts';
import { createTimeSlice } from '../skills/discovery/time-slice.ts';
import { thisMachine } from '../skills/requirements.ts';
import { createSkillWatcher } from '../skills/skill-watcher.ts';
import type { SkillSummary, SkillTrust } from '../skills/types.ts';
import { environmentSkills } from './environment-sessions.ts';
import { createSkillRules, keptFigures } from './skill-rules.ts';
import { hasSecret } from './skill-secrets.ts';

export function openSkillParts(
  options: AppOptions,
  { home, settings, reportBug }: { home: string; settings: SettingsStore; reportBug: (error: unknown) => void },
  disposables: Disposables,
) {
  const folders = trustedFolders(home);
  const projectDir = options.projectDir ?? process.cwd();
  const project = createProjectTrust(folders, projectDir, options.trustProject === true);
  const bundledRoot = options.bundledSkills ?? path.join(appRoot(), 'skills');
  const skills = environmentSkills(settings, {
    home,
    projectDir,
    trust: project,
    userHome: os.homedir(),
    bundledDir: bundledRoot,
    variable: process.env.SKILLS_ROOT,
  });
  const secrets = skillSecrets(home, options.secretStore ?? keyFile(home, 'skill-secrets.key'));
  const switches = createSkillSwitches(configFile(home), (name) => settings.of(name).file);
  const rules = createSkillRules(
    switches,
    thisMachine((name, skill) => hasSecret(secrets, skill, name)),
    () => settings.environment(),
    project.heldBack,
  );
  const watches = options.host !== 'cli' && options.access === 'write';
  const watch = disposables.add(createSkillWatcher({ libraries: skills.all, watches, reportBug }), (open) =>
    open.close(),
  );
  // A settings file may have switched skills.
  settings.onChange(() => watch.notify());
  return {
    folders,
    project,
    bundledRoot,
    skills,
    library: skills.current,
    secrets,
    switches,
    rules,
    watch,
    stock: { rules, contentOf: watch.contentOf, figures: keptFigures(home) },
  };
}

interface SeenSkill {
  readonly skill: SkillSummary;
  readonly digest: SkillDigest;
}

/** Reason for which the model is not told of a skill of the project. */
type HeldBack = 'untrusted' | 'new' | 'changed' | 'too-large';

export interface ProjectTrust extends SkillTrust {
  readonly dir: string;
  /** True if the person trusts the folder. Its skills may have changed since. */
  trusted(): boolean;
  /** Reads the decision once, for many skills. Undefined: the skill may be used. */
  heldBack(): (skill: SkillSummary) => HeldBack | undefined;
  /** The project's skills as of the last look, shadowed ones too. */
  seen(): readonly SeenSkill[];
  /**
   * Trusts a folder with the skills that are there now.
   * @param shown digests of the skills that the person saw; others are trusted only if they were before. Default: all.
   */
  trust(dir: string, shown?: readonly string[]): Promise<void>;
}

/** By its place and its name: a link made later can give a folder another name. */
const nameIn = (folder: string, { id, dir }: SkillSummary): string =>
  `${id}@${path.relative(folder, dir).split(path.sep).join('/')}`;

/** @param before files of the last look; they give way to those of this one. */
async function look(
  folder: string,
  skills: readonly SkillSummary[],
  before: KnownFiles = new Map(),
): Promise<{ readonly seen: ReadonlyMap<string, SeenSkill>; readonly files: KnownFiles }> {
  const slice = createTimeSlice();
  const files: KnownFiles = new Map();
  const seen = new Map<string, SeenSkill>();
  for (const skill of skills)
    seen.set(nameIn(folder, skill), { skill, digest: await skillDigest(skill, before, files, slice) });
  return { seen, files };
}

const digestsOf = (seen: ReadonlyMap<string, SeenSkill>): Record<string, string> =>
  Object.fromEntries([...seen].flatMap(([name, { digest }]) => (digest === 'too-large' ? [] : [[name, digest]])));

/** @param forThisRun trusts the skills that are there at the first look. */
function createProjectTrust(folders: TrustedFolders, dir: string, forThisRun: boolean): ProjectTrust {
  const folder = realFolder(dir);
  let files: KnownFiles = new Map();
  let seen: ReadonlyMap<string, SeenSkill> = new Map();
  /** Trusted until this program ends. */
  let atFirst: Readonly<Record<string, string>> | undefined;

  const heldBack = () => {
    const decided = folders.decisionOn(dir);
    const trusted = forThisRun || decided?.trusted === true;
    return (skill: SkillSummary): HeldBack | undefined => {
      if (skill.source !== 'project') return undefined;
      if (!trusted) return 'untrusted';
      const name = nameIn(folder, skill);
      const digest = seen.get(name)?.digest;
      if (digest === 'too-large') return 'too-large';
      const before = [atFirst?.[name], decided?.skills?.[name]].filter((one) => one !== undefined);
      if (digest !== undefined && before.includes(digest)) return undefined;
      return before.length > 0 ? 'changed' : 'new';
    };
  };

  return {
    dir,
    trusted: () => forThisRun || folders.decisionOn(dir)?.trusted === true,
    heldBack,
    allowed() {
      const reason = heldBack();
      return (skill) => reason(skill) === undefined;
    },
    seen: () => [...seen.values()],
    async look(skills) {
      ({ seen, files } = await look(folder, skills, files));
      if (forThisRun) atFirst ??= digestsOf(seen);
    },
    async trust(given, shown) {
      const of = realFolder(given);
      let now: ReadonlyMap<string, SeenSkill> = new Map();
      const collect = async (skills: readonly SkillSummary[]): Promise<void> => {
        now = (await look(of, skills)).seen;
      };
      await createSkillLibrary({
        roots: projectRoots(of),
        trust: { look: collect, allowed: () => () => true },
      }).refresh();
      const before = folders.decisionOn(of)?.skills ?? {};
      const saw = shown === undefined ? undefined : new Set(shown);
      const trusted = Object.entries(digestsOf(now)).filter(
        ([name, digest]) => saw === undefined || saw.has(digest) || before[name] === digest,
      );
      folders.decide(of, true, Object.fromEntries(trusted));
    },
  };
}
