/**
 * Builds the core in this order: runner, skills, tools and context, then the sessions over them. The features fill its
 * ports, then it starts.
 */

import { homedir } from 'node:os';
import packageJson from '../../../package.json' with { type: 'json' };
import type { AppInfo } from '../../shared/contract.ts';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import type { Agent } from '../../shared/events.ts';
import { todayHere } from '../../shared/forms/forms.ts';
import { ABOUT_THE_LIST } from '../../shared/session-list-events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import { hasSkills, listedSkills, namedSkills } from '../../shared/skills/skill-list.ts';
import { PROMPT_WITHOUT_SKILLS, PROMPT_WITHOUT_TOOLS } from '../context/dialects.ts';
import { countTokens, createContextEngine } from '../context/engine.ts';
import { DIALECT_PROMPTS } from '../context/more-dialects.ts';
import { hasTools } from '../context/prompt/offered-tools.ts';
import { newSessionId } from '../lib/text.ts';
import { systemClock } from '../lib/timing.ts';
import { createRunner } from '../runner/runner.ts';
import { copyWorkspace } from '../runner/workspace/copy-workspace.ts';
import { createMediaFiles } from '../runner/workspace/media.ts';
import { createSessionCommands, type SessionCommands } from '../session/commands.ts';
import type { LiveSession, SessionDeps } from '../session/live-session.ts';
import { configFile } from '../settings/jsonc.ts';
import { limitsFile } from '../settings/route.ts';
import { repositories } from '../settings/servers.ts';
import { createSkillImports, type SkillImports } from '../skills/import/skill-imports.ts';
import type { Store } from '../store/store.ts';
import { type Core, type FeaturePorts, type OpenSessions, openSkillParts, openToolParts } from './core.ts';
import { currentDefaults, resolveSettings, watchEnvironments } from './environment-sessions.ts';
import { type Data, learnedLimits, maskedStore, modelSource, pricesOf, sessionDefaults } from './model-source.ts';
import { skillPackages } from './skill-packages.ts';
import { documentTokens, oneLook, skillSource } from './skill-source.ts';
import { createWorkspaces } from './workspaces.ts';

const noPorts = (): FeaturePorts => ({
  toolSource: {
    connect: async () => {},
    find: () => undefined,
    wish: () => undefined,
    fault: () => undefined,
    words: messageOf,
    definitions: () => [],
    promptOf: async () => undefined,
    news: async () => [],
  },
  appendListeners: new Set(),
  sharedSessions: () => [],
  workshop: undefined,
});

type Parts = ReturnType<typeof openParts>;

/** Parts that sessions are made over. */
function openParts(data: Data) {
  const { options, host, home, log, disposables, settings, store } = data;
  const reportBug = (error: unknown) => log.error('A bug was caught', error);
  const ports = noPorts();
  const { sandbox = 'auto', container, scriptMemory } = settings.config();
  const models = modelSource(settings, disposables);
  const limits = scriptMemory === undefined ? {} : { memoryBytes: scriptMemory * 1024 ** 2 };
  const runner = createRunner({ home, sandbox, container, limits, mask: models.mask });
  const { runWith } = runner;
  const skillParts = openSkillParts(options, { home, settings, reportBug }, disposables);
  const packages = skillPackages(home, runner, {
    index: (one) => settings.config().packages?.[one === 'python' ? 'pythonIndex' : 'nodeRegistry'],
    isSkill: (id) => skillParts.library.catalog().skills.some((one) => one.id === id),
    asks: options.packages === true ? 'yes' : (options.asks ?? host !== 'cli') ? 'ask' : 'no',
  });
  const { grantDiagnostics, ...toolParts } = openToolParts({ home, settings, runner, packages, ...skillParts }, ports);
  const media = createMediaFiles(home);
  const context = createContextEngine(
    (model) => store.correction(model),
    ({ sha256 }) => media.read(sha256),
  );
  return {
    ...data,
    ...skillParts,
    ...toolParts,
    ports,
    reportBug,
    sandbox,
    container,
    models,
    limits: limitsFile(home),
    runner,
    runWith,
    packages,
    repositories: repositories(configFile(home), (name) => settings.of(name).file),
    media,
    context,
    asks: () => (options.asks ?? host !== 'cli') && settings.config().forms !== false,
    diagnostics: () => [...settings.diagnostics(), ...grantDiagnostics(), ...store.notices()],
  };
}

