/** The composition root: what the core is built from. Nothing here decides anything. */
import os from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { NO_LISTS } from '../shared/approvals/command-lists.ts';
import { isSkilldeckError } from '../shared/errors.ts';
import type { AppHandle, AppOptions } from './api/app-handle.ts';
import { configFile } from './config/config-file.ts';
import { dataFolder } from './config/data-folder.ts';
import { limitsFile } from './config/endpoint-limits.ts';
import { grantsFile } from './config/grants-file.ts';
import { keyFile } from './config/key-file.ts';
import { createSettings } from './config/settings.ts';
import { skillSecrets } from './config/skill-secrets.ts';
import { createSkillSwitches } from './config/skill-switches.ts';
import { trustedFolders } from './config/trusted-folders.ts';
import { DIALECT_PROMPTS } from './context/dialects/index.ts';
import { createContextEngine } from './context/engine.ts';
import { agentPrompt } from './context/prompt/agent-prompt.ts';
import { PROMPT_WITHOUT_SKILLS } from './context/prompt/base-prompt.ts';
import { followed, newSession, settled } from './core/environment-sessions.ts';
import { environmentSkills } from './core/environment-skills.ts';
import { watchEnvironments } from './core/environment-watch.ts';
import { givenConfig, sessionDefaults } from './core/given-config.ts';
import { learnedLimits } from './core/learned-limits.ts';
import { livingSkills } from './core/living-skills.ts';
import { maskedStore } from './core/mask-keys.ts';
import { modelSource } from './core/model-source.ts';
import { pricesOf } from './core/prices-of.ts';
import { createSkillRules } from './core/skill-rules.ts';
import { listSkills, showSkill, skillSource } from './core/skill-source.ts';
import { terminalText } from './core/terminal-text.ts';
import { createAuthor } from './features/authoring/author.ts';
import { storedBookings } from './features/cards/stored-bookings.ts';
import { createContextViews } from './features/context-views/context-views.ts';
import { withScratchTools } from './features/context-views/scratch-tools.ts';
import { previewSkill } from './features/context-views/skill-preview.ts';
import { examine } from './features/doctor/doctor.ts';
import { createEnvironments } from './features/environments/environments.ts';
import { readArtifact } from './features/files/read-artifact.ts';
import { createWorkspaces } from './features/files/workspaces.ts';
import { grantCommands } from './features/grants/grants.ts';
import { hasSecret, secretCommands, secretsForTools } from './features/secrets/skill-secrets.ts';
import { modelTests } from './features/settings/model-tests.ts';
import { lintWith } from './features/skills/lint-skills.ts';
import { skillImports } from './features/skills/skill-imports.ts';
import { switchSkill } from './features/skills/switch-skill.ts';
import { printPdf } from './features/transfer/print-pdf.ts';
import { isProjectTrusted, trustCommands } from './features/trust/project-trust.ts';
import { appRoot } from './lib/app-root.ts';
import { systemClock } from './lib/clock.ts';
import { createDisposables, type Disposables } from './lib/disposables.ts';
import { findProgram } from './lib/find-program.ts';
import { createFileLog, type Log, silentLog } from './lib/log.ts';
import { newSessionId } from './lib/new-session-id.ts';
import { createRouter } from './router.ts';
import { createAttachments } from './runner/artifacts/attachments.ts';
import { createMediaFiles } from './runner/artifacts/media-files.ts';
import { createRunner } from './runner/run-command.ts';
import { copyWorkspace } from './runner/workspace/copy-workspace.ts';
import { createSessionCommands, type SessionCommands } from './session/commands.ts';
import type { SessionDeps } from './session/deps.ts';
import { thisMachine } from './skills/requirements/requirements-check.ts';
import { openStore } from './store/store.ts';
import { createTools } from './tools/registry.ts';

