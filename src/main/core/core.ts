/** The core: its modules, put together. Features take from it what they need. */
import os from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { NO_LISTS } from '../../shared/approvals/command-lists.ts';
import type { AppInfo } from '../../shared/contract.ts';
import type { AppOptions } from '../api/app-handle.ts';
import { configFile } from '../config/config-file.ts';
import { dataFolder } from '../config/data-folder.ts';
import { limitsFile } from '../config/endpoint-limits.ts';
import { grantsFile } from '../config/grants-file.ts';
import { keyFile } from '../config/key-file.ts';
import { createSettings } from '../config/settings.ts';
import { skillSecrets } from '../config/skill-secrets.ts';
import { createSkillSwitches } from '../config/skill-switches.ts';
import { trustedFolders } from '../config/trusted-folders.ts';
import { createContextEngine } from '../context/engine.ts';
import { appRoot } from '../lib/app-root.ts';
import type { Disposables } from '../lib/disposables.ts';
import { findProgram } from '../lib/find-program.ts';
import { createFileLog, silentLog } from '../lib/log.ts';
import { createMediaFiles } from '../runner/artifacts/media-files.ts';
import { createRunner } from '../runner/runner.ts';
import { createSessionCommands } from '../session/commands.ts';
import { thisMachine } from '../skills/requirements/requirements-check.ts';
import { createSkillWatcher } from '../skills/watching/skill-watcher.ts';
import { openStore } from '../store/store.ts';
import { createTools } from '../tools/registry.ts';
import { cliConfig } from './cli-config.ts';
import { environmentSkills } from './environment-skills.ts';
import { modelSource } from './model-source.ts';
import { createOpenSessions } from './open-sessions.ts';
import { pricesOf } from './prices-of.ts';
import { sessionPorts } from './session-ports.ts';
import { createSkillRules } from './skill-rules.ts';
import { hasSecret, secretsForTools } from './skill-secrets.ts';
import { skillSource } from './skill-source.ts';
import { startUp } from './start-up.ts';
import { terminalText } from './terminal-text.ts';
import { createWorkspaces } from './workspaces.ts';

/** Everything below the sessions. */
export type CoreParts = Awaited<ReturnType<typeof openParts>>;
export type Core = Awaited<ReturnType<typeof createCore>>;

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`, `bad-input`. */
export async function createCore(options: AppOptions, disposables: Disposables) {
  const parts = await openParts(options, disposables);
  const { home, settings, store, runner, library, skills, runWith, watch, log, reportBug } = parts;
  const ports = sessionPorts(parts);
  const sessions = createSessionCommands(ports);
  const interrupted = await startUp(parts, sessions);
  const reveal = options.reveal ?? (async () => false);
  const workspaces = createWorkspaces({ home, runner, store, sessions, log, config: configFile(home), reveal });
  if (options.access === 'write' && options.host !== 'cli') {
    disposables.add(workspaces.keepClean(reportBug), (stop) => stop());
  }
  const openSessions = createOpenSessions(sessions, watch.onChange, reportBug);
  workspaces.setInUse(openSessions.isOpen);
  const info: AppInfo = {
    version: packageJson.version,
    host: options.host,
    platform: process.platform,
    home,
    interrupted,
    systemLanguage: options.systemLanguage ?? Intl.DateTimeFormat().resolvedOptions().locale,
  };
  return {
    ...parts,
    info,
    sessions,
    /** Ports for trying a skill out: switches and missing requirements do not hide it. */
    previews: {
      ...ports,
      skills: skillSource(library, runWith),
      skillsOf: (state: Parameters<typeof ports.skillsOf>[0]) => skillSource(skills.of(state), runWith),
    },
    prices: pricesOf(settings),
    workspaces,
    openSessions,
    reveal,
    printPdf: options.printPdf,
  };
}

async function openParts(options: AppOptions, disposables: Disposables) {
  const { access, host } = options;
  const home = dataFolder(options.home);
  const log = access === 'write' ? createFileLog(path.join(home, 'skilldeck.log')) : silentLog;
  const reportBug = (error: unknown) => log.error('A bug was caught', error);
  const settings = createSettings({ home, given: cliConfig(options), keys: options.keyStore ?? keyFile(home) });
  // Wrong usage is reported before anything is opened or made.
  if (options.environment !== undefined) settings.folders.assertThere(options.environment);
  const store = disposables.add(
    openStore({
      home,
      access,
      terminal: terminalText(home),
      onBackupFailure: (error) => log.error('A backup could not be made', error),
    }),
    (open) => open.close(),
  );
  const sandbox = settings.config().sandbox ?? 'auto';
  const { container } = settings.config();
  const models = modelSource(settings, disposables);
  const runner = disposables.add(
    await createRunner({ home, sandbox, container, standby: true, mask: models.mask }),
    (open) => open.close(),
  );
  const runWith = (script: string) => runner.runWith(script);

  const folders = trustedFolders(home);
  const projectDir = options.projectDir ?? process.cwd();
  const project = {
    dir: projectDir,
    trusted: () => options.trustProject === true || folders.decisionOn(projectDir)?.trusted === true,
  };
  const bundledRoot = options.bundledSkills ?? path.join(appRoot(), 'skills');
  const skills = environmentSkills(settings, {
    home,
    projectDir,
    projectTrusted: project.trusted,
    userHome: os.homedir(),
    bundledDir: bundledRoot,
    isUnchanged: (roots) => watch.isUnchanged(roots),
  });
  const library = skills.current;
  const secrets = skillSecrets(home, options.secretStore ?? keyFile(home, 'skill-secrets.key'));
  const switches = createSkillSwitches(configFile(home), (name) => settings.of(name).file);
  const rules = createSkillRules(
    switches,
    thisMachine((name, skill) => hasSecret(secrets, skill, name)),
    () => settings.environment(),
    project.trusted,
  );
  const watch = disposables.add(
    createSkillWatcher({ libraries: skills.all, watches: host !== 'cli' && access === 'write', reportBug }),
    (open) => open.close(),
  );
  // A settings file may have switched skills.
  settings.onChange(() => watch.notify());

  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const tools = createTools({
    runner,
    library,
    bundledRoot,
    always,
    ofSessions,
    ripgrep: findProgram(['rg']),
    secrets: secretsForTools(secrets),
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
  });
  const media = createMediaFiles(home);
  const context = createContextEngine(
    (model) => store.correction(model),
    ({ sha256 }) => media.read(sha256),
  );
  return {
    options,
    access,
    host,
    home,
    log,
    reportBug,
    disposables,
    settings,
    store,
    sandbox,
    container,
    models,
    limits: limitsFile(home),
    runner,
    runWith,
    folders,
    project,
    bundledRoot,
    skills,
    library,
    secrets,
    switches,
    rules,
    watch,
    stock: { rules, contentOf: watch.contentOf },
    tools,
    media,
    context,
    /** True if a user can fill in a form. */
    asks: () => (options.asks ?? host !== 'cli') && settings.config().forms !== false,
    diagnostics: () => [
      ...settings.diagnostics(),
      ...always.diagnostics(),
      ...ofSessions.diagnostics(),
      ...store.notices(),
    ],
  };
}
