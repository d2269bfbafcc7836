/** All tools, by dialect (CONTRACT §4). A dialect is a table of tools; a tool is one file. */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import type { ApprovalDetail, CatalogEntry, Dialect, ToolDefinition } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { hasSkills, listedSkills, modelSkills, type SkillList, skillWords } from '../../shared/skills/skill-list.ts';
import type { ApprovalNeed, AskPerson, PreparedCall, ToolPort, ToolResult } from '../agent/ports.ts';
import { createMask } from '../lib/mask-secrets.ts';
import { allowsName } from '../lib/patterns.ts';
import { skillIndexOf } from '../skills/search.ts';
import type { SkillLibrary } from '../skills/types.ts';
import { type AllGrants, createGrants } from './approval/grants.ts';
import {
  createRunningPrograms,
  defineTool,
  type ReadyCall,
  type RunningPrograms,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolHost,
  type ToolParts,
} from './define-tool.ts';
import { askUser } from './forms.ts';
import { loadSkillThroughPath, skillListDocs, skillLoad, skillSelectDocs } from './load-skill-through-path.ts';
import { readFileOrSkill } from './read-file-or-skill.ts';
import { readyServerTool } from './server-tools.ts';
import { listSkills, loadSkill, loadSkillReference, skill, unloadSkill } from './skills.ts';
import { workshopTools } from './workshop.ts';
import { grep } from './workspace/grep-search.ts';
import { createLiveTerminals, type LiveTerminals } from './workspace/live-terminals.ts';
import { listDir, readFile, viewTextFile, writeTextFile } from './workspace/read-file.ts';
import { skillExec, skillKillSession, skillPollSession, skillWriteStdin } from './workspace/skill-exec.ts';
import {
  bash,
  executeShellCommand,
  readySkillTool,
  runCommand,
  runUnattended,
  type ScriptWords,
  skillRun,
} from './workspace/skill-run.ts';
import { writeFile } from './workspace/write-file.ts';

const USUAL = 10;
const MOST = 50;

const LOAD: Readonly<Record<Dialect, string>> = {
  omni: 'Load one with load_skill.',
  trpc: 'Load one with skill_load.',
  'agent-core': 'Call skill with its id.',
  agentscope: 'Load one with load_skill_through_path, path "SKILL.md".',
  standard: 'Read the SKILL.md at its location with read_file.',
};

/** Finds skills that the list has no room for (CONTRACT §12), in every dialect. */
const searchSkills = defineTool('search_skills', 'skills', {
  description:
    'Search all skills, also those that the list leaves out, by words of the task. Call it when no skill of the list fits a request.',
  schema: z.object({
    query: z.string().min(1).describe('What the skill should do, in a few words.'),
    limit: z.int().min(1).max(MOST).optional().describe(`At most so many skills; ${USUAL} without it.`),
  }),
  aliases: [
    ['q', 'query'],
    ['keywords', 'query'],
    ['top_k', 'limit'],
  ],
  ready: ({ query, limit = USUAL }, { host }) => ({
    async execute() {
      const state = host.state();
      const skills = modelSkills(state);
      const index = await skillIndexOf(skills);
      const found = index.search(query, limit);
      if (found.length === 0) {
        const content = `No skill matches "${query}". Try other words for the task, also in another language; there are ${skills.length} skills.`;
        return { ok: true, content };
      }
      const byId = new Map(skills.map((entry) => [entry.id, entry]));
      const loaded = new Set(state.loadedSkills.map(({ id }) => id));
      const lines = found.flatMap(({ id }) => {
        const entry = byId.get(id);
        return entry === undefined ? [] : [lineOf(entry, state.dialect, loaded.has(id))];
      });
      return {
        ok: true,
        content: [`Best of ${skills.length} skills first. ${LOAD[state.dialect]}`, ...lines].join('\n'),
      };
    },
  }),
});

