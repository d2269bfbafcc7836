import { skillsContract } from '../../../shared/contract/skills.ts';
import type { SkillView } from '../../../shared/contract.ts';
import type { SkillUsage } from '../../../shared/skill-usage.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { done, implementContract } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import type { Core } from '../../core/core.ts';
import { newSession } from '../../core/environment-sessions.ts';
import { lintCounts } from '../../core/lint-counts.ts';
import { listSkills, showSkill } from '../../core/skill-source.ts';
import { expectOk } from '../../session/loading/expect-ok.ts';
import { switchSkill } from './switch-skill.ts';

export function skillHandlers(core: Core) {
  const os = implementContract(skillsContract, core.reportBug);
  const { imports, runWith, sessions, settings, skills, stock, store, watch } = core;
  /** The session, or what one made now with this agent would have of skills. */
  const scopeOf = (sessionId: string | undefined, agent: string | undefined) =>
    sessionId === undefined ? newSession(settings, agent) : sessions.get(sessionId).state;
  const modelOf = (sessionId: string | undefined) =>
    sessionId === undefined ? settings.modelId() : sessions.get(sessionId).state.model;
  const budgetOf = (sessionId: string | undefined) =>
    sessionId === undefined ? lintCounts(core).skillBudget : sessions.get(sessionId).state.limits.skillBudget;
  return {
    list: os.list.handler(async ({ input: { sessionId, agent, counted = true, only } }) => {
      const count = counted === 'kept' ? 'kept' : counted ? 'all' : 'none';
      const scope = scopeOf(sessionId, agent);
      const listing = { model: modelOf(sessionId), count, only } as const;
      const found = await listSkills(skills.of(scope), runWith, listing, stock, scope);
      const usage = store.skillUsage(sessionId);
      const list = {
        skills: found.skills.map((skill) => withUsage(skill, usage.get(skill.id))),
        diagnostics: [...found.diagnostics, ...watch.diagnostics()],
        budget: budgetOf(sessionId),
      };
      return sessionId === undefined || only !== undefined
        ? list
        : { ...list, loaded: [...(await sessions.loadedOnDisk(sessionId))] };
    }),
    show: os.show.handler(async ({ input: { skill, sessionId, agent } }) => {
      const scope = scopeOf(sessionId, agent);
      const view = await showSkill(skills.of(scope), runWith, { skill, model: modelOf(sessionId) }, stock, scope);
      return withUsage(view, store.skillUsage(sessionId).get(view.id));
    }),
    watch: os.watch.handler(({ signal }) => {
      let change = 0;
      return changes(() => ({ change: change++ }), watch.onChange, signal);
    }),
    reload: os.reload.handler(async ({ input }) =>
      carriedOut(await sessions.reloadSkill(input.sessionId, input.skill)),
    ),
    setEnabled: os.setEnabled.handler(async ({ input: { sessionId, ...asked } }) => {
      if (sessionId !== undefined) return done(await sessions.switchSkill(sessionId, asked.skill, asked.enabled));
      await switchSkill(core, asked);
      return done(watch.notify());
    }),
    lint: os.lint.handler(async ({ input }) => (await import('./lint-skills.ts')).lintWith(core, input)),
    lintRules: os.lintRules.handler(async ({ input }) => (await import('./lint-skills.ts')).lintRules(input.language)),
    inspectImport: os.inspectImport.handler(({ input, signal }) => imports.inspect(input.source, { signal })),
    inspectUpdate: os.inspectUpdate.handler(({ input, signal }) => imports.update(input.id, { signal })),
    install: os.install.handler(({ input }) => imports.install(input.planId, input.ids)),
    discardImport: os.discardImport.handler(async ({ input }) => done(await imports.discard(input.planId))),
    export: os.export.handler(({ input }) => imports.export(input.id)),
    uninstall: os.uninstall.handler(({ input }) => imports.uninstall(input.id)),
    restore: os.restore.handler(({ input }) => imports.restore(input.what)),
    trash: os.trash.handler(() => ({ skills: [...imports.trash()] })),
    origin: os.origin.handler(({ input }) => imports.origin(input.id)),
    load: os.load.handler(async ({ input }) => carriedOut(await sessions.loadSkill(input.sessionId, input.skill))),
    unload: os.unload.handler(({ input }) => carriedOut(sessions.unloadSkill(input.sessionId, input.skill))),
    loadReference: os.loadReference.handler(async ({ input }) =>
      carriedOut(await sessions.loadReference(input.sessionId, input.skill, input.path)),
    ),
    unloadReference: os.unloadReference.handler(({ input }) =>
      carriedOut(sessions.unloadReference(input.sessionId, input.skill, input.path)),
    ),
    pin: os.pin.handler(({ input }) => done(sessions.pinSkill(input.sessionId, input.skill, input.pinned))),
  };
}

/** Adds what the data folder's sessions know of a skill. */
const withUsage = (skill: SkillView, usage: SkillUsage | undefined): SkillView =>
  usage === undefined ? skill : { ...skill, usage };

/** For commands that answer nothing. */
function carriedOut(result: Pick<ToolResult, 'ok' | 'content' | 'data'>): Record<string, never> {
  expectOk(result);
  return {};
}
