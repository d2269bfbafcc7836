/** The core: what it holds for its features. Built by `create-core.ts`; see there for the order. */
import os from 'node:os';
import path from 'node:path';
import { NO_LISTS } from '../../shared/approvals.ts';
import type { AppInfo } from '../../shared/contract.ts';
import type { Diagnostic, EventBody, TokenTable, ToolDefinition } from '../../shared/events.ts';
import type { ContainerSettings, SandboxWish } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { AppOptions, Updates } from '../api.ts';
import type { RunWith } from '../context/dialects.ts';
import type { ContextEngine } from '../context/engine.ts';
import { appRoot } from '../lib/app-files.ts';
import type { Log } from '../lib/crash-records.ts';
import type { Disposables } from '../lib/timing.ts';
import type { WireRequest } from '../models/wires/wire.ts';
import type { Runner } from '../runner/runner.ts';
import type { MediaFiles } from '../runner/workspace/media.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { SessionDeps } from '../session/live-session.ts';
import type { Prices } from '../session/requests.ts';
import {
  createSkillSwitches,
  grantsFile,
  realFolder,
  type SkillSwitches,
  type TrustedFolders,
  trustedFolders,
} from '../settings/grants.ts';
import { configFile } from '../settings/jsonc.ts';
import { keyFile } from '../settings/keys.ts';
import type { LimitsFile } from '../settings/route.ts';
import type { Repositories } from '../settings/servers.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { type SkillSecrets, skillSecrets } from '../settings/skill-secrets.ts';
import { createSkillLibrary, projectRoots } from '../skills/discovery/library.ts';
import { type KnownFiles, type SkillDigest, skillDigest } from '../skills/discovery/skill-digest.ts';
import { createTimeSlice } from '../skills/discovery/time-slice.ts';
import type { SkillImports } from '../skills/import/skill-imports.ts';
import { thisMachine } from '../skills/requirements.ts';
import { createSkillWatcher, type SkillWatcher } from '../skills/skill-watcher.ts';
import type { SkillLibrary, SkillSummary, SkillTrust } from '../skills/types.ts';
import type { SharedEntry } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import type { ServersForTools, SkillWorkshop } from '../tools/define-tool.ts';
import { createTools, type ToolRegistry } from '../tools/registry.ts';
import { type EnvironmentSkills, environmentSkills } from './environment-sessions.ts';
import type { ModelSource } from './model-source.ts';
import type { SkillPackages } from './skill-packages.ts';
import { createSkillRules, keptFigures, type SkillRules } from './skill-rules.ts';
import { hasSecret, secretsForTools } from './skill-secrets.ts';
import type { SkillStock } from './skill-source.ts';
import type { Workspaces } from './workspaces.ts';

export interface Core {
  readonly ports: FeaturePorts;
  /** Ends the runs that a killed process left. Once, after the features have filled the ports. */
  start(): Promise<void>;

  // The host's wishes, and what every part uses.
  readonly options: AppOptions;
  readonly access: AppOptions['access'];
  readonly host: AppInfo['host'];
  /** Absolute: the data folder. */
  readonly home: string;
  readonly info: AppInfo;
  /** The oldest Node that it runs on, as MAJOR.MINOR. */
  readonly needsNode: string;
  readonly log: Log;
  readonly disposables: Disposables;
  reportBug(error: unknown): void;
  diagnostics(): Diagnostic[];
  isUnused(): boolean;

  // Settings.
  readonly settings: SettingsStore;
  readonly folders: TrustedFolders;
  readonly project: ProjectTrust;
  readonly secrets: SkillSecrets;
  readonly repositories: Repositories;
  readonly limits: LimitsFile;
  /** True where the person granted it, everywhere or in the session. */
  isGranted(key: string, sessionId: string): boolean;