/** Names the folder where the loaded text does not. */
function lineOf(entry: CatalogEntry, dialect: Dialect, isLoaded: boolean): string {
  const name = entry.name === entry.id ? '' : ` (${entry.name})`;
  const mark = isLoaded ? ' [loaded]' : '';
  const location = dialect === 'omni' ? '' : ` Location: ${path.join(entry.path, 'SKILL.md')}`;
  return `- **${entry.id}**${name}${mark}: ${skillWords(entry)}${location}`;
}

const OMNI: readonly Tool[] = [
  loadSkill,
  unloadSkill,
  loadSkillReference,
  listSkills,
  runCommand,
  grep,
  listDir,
  readFile,
  writeFile,
];

export const DIALECT_TOOLS: Readonly<Record<Dialect, readonly Tool[]>> = {
  omni: OMNI,
  'agent-core': [skill, bash, readFile, writeFile, grep, listDir],
  agentscope: [loadSkillThroughPath, executeShellCommand, viewTextFile, writeTextFile],
  standard: [runCommand, grep, listDir, readFileOrSkill, writeFile],
  trpc: [
    skillLoad,
    skillSelectDocs,
    skillListDocs,
    skillRun,
    skillExec,
    skillWriteStdin,
    skillPollSession,
    skillKillSession,
  ],
};

/** They bring instructions into the context and do nothing else: who may know a skill may load it. */
const LOADING: ReadonlySet<string> = new Set(
  [loadSkill, unloadSkill, loadSkillReference, listSkills, searchSkills, skill, loadSkillThroughPath]
    .concat(skillLoad, skillSelectDocs, skillListDocs)
    .map(({ name }) => name),
);

/** Added to the dialects whose tool list is the app's own; offered only if a form can be shown. */
export const ASKING: Readonly<Partial<Record<Dialect, readonly Tool[]>>> = { omni: [askUser], standard: [askUser] };

/** Facts of the skills that decide which tools there are. */
interface SkillsOffered {
  /** The model knows of one at least. */
  readonly hasSkills: boolean;
  /** The list leaves skills out. */
  readonly isCut: boolean;
}

function toolsOf(
  dialect: Dialect,
  skills: SkillsOffered,
  allowed: readonly string[] | undefined,
  asks: boolean,
): readonly Tool[] {
  const own = DIALECT_TOOLS[dialect];
  const tools = [...own, ...(skills.isCut ? [searchSkills] : []), ...(asks ? (ASKING[dialect] ?? []) : [])];
  return tools.filter(
    ({ name, group }) => (skills.hasSkills || group !== 'skills') && (LOADING.has(name) || allowsName(allowed, name)),
  );
}

/** Settings of one session; the rest is shared. */
interface ToolScope {
  readonly library?: SkillLibrary;
  /** Patterns of the tools that may act; absent: all. */
  readonly allowed?: readonly string[] | undefined;
}

export type ToolRegistry = ReturnType<typeof createTools>;

interface OfferOptions {
  readonly hasSkills: boolean;
  readonly list?: SkillList;
  readonly allowed?: readonly string[] | undefined;
  /** True if a form can be shown to the user. */
  readonly asks?: boolean;
}

const NO_LIST: SkillList = { skills: [], more: 0 };

/** Every failure becomes a result that the model can act on. */
async function settle(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolFailure) return { ok: false, content: error.message };
    if (isSkilldeckError(error) && error.code === 'terminal-unusable') {
      const figures = error.detail?.figures ?? {};
      return { ok: false, content: error.message, refusal: { code: error.code, figures } };
    }
    return { ok: false, content: `The tool failed: ${messageOf(error)}` };
  }
}

/** Neither a result nor a question holds a secret that the person gave to a skill, wherever it was read. */
async function masked<T extends ToolResult | ApprovalNeed | ApprovalDetail>(
  given: T,
  secrets: ToolParts['secrets'],
): Promise<T> {
  const values = (await secrets?.values()) ?? [];
  if (values.length === 0) return given;
  return createMask(() => values).within(given);
}

function prepared(ready: ReadyCall, secrets: ToolParts['secrets']): PreparedCall {
  return {
    async approval(signal) {
      try {
        return await masked((await ready.approval?.(signal)) ?? { kind: 'allowed' }, secrets);
      } catch (error) {
        return settle(() => Promise.reject(error));
      }
    },
    remember: (decision) => ready.remember?.(decision),
    execute: async (signal, ask) => {
      const asking: AskPerson = async (detail, own) => ask(await masked(detail, secrets), own);
      return masked(await settle(() => ready.execute(signal, asking)), secrets);
    },
  };
}

