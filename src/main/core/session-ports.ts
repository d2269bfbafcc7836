/** The ports of sessions (`session/deps.ts`), filled by the core's other modules. */

import { todayHere } from '../../shared/forms/forms.ts';
import { hasSkills, listedSkills, namedSkills } from '../../shared/skills/skill-list.ts';
import { PROMPT_WITHOUT_SKILLS } from '../context/dialects.ts';
import { DIALECT_PROMPTS } from '../context/index.ts';
import { agentPrompt } from '../context/prompt/agent-prompt.ts';
import { newSessionId } from '../lib/text.ts';
import { systemClock } from '../lib/timing.ts';
import { copyWorkspace } from '../runner/workspace/copy-workspace.ts';
import type { SessionDeps } from '../session/deps.ts';
import { sessionDefaults } from './cli-config.ts';
import { currentDefaults, resolveSettings } from './environment-sessions.ts';
import { learnedLimits, maskedStore } from './model-source.ts';
import type { CoreParts } from './parts.ts';
import { skillSource } from './skill-source.ts';
import { connectServers, offeredServerTools } from './tool-parts.ts';

export function sessionPorts(parts: CoreParts): SessionDeps {
  const { home, options, settings, store, context, library, skills, runner, runWith, tools, models, limits } = parts;
  const { stock, reportBug, telemetry, asks, toolServers, serverScopeOf } = parts;
  return {
    store: maskedStore(telemetry?.watching(store) ?? store, models.mask),
    clock: systemClock,
    context,
    skills: skillSource(library, runWith, stock),
    newId: () => newSessionId(),
    skillsOf: (state) => skillSource(skills.of(state), runWith, stock),
    defaults: (given) => sessionDefaults(settings, { ...options.sessionDefaults, ...given }),
    resolveSettings: (given, state) => resolveSettings(settings, given, state),
    currentDefaults: (state) => currentDefaults(settings, state),
    ...learnedLimits(settings, limits),
    skillUses: () => new Map([...store.skillUsage()].map(([id, { loads }]) => [id, loads])),
    workspaceOf: (id) => runner.workspacePath(id),
    fixedPrompt: async (state) => ({
      basePrompt: agentPrompt(
        hasSkills(state) ? DIALECT_PROMPTS[state.dialect].basePrompt : PROMPT_WITHOUT_SKILLS,
        state.agent,
      ),
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
        ...offeredServerTools(toolServers, serverScopeOf, state),
        ...tools.workshopDefinitions(state, skills.of(state)),
      ],
    }),
    connectServers: (state, signal, again) => connectServers(toolServers, serverScopeOf, state, signal, again),
    model: (state) => models.modelFor(state),
    tools: (toolHost) => {
      const state = toolHost.state();
      return tools.forSession(toolHost, { library: skills.of(state), allowed: state.agent?.tools });
    },
    terminal: (sessionId, callId) => runner.readTerminal(sessionId, callId),
    copyWorkspace: (copy) => copyWorkspace({ ...copy, home, readArtifact: runner.readArtifact }),
    reportBug,
  };
}

/** `Saturday 2026-11-28 (Europe/London)` */
function dayAndZone(now: Date): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(now);
  return `${weekday} ${todayHere(now)} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}
