import type { ToolResult } from '../../../main/agent/ports.ts';
import { changes, done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { newSession } from '../../../main/core/environment-sessions.ts';
import { lintCounts, listSkills, showSkill } from '../../../main/core/skill-source.ts';
import { expectOk } from '../../../main/session/load-skill.ts';
import { noSkill, type SkillSummary } from '../../../main/skills/types.ts';
import { settledLook } from '../../../main/skills/watch.ts';
import { type SkillView, skillsContract } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { missingIn } from '../../../shared/skills/skill-packages.ts';

interface SwitchAsked {
  readonly skill: string;
  /** `null` takes the switch out. */
  readonly enabled: boolean | null;
  /** Absent: for everything. */
  readonly environment?: string | undefined;
}

/**
 * Switches a skill for an environment or for everything, in the settings' files. Switching on takes a switch out where
 * that is enough, and says it in so many words where a wider switch or this computer is against it.
 * @throws SkilldeckError `skill-not-found` (lists the ids), `bad-input` for an environment that is not there, `config-invalid`.
 */
async function switchSkill(
  { skills, switches, rules, settings }: Core,
  { skill: id, enabled, environment }: SwitchAsked,
): Promise<void> {
  if (environment !== undefined) settings.folders.assertThere(environment);
  if (enabled === null) return switches.set(id, null, environment);
  const scope = { environment: environment ?? settings.environment() };
  const catalog = await settledLook(skills.of({ ...scope, pinned: {} }));
  const skill = catalog.skills.find((one) => one.id === id);
  if (skill === undefined) throw noSkill(id, catalog.skills);
  if (!enabled) return switches.set(id, false, environment);
  switches.set(id, null, environment);
  const { enabled: isOn, by } = rules.now(scope)(skill);
  // A global switch does not override the environment's.
  if (!isOn && (environment !== undefined || by !== 'environment')) switches.set(id, true, environment);
}

/** For callers that never stop it. */
const NEVER = new AbortController().signal;

export function skillHandlers(core: Core) {
  const os = implementContract(skillsContract, core.reportBug);
  const { imports, library, packages, runWith, sessions, settings, skills, stock, store, watch } = core;
  /** The session, or what one made now with this agent would have of skills. */
  const scopeOf = (sessionId: string | undefined, agent: string | undefined) =>
    sessionId === undefined ? newSession(settings, agent) : sessions.get(sessionId).state;
  const modelOf = (sessionId: string | undefined) =>
    sessionId === undefined ? settings.modelId() : sessions.get(sessionId).state.model;
  const budgetOf = (sessionId: string | undefined) =>
    sessionId === undefined ? lintCounts(core).skillBudget : sessions.get(sessionId).state.limits.skillBudget;
  const summaryOf = (id: string): SkillSummary => {
    const all = library.catalog().skills;
    const found = all.find((skill) => skill.id === id);
    if (found === undefined) throw noSkill(id, all);
    return found;
  };
  const refreshed = async (id: string): Promise<SkillSummary> => {
    await settledLook(library);
    return summaryOf(id);
  };
  const missingOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, missingIn(await packages.of(summaryOf(id))).length);
    return counts;
  };
  /** Adds what the data folder's sessions know of a skill. */
  const withUsage = (sessionId: string | undefined) => {
    const [usage, missed] = [store.skillUsage(sessionId), store.missedSkills()];
    return (skill: SkillView) => ({
      ...skill,
      missed: missed.get(skill.id) ?? 0,
      ...defined({ usage: usage.get(skill.id) }),
    });
  };
  return {
    list: os.list.handler(async ({ input: { sessionId, agent, counted = true, only, packages: reads = false } }) => {
      const count = counted === 'kept' ? 'kept' : counted ? 'all' : 'none';
      const scope = scopeOf(sessionId, agent);
      const listing = { model: modelOf(sessionId), count, only } as const;
      const found = await listSkills(skills.of(scope), runWith, listing, stock, scope);
      const known = withUsage(sessionId);
      const counts = reads ? await missingOf(found.skills.map(({ id }) => id)) : new Map<string, number>();
      const list = {
        skills: found.skills.map((skill) => ({
          ...known(skill),
          ...defined({ missing: counts.get(skill.id) }),
        })),
        diagnostics: found.diagnostics,
        budget: budgetOf(sessionId),
      };
      return sessionId === undefined || only !== undefined
        ? list
        : { ...list, loaded: [...(await sessions.loadedOnDisk(sessionId))] };
    }),
    show: os.show.handler(async ({ input: { skill, sessionId, agent } }) => {
      const scope = scopeOf(sessionId, agent);
      const view = await showSkill(skills.of(scope), runWith, { skill, model: modelOf(sessionId) }, stock, scope);
      const summary = summaryOf(view.id);
      const requirements = await packages.of(summary);
      const { gradeSkill } = await import('./grade-skill.ts');
      return {
        ...withUsage(sessionId)(view),
        requirements,
        ...defined({ grade: await gradeSkill(core, summary, requirements) }),
        missing: missingIn(requirements).length,
      };
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
    planPackages: os.planPackages.handler(async ({ input, signal }) => {
      return packages.plan(await refreshed(input.id), signal ?? NEVER);
    }),
    providePackages: os.providePackages.handler(async ({ input, signal }) =>
      packages.provide(await refreshed(input.id), signal ?? NEVER),
    ),
    removePackages: os.removePackages.handler(async ({ input }) => ({
      removed: await packages.remove(await refreshed(input.id)),
    })),
    discardImport: os.discardImport.handler(async ({ input }) => done(await imports.discard(input.planId))),
    export: os.export.handler(({ input }) => imports.export(input.id)),
    uninstall: os.uninstall.handler(async ({ input: { id } }) => {
      const all = library.catalog().skills;
      const skill = all.find((one) => one.id === id);
      const others = all.filter((one) => one.id !== id);
      const forget = skill === undefined ? undefined : await packages.forget(skill, others);
      const gone = await imports.uninstall(id);
      forget?.();
      return gone;
    }),
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

/** For commands that answer nothing. */
function carriedOut(result: Pick<ToolResult, 'ok' | 'content' | 'data'>): Record<string, never> {
  expectOk(result);
  return {};
}