export function createCore(data: Data): Core {
  const { options, access, host, home, log, disposables, settings, store } = data;
  const parts = openParts(data);
  const { runner, runWith, library, skills, watch, reportBug } = parts;
  const deps = sessionDeps(parts);
  const sessions = createSessionCommands(deps);
  const reveal = options.reveal ?? (async () => false);
  const workspaces = createWorkspaces({ home, runner, store, sessions, log, config: configFile(home), reveal });
  const openSessions = createOpenSessions(sessions, watch.onChange, () => oneLook(parts), reportBug);
  workspaces.setInUse(openSessions.isOpen);
  const info: AppInfo = {
    version: packageJson.version,
    host,
    platform: process.platform,
    home,
    interrupted: [],
    ...(options.updates === undefined ? {} : { updates: true }),
    systemLanguage: options.systemLanguage ?? Intl.DateTimeFormat().resolvedOptions().locale,
  };
  return {
    ...parts,
    info,
    needsNode: packageJson.engines.node.replace('>=', ''),
    sessions,
    previews: {
      ...deps,
      skills: skillSource(library, runWith),
      skillsOf: (state) => skillSource(skills.of(state), runWith),
    },
    prices: pricesOf(settings),
    exportFolders: [homedir(), home],
    imports: skillImports(parts),
    workspaces,
    openSessions,
    printPdf: options.printPdf,
    updates: options.updates,
    async start() {
      if (access !== 'write') return;
      info.interrupted = await cutOffRuns(parts, sessions);
      disposables.add(sessions, (commands) => commands.stopAll());
      // A command ends before a person could save a file.
      if (host === 'cli') return;
      disposables.add(
        watchEnvironments(home, () => void settings.notify().catch(reportBug)),
        (watched) => watched.close(),
      );
      disposables.add(workspaces.keepClean(reportBug), (stop) => stop());
    },
  };
}

/** Getting skills. Tokens by the encoding of the model that is set, as a load counts them. */
function skillImports({
  home,
  access,
  disposables,
  settings,
  library,
  packages,
  runner,
  runWith,
}: Parts): SkillImports {
  const imports = createSkillImports({
    home,
    countTokens: (text) => countTokens(settings.modelId(), text),
    skillBudget: () => settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget,
    tokensOf: (document) => documentTokens(document, runWith, settings.modelId()),
    requirementsOf: packages.of,
    sandbox: async () => (await runner.sandbox()).kind,
    catalog: () => library.refresh(),
    now: () => new Date(),
  });
  // Another program may be moving folders while this one only reads.
  if (access === 'write') imports.recover();
  return disposables.add(imports, (open) => open.dispose());
}

/** Cleans up after a killed process. @returns the sessions whose run was cut off. */
async function cutOffRuns(
  { log, runner }: Pick<Core, 'log' | 'runner'>,
  sessions: SessionCommands,
): Promise<AppInfo['interrupted']> {
  await runner.endLeftovers();
  const recovered = new Set((await recoverWherePossible(sessions, log)).map(({ id }) => id));
  // Titles as the list shows them: a session without one goes by its first words.
  const cutOff =
    recovered.size === 0
      ? []
      : sessions.summaries({ kind: 'any' }).filter((one) => recovered.has(one.id) && one.kind !== 'eval');
  return cutOff.map(({ id, title }) => ({ sessionId: id, title }));
}

/** On a full disk the cut-off runs wait for the next start, so that the user can look and free space. */
async function recoverWherePossible(
  sessions: SessionCommands,
  log: Core['log'],
): ReturnType<SessionCommands['recover']> {
  try {
    return await sessions.recover();
  } catch (error) {
    if (!isSkilldeckError(error) || error.code !== 'home-unusable') throw error;
    log.warn(`Runs that were cut off could not be ended: ${error.message}`);
    return [];
  }
}

/** The store, which tells the listeners of each append. */
const watched = (store: Store, { appendListeners }: FeaturePorts): Store => ({
  ...store,
  append(session, bodies) {
    const events = store.append(session, bodies);
    const [first] = events;
    if (first !== undefined) for (const listener of appendListeners) listener(session, first.seq);
    return events;
  },
});

const promptWords = (state: SessionState): string => {
  if (!hasTools(state)) return PROMPT_WITHOUT_TOOLS;
  return hasSkills(state) ? DIALECT_PROMPTS[state.dialect].basePrompt : PROMPT_WITHOUT_SKILLS;
};