  // Sessions and what they are made of.
  readonly store: Store;
  readonly sessions: SessionCommands;
  /** Ports for trying a skill out: switches and missing requirements do not hide it. */
  readonly previews: SessionDeps;
  readonly openSessions: OpenSessions;
  readonly context: ContextEngine & {
    /** Pictures and PDFs by their hash. */
    readonly dataOf: WireRequest['dataOf'];
    /** Token table with the figures that the model's answers corrected. */
    table(state: SessionState): Promise<TokenTable>;
  };
  readonly models: ModelSource;
  readonly prices: Prices;
  readonly tools: ToolRegistry;
  /** True if a user can fill in a form. */
  asks(): boolean;

  // Skills.
  readonly bundledRoot: string;
  readonly skills: EnvironmentSkills;
  readonly library: SkillLibrary;
  readonly switches: SkillSwitches;
  readonly rules: SkillRules;
  readonly stock: SkillStock;
  readonly watch: SkillWatcher;
  readonly packages: SkillPackages;
  readonly imports: SkillImports;

  // Programs and files.
  readonly runner: Runner;
  readonly runWith: RunWith;
  readonly sandbox: SandboxWish;
  readonly container: ContainerSettings | undefined;
  readonly media: MediaFiles;
  readonly workspaces: Workspaces;
  /** Paths that an export without private data does not name. */
  readonly exportFolders: readonly string[];

  // The host's own means.
  readonly printPdf: AppOptions['printPdf'];
  readonly updates: Updates | undefined;
}

export interface OpenSessions {
  isOpen(sessionId: string): boolean;
  /** Marks the session open while the stream is read. */
  during<T>(sessionId: string, stream: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void>;
}

// The core's skills: where they are looked for, which of them may be used, and the watch over their folders.

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

interface ProjectTrust extends SkillTrust {
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

// The tools of the core's models, and what the person allowed for good.

interface Below {
  readonly home: string;
  readonly settings: SettingsStore;
  readonly runner: Runner;
  readonly packages: SkillPackages;
  readonly library: SkillLibrary;
  readonly secrets: SkillSecrets;
  readonly bundledRoot: string;
}

export function openToolParts(below: Below, ports: FeaturePorts) {
  const { home, settings, runner, packages, library, secrets, bundledRoot } = below;
  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const tools = createTools({
    runner,
    packages,
    library,
    bundledRoot,
    always,
    ofSessions,
    workshop: async () => ports.workshop?.(),
    secrets: secretsForTools(secrets),
    servers: () => ports.toolSource,
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
    skillVariables: (environment, skill) => settings.of(environment).config().skillVariables?.[skill] ?? {},
  });
  return {
    tools,
    isGranted: (key: string, sessionId: string) =>
      always.list().some((grant) => grant.key === key) ||
      ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId),
    grantDiagnostics: () => [...always.diagnostics(), ...ofSessions.diagnostics()],
  };
}

/** Tools from outside the app, such as those of MCP servers. */
export interface ToolSource extends ServersForTools {
  definitions(state: SessionState): readonly ToolDefinition[];
  /** Same as `SessionDeps.promptOf`. */
  promptOf(state: SessionState, text: string): Promise<string | undefined>;
  /** Connects what the session uses. @returns what the session has not been told. Never rejects. */
  news(state: SessionState, signal: AbortSignal, again: boolean): Promise<readonly EventBody[]>;
}

/** Called after each append with the number of its first event. Must not throw. */
type AppendListener = (session: string, firstSeq: number) => void;

/**
 * Ports of the core that features fill, each in its handlers, before the core starts. Without a feature its port keeps
 * the default: no tools, no listener, no shared sessions, no workshop.
 */
export interface FeaturePorts {
  toolSource: ToolSource;
  readonly appendListeners: Set<AppendListener>;
  /** Sessions that a team shares, as last seen. */
  sharedSessions: () => readonly SharedEntry[];
  workshop: (() => Promise<SkillWorkshop>) | undefined;
}
