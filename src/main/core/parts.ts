/** The core below the sessions: settings, store, runner, skills, tools and context. */
import os from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { NO_LISTS } from '../../shared/approvals/command-lists.ts';
import type { AppOptions } from '../api/app-handle.ts';
import { configFile } from '../config/config-file.ts';
import { dataFolder } from '../config/data-folder.ts';
import { limitsFile } from '../config/endpoint-limits.ts';
import { grantsFile } from '../config/grants-file.ts';
import { keyFile } from '../config/key-file.ts';
import { mcpServers } from '../config/mcp-servers.ts';
import { repositories } from '../config/repositories.ts';
import { createSettings } from '../config/settings.ts';
import { skillSecrets } from '../config/skill-secrets.ts';
import { createSkillSwitches } from '../config/skill-switches.ts';
import { trustedFolders } from '../config/trusted-folders.ts';
import { createContextEngine } from '../context/engine.ts';
import { appRoot } from '../lib/app-files.ts';
import type { Disposables } from '../lib/disposables.ts';
import { findProgram } from '../lib/find-program.ts';
import { createFileLog, silentLog } from '../lib/log.ts';
import { createMediaFiles } from '../runner/artifacts/media-files.ts';
import { createRunner } from '../runner/runner.ts';
import { thisMachine } from '../skills/requirements/requirements-check.ts';
import { createSkillWatcher } from '../skills/watching/skill-watcher.ts';
import { openStore } from '../store/store.ts';
import { targetOf } from '../telemetry/live/target.ts';
import { Telemetry } from '../telemetry/live/telemetry.ts';
import { createTools } from '../tools/registry.ts';
import type { SkillWorkshop } from '../tools/types.ts';
import { cliConfig } from './cli-config.ts';
import { environmentSkills } from './environment-skills.ts';
import { keptFigures } from './kept-figures.ts';
import { modelSource } from './model-source.ts';
import { createSkillRules } from './skill-rules.ts';
import { hasSecret, secretsForTools } from './skill-secrets.ts';
import { terminalText } from './terminal-text.ts';
import { toolServers as openToolServers, type ScopeOf, serverScope, serversForTools } from './tool-servers.ts';

export type CoreParts = Awaited<ReturnType<typeof openParts>>;

export async function openParts(options: AppOptions, disposables: Disposables) {
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
  const telemetry =
    access === 'write'
      ? disposables.add(
          new Telemetry({
            home,
            version: packageJson.version,
            store,
            target: () => targetOf(settings.config().telemetry, process.env),
            log,
          }),
          (open) => open.close(),
        )
      : undefined;
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
  settings.onChange(() => telemetry?.changed());
  // A settings file may have switched skills.
  settings.onChange(() => watch.notify());

  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const servers = mcpServers(configFile(home), (name) => settings.of(name).file, project);
  const ofRepositories = repositories(configFile(home), (name) => settings.of(name).file);
  const toolServers = disposables.add(openToolServers(home, { definitions: servers, secrets, runner }), (open) =>
    open.close(),
  );
  settings.onChange(() => toolServers.settle());
  const isGranted = (key: string, sessionId: string) =>
    always.list().some((grant) => grant.key === key) ||
    ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId);
  const serverScopeOf: ScopeOf = (state) => serverScope(state, skills.of(state), isGranted);
  /** Trying skills needs the whole core: the feature that does it puts itself here. */
  const workshop: { open?: () => Promise<SkillWorkshop> } = {};
  const tools = createTools({
    runner,
    library,
    bundledRoot,
    always,
    ofSessions,
    ripgrep: findProgram(['rg']),
    workshop: async () => workshop.open?.(),
    secrets: secretsForTools(secrets),
    servers: serversForTools(toolServers, serverScopeOf),
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
    skillVariables: (environment, skill) => settings.of(environment).config().skillVariables?.[skill] ?? {},
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
    telemetry,
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
    servers,
    toolServers,
    repositories: ofRepositories,
    serverScopeOf,
    rules,
    watch,
    stock: { rules, contentOf: watch.contentOf, figures: keptFigures(home) },
    tools,
    workshop,
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
