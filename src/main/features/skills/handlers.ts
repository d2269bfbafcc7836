import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, SkilldeckError } from '../../../shared/errors.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';
import { skillsStream } from '../../api/streams.ts';
import { withUsage } from './skill-usage.ts';

export function skillsRoutes(os: Implementer, deps: ApiDeps) {
  const { sessions, settings } = deps;
  return {
    list: os.skills.list.handler(async ({ input: { sessionId, agent, counted = true, only } }) => {
      const model = sessionId === undefined ? settings.modelId() : sessions.get(sessionId).state.model;
      const found = await deps.listSkills({ model: counted ? model : undefined, only }, { sessionId, agent });
      const list = { ...found, skills: withUsage(found.skills, deps.store.skillUsage(sessionId)) };
      return sessionId === undefined || only !== undefined
        ? list
        : { ...list, loaded: [...(await sessions.loadedOnDisk(sessionId))] };
    }),
    show: os.skills.show.handler(async ({ input: { skill, sessionId, agent } }) => {
      const model = sessionId === undefined ? settings.modelId() : sessions.get(sessionId).state.model;
      const view = await deps.showSkill(skill, model, { sessionId, agent });
      const usage = deps.store.skillUsage(sessionId).get(view.id);
      return usage === undefined ? view : { ...view, usage };
    }),
    watch: os.skills.watch.handler(({ signal }) => skillsStream(deps.onSkillsChange, signal)),
    reload: os.skills.reload.handler(async ({ input }) =>
      expectOk(await sessions.reloadSkill(input.sessionId, input.skill)),
    ),
    setEnabled: os.skills.setEnabled.handler(async ({ input: { sessionId, ...asked } }) =>
      done(
        sessionId === undefined
          ? await deps.switchSkill(asked)
          : await sessions.switchSkill(sessionId, asked.skill, asked.enabled),
      ),
    ),
    lint: os.skills.lint.handler(({ input }) => deps.lintSkills(input)),
    inspectImport: os.skills.inspectImport.handler(({ input, signal }) =>
      deps.skillImports.inspect(input.source, { signal }),
    ),
    inspectUpdate: os.skills.inspectUpdate.handler(({ input, signal }) =>
      deps.skillImports.update(input.id, { signal }),
    ),
    install: os.skills.install.handler(({ input }) => deps.skillImports.install(input.planId, input.ids)),
    discardImport: os.skills.discardImport.handler(async ({ input }) =>
      done(await deps.skillImports.discard(input.planId)),
    ),
    export: os.skills.export.handler(({ input }) => deps.skillImports.export(input.id)),
    uninstall: os.skills.uninstall.handler(({ input }) => deps.skillImports.uninstall(input.id)),
    restore: os.skills.restore.handler(({ input }) => deps.skillImports.restore(input.what)),
    trash: os.skills.trash.handler(() => ({ skills: [...deps.skillImports.trash()] })),
    origin: os.skills.origin.handler(({ input }) => deps.skillImports.origin(input.id)),
    load: os.skills.load.handler(async ({ input }) => expectOk(await sessions.loadSkill(input.sessionId, input.skill))),
    unload: os.skills.unload.handler(({ input }) => expectOk(sessions.unloadSkill(input.sessionId, input.skill))),
    loadReference: os.skills.loadReference.handler(async ({ input }) =>
      expectOk(await sessions.loadReference(input.sessionId, input.skill, input.path)),
    ),
    unloadReference: os.skills.unloadReference.handler(({ input }) =>
      expectOk(sessions.unloadReference(input.sessionId, input.skill, input.path)),
    ),
    pin: os.skills.pin.handler(({ input }) => done(sessions.pinSkill(input.sessionId, input.skill, input.pinned))),
    preview: os.skills.preview.handler(({ input: { tries = [], ...asked } }) =>
      deps.views.preview({ ...asked, tries }),
    ),
  };
}

/** A load that the person asked for and that was refused is an expected failure of the command. */
function expectOk(result: {
  readonly ok: boolean;
  readonly content: string;
  readonly data?: unknown;
}): Record<string, never> {
  if (result.ok) return {};
  throw new SkilldeckError(codeIn(result.data) ?? 'bad-input', result.content, { figures: figuresIn(result.data) });
}

const figuresSchema = z.object({ figures: z.record(z.string(), z.number()) });
const figuresIn = (data: unknown) => figuresSchema.safeParse(data).data?.figures;

function codeIn(data: unknown): ErrorCode | undefined {
  const code = data !== null && typeof data === 'object' && 'code' in data ? data.code : undefined;
  return ERROR_CODES.find((known) => known === code);
}