export { repairDatabase } from './store/backup/repair.ts';

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`. */
export async function createApp(options: AppOptions): Promise<AppHandle> {
  const disposables = createDisposables();
  try {
    return await build(options, disposables);
  } catch (error) {
    await disposables.dispose();
    throw error;
  }
}

async function build(options: AppOptions, disposables: Disposables): Promise<AppHandle> {
  const { access, host } = options;
  const home = dataFolder(options.home);
  const log = access === 'write' ? createFileLog(path.join(home, 'skilldeck.log')) : silentLog;
  const reportBug = (error: unknown) => log.error('A bug was caught', error);
  const settings = createSettings({ home, given: givenConfig(options), keys: options.keyStore ?? keyFile(home) });
  // Wrong usage is told before anything is opened or made.
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
  const { mask } = models;
  const runner = disposables.add(await createRunner({ home, sandbox, container, standby: true, mask }), (open) =>
    open.close(),
  );
  const runWith = (script: string) => runner.runWith(script);
  const bundledRoot = path.join(appRoot(), 'skills');
  const projectDir = options.projectDir ?? process.cwd();
  const folders = trustedFolders(home);
  const projectTrusted = () => isProjectTrusted(folders, projectDir, options.trustProject === true);
  const skills = environmentSkills(settings, {
    home,
    projectDir,
    projectTrusted,
    userHome: os.homedir(),
    bundledDir: bundledRoot,
  });
  const library = skills.current;
  const secrets = skillSecrets(home, options.secretStore ?? keyFile(home, 'skill-secrets.key'));
  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const tools = createTools({
    ...{
      runner,
      library,
      bundledRoot,
      always,
      ofSessions,
      ripgrep: findProgram(['rg']),
      secrets: secretsForTools(secrets),
    },
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
  });
  const limits = limitsFile(home);
  const media = createMediaFiles(home);
  const context = createContextEngine(
    (model) => store.correction(model),
    ({ sha256 }) => media.read(sha256),
  );

  const switches = createSkillSwitches(configFile(home), (name) => settings.of(name).file);
  const rules = createSkillRules(
    switches,
    thisMachine((name, skill) => hasSecret(secrets, skill, name)),
    () => settings.environment(),
    projectTrusted,
  );
  const living = disposables.add(
    livingSkills({ skills, watches: host !== 'cli' && access === 'write', reportBug }),
    (open) => open.close(),
  );
  // A file of settings may have switched skills.
  settings.onChange(() => living.tell());
  const stock = { rules, contentOf: living.contentOf };

  const asks = () => (options.asks ?? host !== 'cli') && settings.config().forms !== false;

  const sessionDeps: SessionDeps = {
    store: maskedStore(store, mask),
    clock: systemClock,
    context,
    skills: skillSource(library, runWith, stock),
    newId: () => newSessionId(),
    skillsOf: (state) => skillSource(skills.of(state), runWith, stock),
    defaults: (given) => sessionDefaults(settings, { ...options.sessionDefaults, ...given }),
    settled: (given, state) => settled(settings, given, state),
    followed: (state) => followed(settings, state),
    ...learnedLimits(settings, limits),
    workspaceOf: (id) => runner.workspacePath(id),
    fixedPrompt: (state) => ({
      basePrompt: agentPrompt(
        state.catalog.length > 0 ? DIALECT_PROMPTS[state.dialect].basePrompt : PROMPT_WITHOUT_SKILLS,
        state.agent,
      ),
      workspaceSection: DIALECT_PROMPTS[state.dialect].workspaceSection({ ...state, runWith }),
      tools: tools.definitions(state.dialect, {
        hasSkills: state.catalog.length > 0,
        catalog: state.catalog,
        allowed: state.agent?.tools,
        asks: asks(),
      }),
    }),
    model: (state) => models.modelFor(state),
    tools: (toolHost) => {
      const state = toolHost.state();
      return tools.forSession(toolHost, { library: skills.of(state), allowed: state.agent?.tools });
    },
    terminal: (sessionId, callId) => runner.readTerminal(sessionId, callId),
    copyWorkspace: (copy) => copyWorkspace({ ...copy, home, readArtifact: runner.readArtifact }),
    reportBug,
  };
  const sessions = createSessionCommands(sessionDeps);
  // What a skill costs is asked of one that is switched off too, and of one that cannot work here.
  const unswitched: SessionDeps = {
    ...sessionDeps,
    skills: skillSource(library, runWith),
    skillsOf: (state) => skillSource(skills.of(state), runWith),
  };
  let interrupted: { sessionId: string; title: string }[] = [];
  if (access === 'write') {
    await runner.endLeftovers();
    const recovered = new Set((await recoverWherePossible(sessions, log)).map(({ id }) => id));
    // By the titles of the list: a session that was given none goes by its first words there.
    const cutOff = recovered.size === 0 ? [] : sessions.summaries({}).filter(({ id }) => recovered.has(id));
    interrupted = cutOff.map(({ id, title }) => ({ sessionId: id, title }));
    disposables.add(sessions, (commands) => commands.stopAll());
    // A command is over before a person could save a file.
    if (host !== 'cli') {
      disposables.add(
        watchEnvironments(home, () => void settings.tell().catch(reportBug)),
        (watched) => watched.close(),
      );
    }
  }

  const workspaces = createWorkspaces({
    ...{ home, runner, store, sessions, log },
    config: configFile(home),
    reveal: options.reveal ?? (async () => false),
  });
  if (access === 'write' && host !== 'cli') disposables.add(workspaces.keepClean(reportBug), (stop) => stop());

  const prices = pricesOf(settings);
  const diagnostics = () => [
    ...settings.diagnostics(),
    ...always.diagnostics(),
    ...ofSessions.diagnostics(),
    ...store.notices(),
  ];
  const router = createRouter({
    info: {
      version: packageJson.version,
      host,
      platform: process.platform,
      home,
      interrupted,
      systemLanguage: options.systemLanguage ?? Intl.DateTimeFormat().resolvedOptions().locale,
    },
    sessions,
    settings,
    environments: createEnvironments({ ...settings, diagnostics }),
    store,
    context: { table: context.table, dataOf: context.dataOf },
    prices,
    attachments: createAttachments(home, media),
    author: createAuthor({
      home,
      library,
      runWith,
      sessions: unswitched,
      commands: sessions,
      roots: skills.roots,
      reveal: options.reveal ?? (async () => false),
    }),
    views: createContextViews({
      sessions,
      context: { table: context.table, dataOf: context.dataOf },
      prices,
      preview: (asked) =>
        withScratchTools({ library, bundledRoot, sandbox }, (scratch) =>
          previewSkill({ sessions: { ...unswitched, tools: scratch }, library, runWith, prices }, asked),
        ),
    }),
    listSkills: async (listing, { sessionId, agent }) => {
      const session = sessionId === undefined ? newSession(settings, agent) : sessions.get(sessionId).state;
      const list = await listSkills(skills.of(session), runWith, listing, stock, session);
      return { ...list, diagnostics: [...list.diagnostics, ...living.diagnostics()] };
    },
    showSkill: (skill, model, { sessionId, agent }) => {
      const session = sessionId === undefined ? newSession(settings, agent) : sessions.get(sessionId).state;
      return showSkill(skills.of(session), runWith, { skill, model }, stock, session);
    },
    onSkillsChange: living.onChange,
    async switchSkill(asked) {
      await switchSkill({ skills, switches, rules, settings }, asked);
      living.tell();
    },
    lintSkills: (input) => lintWith(settings, skills.roots(), input),
    skillImports: disposables.add(skillImports(home, access, settings, library, runWith), (imports) =>
      imports.dispose(),
    ),
    grants: grantCommands(tools.grants, sessions),
    trust: trustCommands(folders, { dir: projectDir, trusted: projectTrusted }, library, () => living.tell()),
    secrets: secretCommands(secrets, library, () => living.tell()),
    doctor: () =>
      examine({
        home,
        appRoot: appRoot(),
        diagnostics: diagnostics(),
        settings: () => settings.view(),
        python: () => runWith('script.py').replace(/ script\.py$/, ''),
        sandbox,
        container,
        workspaces: workspaces.usage,
      }),
    models: modelTests(settings, limits),
    workspaces,
    storedBookings: () => storedBookings(home),
    artifact: (sessionId, name, version) => readArtifact(runner, sessions.get(sessionId).state, name, version),
    terminal: (sessionId, callId) => runner.readTerminal(sessionId, callId),
    recording: (sessionId, callId) => runner.readRecording(sessionId, callId),
    liveTerminal: (sessionId, callId) => tools.terminals.find(sessionId, callId),
    printPdf: options.printPdf ?? ((page) => printPdf(page)),
    reportBug,
  });
  return { home, router, close: () => disposables.dispose() };
}

/** On a full disk the cut-off runs wait for the next start: until then a person can look and make room. */
async function recoverWherePossible(sessions: SessionCommands, log: Log): ReturnType<SessionCommands['recover']> {
  try {
    return await sessions.recover();
  } catch (error) {
    if (!isSkilldeckError(error) || error.code !== 'home-unusable') throw error;
    log.warn(`Runs that were cut off could not be ended: ${error.message}`);
    return [];
  }
}