export function createTools(parts: ToolParts) {
  const sessions = new Map<string, RunningPrograms>();
  const grants = createGrants(parts);
  const terminals = createLiveTerminals();
  const keptOf = (sessionId: string) => {
    const programs = sessions.get(sessionId) ?? createRunningPrograms();
    sessions.set(sessionId, programs);
    return { grants: grants.of(sessionId), programs };
  };

  const contextOf = (host: ToolHost, library: SkillLibrary, callId: string): ToolContext => ({
    ...parts,
    library,
    host,
    callId,
    terminals,
    ...keptOf(host.sessionId),
  });

  return {
    terminals: terminals as Pick<LiveTerminals, 'find'>,
    /** Permissions the user gave beyond one call. */
    grants: grants as Pick<AllGrants, 'list' | 'withdraw' | 'restore'>,
    /** See the function of that name. */
    runUnattended(
      session: Pick<ToolHost, 'append'> & { readonly id: string; readonly state: SessionState },
      script: ScriptWords,
      library: SkillLibrary,
      signal: AbortSignal,
    ) {
      const load = async (): Promise<ToolResult> => ({ ok: false, content: 'Nothing is loaded here.' });
      const host: ToolHost = {
        sessionId: session.id,
        state: () => session.state,
        append: (...bodies) => session.append(...bodies),
        publish: () => {},
        skills: { load, unload: load, loadReference: load, unloadReference: load },
      };
      return runUnattended(script, contextOf(host, library, `unattended-${randomUUID()}`), signal);
    },
    /** Tools as offered to the model, in a fixed order. Omits skill tools if there are no skills. */
    definitions: (
      dialect: Dialect,
      { list = NO_LIST, allowed, asks = false, ...offer }: OfferOptions,
    ): readonly ToolDefinition[] =>
      toolsOf(dialect, { ...offer, isCut: list.more > 0 }, allowed, asks).map(
        ({ name, description, parameters, forList }) => ({
          name,
          description,
          parameters: { ...parameters },
          ...forList?.(list),
        }),
      ),
    /** For skills that work on skills, while one that asks for them is loaded. */
    workshopDefinitions: (state: SessionState, library: SkillLibrary): readonly ToolDefinition[] =>
      workshopTools(state, library).map(({ name, description, parameters }) => ({
        name,
        description,
        parameters: { ...parameters },
      })),
    /** Forgets what was granted for the session, and ends what still runs in it. */
    forget(sessionId: string) {
      void sessions.get(sessionId)?.endAll();
      sessions.delete(sessionId);
      grants.forget(sessionId);
    },
    /** Port for the calls of one session. Session grants outlive it: create it per run or once. */
    forSession: (host: ToolHost, { library = parts.library, allowed }: ToolScope = {}): ToolPort => ({
      async prepare(call) {
        const state = host.state();
        // Same condition as for the offered tools: no form if none can be shown.
        const asks = state.tools.some(({ name }) => name === askUser.name);
        const own = toolsOf(
          state.dialect,
          { hasSkills: hasSkills(state), isCut: listedSkills(state).more > 0 },
          allowed,
          asks,
        );
        const tools = [...own, ...workshopTools(state, library)];
        const tool = tools.find(({ name }) => name === call.name);
        const context = contextOf(host, library, call.id);
        try {
          if (tool !== undefined) return prepared(tool.ready(call.arguments, context), parts.secrets);
          const served = readyServerTool(call.name, call.arguments, context);
          if (served !== undefined) return prepared(served, parts.secrets);
          const names = tools.map(({ name }) => name);
          return prepared(await readySkillTool(call.name, call.arguments, names, context), parts.secrets);
        } catch (error) {
          return settle(() => Promise.reject(error));
        }
      },
      close: async () => sessions.get(host.sessionId)?.endAll(),
    }),
  };
}