/** The ports of sessions (`SessionDeps`), filled by the core's other modules. */
function sessionDeps(parts: Parts): SessionDeps {
  const { home, options, settings, store, context, library, skills, runner, runWith, tools, models, limits } = parts;
  const { stock, reportBug, asks, ports } = parts;
  return {
    store: maskedStore(watched(store, ports), models.mask),
    clock: systemClock,
    context,
    skills: skillSource(library, runWith, stock),
    newId: () => newSessionId(),
    skillsOf: (state) => skillSource(skills.of(state), runWith, stock),
    defaults: (given) => sessionDefaults(settings, { ...options.sessionDefaults, ...given }),
    resolveSettings: (given, state) => resolveSettings(settings, given, state, limits),
    currentDefaults: (state) => currentDefaults(settings, state, limits),
    ...learnedLimits(settings, limits),
    skillUses: () => new Map([...store.skillUsage()].map(([id, { loads }]) => [id, loads])),
    notesMissedSkills: () => settings.config().missedSkills !== false,
    workspaceOf: (id) => runner.workspacePath(id),
    fixedPrompt: async (state) => ({
      basePrompt: agentPrompt(promptWords(state), state.agent),
      workspaceSection: await DIALECT_PROMPTS[state.dialect].workspaceSection({
        ...state,
        catalog: namedSkills(state),
        today: dayAndZone(new Date()),
        runWith,
      }),
      tools: [
        ...tools.definitions(state.dialect, {
          hasSkills: hasSkills(state),
          list: listedSkills(state),
          allowed: state.agent?.tools,
          asks: asks(),
        }),
        ...ports.toolSource.definitions(state),
        ...tools.workshopDefinitions(state, skills.of(state)),
      ].filter(() => hasTools(state)),
    }),
    promptOf: (state, text) => ports.toolSource.promptOf(state, text),
    connectServers: (state, signal, again) => ports.toolSource.news(state, signal, again),
    model: (state) => models.modelFor(state),
    tools: (toolHost) => {
      const state = toolHost.state();
      return tools.forSession(toolHost, { library: skills.of(state), allowed: state.agent?.tools });
    },
    terminal: (sessionId, callId) => runner.readTerminal(sessionId, callId),
    copyWorkspace: (copy) => copyWorkspace({ ...copy, home, readArtifact: runner.artifacts.read }),
    reportBug,
  };
}

interface OpenSession {
  readonly readers: number;
  /** Number of its last event at that time. */
  readonly openedAt: number;
}

/** Names, marks and notes are no work in it. */
const isWorkedIn = ({ events }: Pick<LiveSession, 'events'>, openedAt = Number.POSITIVE_INFINITY): boolean =>
  events.some(({ seq, type }) => seq > openedAt && !ABOUT_THE_LIST.has(type));

/** @param oneLook skills for one round over the sessions: each file is looked at once for all of them. */
function createOpenSessions(
  sessions: Pick<SessionCommands, 'get' | 'refresh' | 'onChange'>,
  onSkillsChange: (listener: () => void) => () => void,
  oneLook: () => SessionDeps['skillsOf'],
  reportBug: (error: unknown) => void,
): OpenSessions {
  const open = new Map<string, OpenSession>();
  /** Sessions with changes during a run that may make no further request. */
  const waiting = new Set<string>();
  let stop: (() => void) | undefined;

  const refresh = async (id: string, skillsOf?: SessionDeps['skillsOf']): Promise<void> => {
    const session = sessions.get(id);
    const { deleted, catalog, loadedSkills } = session.state;
    // A run looks for itself before each request.
    if (session.running) waiting.add(id);
    else waiting.delete(id);
    // A session that never had a request has nothing to bring up to date.
    if (session.running || deleted || catalog.length + loadedSkills.length === 0) return;
    if (!isWorkedIn(session, open.get(id)?.openedAt)) return;
    try {
      await sessions.refresh(id, skillsOf);
    } catch (error) {
      // An imported session is not written to.
      if (!isSkilldeckError(error)) reportBug(error);
    }
  };
  const listen = (): (() => void) => {
    const offSkills = onSkillsChange(() => {
      const skillsOf = oneLook();
      for (const id of open.keys()) void refresh(id, skillsOf);
    });
    const offSessions = sessions.onChange(() => {
      for (const id of waiting) if (!open.has(id)) waiting.delete(id);
      for (const id of waiting) if (!sessions.get(id).running) void refresh(id);
    });
    return () => {
      offSkills();
      offSessions();
      waiting.clear();
    };
  };
  const look = (id: string, change: 1 | -1): void => {
    const { readers = 0, openedAt = sessions.get(id).state.lastSeq } = open.get(id) ?? {};
    if (readers + change > 0) open.set(id, { readers: readers + change, openedAt });
    else open.delete(id);
    if (open.size > 0) stop ??= listen();
    else {
      stop?.();
      stop = undefined;
    }
  };

  return {
    isOpen: (sessionId) => open.has(sessionId),
    async *during(sessionId, stream) {
      look(sessionId, 1);
      try {
        yield* stream;
      } finally {
        look(sessionId, -1);
      }
    },
  };
}

/** `Saturday 2026-11-28 (Europe/London)` */
function dayAndZone(now: Date): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(now);
  return `${weekday} ${todayHere(now)} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

const PROTOCOL = '## Skill Loading Protocol';

/**
 * The agent's own words in the place of the app's, or besides them. How skills are loaded stays either way: it names
 * the dialect's tools, which no author of an agent should have to know.
 * @param opening the app's words in the session's dialect.
 */
function agentPrompt(opening: string, agent: Agent | undefined): string {
  if (agent === undefined) return opening;
  const own = agent.basePrompt?.trim() ?? '';
  const words = own === '' ? opening : [own, ...protocolOf(opening)].join('\n\n');
  const instructions = agent.instructions?.trim() ?? '';
  return instructions === '' ? words : `${words}\n\n## Your Instructions\n${instructions}`;
}

const protocolOf = (opening: string): string[] =>
  opening.split(/\n\n(?=## )/).filter((section) => section.startsWith(PROTOCOL));
