/** The contract's handlers: each is a line or two over a command of the core. */
import { z } from 'zod';
import type { KeptAttachments } from '../../shared/attachments.ts';
import type { AppInfo, DoctorReport, LintReport, ModelTest, SkillView } from '../../shared/contract.ts';
import { ERROR_CODES, type ErrorCode, SkilldeckError } from '../../shared/errors.ts';
import { type Diagnostic, rawEvent } from '../../shared/events.ts';
import type { TerminalRecording, TerminalSize } from '../../shared/terminal.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { SkillImports } from '../skill-import/skill-imports.ts';
import type { Store } from '../store/store.ts';
import type { Author } from './author.ts';
import { answerFigures } from './context/answer-figures.ts';
import type { ContextViews } from './context/context-views.ts';
import type { Prices } from './context/prices.ts';
import type { Environments } from './environments.ts';
import { createLookedAt } from './looked-at.ts';
import { artifactRoutes, workspaceRoutes } from './routes/files.ts';
import { bookingsRoutes, formsRoutes } from './routes/forms.ts';
import { type GrantCommands, grantRoutes } from './routes/grants.ts';
import { done, implementContract, inContractWords } from './routes/implement-contract.ts';
import { keepRoutes } from './routes/keep.ts';
import { reviewRoutes } from './routes/review.ts';
import { withUsage } from './routes/skill-usage.ts';
import { terminalRoutes } from './routes/terminal.ts';
import { type ContextDeps, showContext } from './show-context.ts';
import { environmentsStream, sessionListStream, sessionStream, settingsStream, skillsStream } from './streams.ts';
import type { Workspaces } from './workspaces.ts';

/** Whose skills: a session's, or those of one that is not made yet, with that agent. */
export interface SkillsOf {
  readonly sessionId?: string | undefined;
  readonly agent?: string | undefined;
}

export interface ApiDeps {
  readonly info: AppInfo;
  readonly sessions: SessionCommands;
  readonly settings: SettingsStore;
  readonly environments: Environments;
  readonly store: Pick<
    Store,
    'search' | 'hits' | 'library' | 'bookingEvents' | 'rows' | 'has' | 'importLog' | 'skillUsage'
  >;
  readonly context: ContextDeps;
  readonly views: ContextViews;
  readonly author: Author;
  readonly prices: Prices;
  readonly attachments: KeptAttachments;
  /** @param listing `model`: whose encoding counts; without one nothing is read. `only`: ids. */
  listSkills(
    listing: { readonly model: string | undefined; readonly only?: readonly string[] | undefined },
    of: SkillsOf,
  ): Promise<{ skills: SkillView[]; diagnostics: Diagnostic[] }>;
  /** @throws SkilldeckError `skill-not-found` (lists the ids), `skill-broken`. */
  showSkill(skill: string, model: string, of: SkillsOf): Promise<SkillView>;
  /** Called after every change of the skills on the disk and of the switches. */
  onSkillsChange(listener: () => void): () => void;
  /** For an environment, or for everything. @throws SkilldeckError `skill-not-found`, `bad-input`, `config-invalid`. */
  switchSkill(asked: {
    readonly skill: string;
    readonly enabled: boolean | null;
    readonly environment?: string | undefined;
  }): Promise<void>;
  /** @throws SkilldeckError `bad-input` where a folder is not there. */
  lintSkills(input: { dirs?: readonly string[] | undefined; fix?: boolean | undefined }): Promise<LintReport>;
  readonly skillImports: SkillImports;
  readonly grants: GrantCommands;
  doctor(): Promise<DoctorReport>;
  testModel(options: { baseUrl: string; model: string; apiKey: string | undefined }): Promise<ModelTest>;
  /** @throws SkilldeckError `artifact-not-found`. The latest version where none is named. */
  artifact(sessionId: string, name: string, version: number | undefined): Promise<{ mime: string; base64: string }>;
  readonly workspaces: Workspaces;
  /** Raw terminal text of a call, '' where there is none. */
  terminal(sessionId: string, callId: string): Promise<string>;
  /** The same with its times. */
  recording(sessionId: string, callId: string): Promise<TerminalRecording>;
  /** Of a run that is under way. */
  liveTerminal(sessionId: string, callId: string): LiveTerminal | undefined;
  /** @throws SkilldeckError `not-supported`, with what to do instead. */
  printPdf(page: string): Promise<Uint8Array>;
  reportBug(error: unknown): void;
}

export interface LiveTerminal {
  /** Resolves when it is typed. */
  type(data: string, by: 'user'): Promise<void>;
  resize(size: TerminalSize): void;
}

/** What a stream throws comes after its handler has returned. */
async function* endingInContractWords<T>(items: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    throw inContractWords(error);
  }
}

export function createRouter(deps: ApiDeps) {
  const { sessions, settings } = deps;
  const os = implementContract(deps.reportBug);

  const lookedAt = createLookedAt(sessions, deps.onSkillsChange, deps.reportBug);
  deps.workspaces.spare(lookedAt.isOpen);

  return os.router({
    app: {
      info: os.app.info.handler(() => deps.info),
      doctor: os.app.doctor.handler(() => deps.doctor()),
    },
    sessions: {
      list: os.sessions.list.handler(({ input }) => [...sessions.summaries(input)]),
      watch: os.sessions.watch.handler(({ signal }) => sessionListStream(sessions, signal)),
      create: os.sessions.create.handler(({ input }) => ({ sessionId: sessions.create(input).id })),
      configure: os.sessions.configure.handler(({ input }) =>
        done(sessions.configure(input.sessionId, input.settings)),
      ),
      events: os.sessions.events.handler(({ input: { sessionId, afterSeq = 0, toSeq = Number.POSITIVE_INFINITY } }) =>
        sessions
          .get(sessionId)
          .events.filter((event) => event.seq > afterSeq && event.seq <= toSeq)
          .map((event) => ({ ...rawEvent(event) })),
      ),
      rename: os.sessions.rename.handler(({ input }) => done(sessions.rename(input.sessionId, input.title))),
      remove: os.sessions.remove.handler(async ({ input }) => done(await sessions.remove(input.sessionId))),
      restore: os.sessions.restore.handler(({ input }) => done(sessions.restore(input.sessionId))),
      ...keepRoutes(os, deps),
      stream: os.sessions.stream.handler(({ input, signal }) =>
        endingInContractWords(
          lookedAt.during(input.sessionId, sessionStream(sessions.get(input.sessionId), input.afterSeq, signal)),
        ),
      ),
    },
    chat: {
      send: os.chat.send.handler(async ({ input: { sessionId, text, attachments = [] } }) => {
        sessions.get(sessionId);
        const found = await Promise.all(attachments.map((one) => deps.attachments.find(sessionId, one)));
        return done(await sessions.send(sessionId, text, found));
      }),
      attach: os.chat.attach.handler(async ({ input: { base64, ...piece } }) => {
        sessions.get(piece.sessionId).assertIdle();
        return { attachment: await deps.attachments.take({ ...piece, bytes: Buffer.from(base64, 'base64') }) };
      }),
      stop: os.chat.stop.handler(async ({ input }) => {
        if (await sessions.stop(input.sessionId)) return {};
        throw new SkilldeckError('nothing-running', 'Nothing is running in this session.');
      }),
      retry: os.chat.retry.handler(async ({ input }) => done(await sessions.retry(input.sessionId))),
      edit: os.chat.edit.handler(async ({ input }) =>
        done(await sessions.edit(input.sessionId, input.seq, input.text)),
      ),
      bringBack: os.chat.bringBack.handler(({ input }) => done(sessions.bringBack(input.sessionId, input.seq))),
      approve: os.chat.approve.handler(({ input }) =>
        done(sessions.approve(input.sessionId, input.callId, input.unasked ? 'unasked' : input.decision)),
      ),
    },
    skills: {
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
      discardImport: os.skills.discardImport.handler(({ input }) => done(deps.skillImports.discard(input.planId))),
      export: os.skills.export.handler(({ input }) => deps.skillImports.export(input.id)),
      uninstall: os.skills.uninstall.handler(({ input }) => deps.skillImports.uninstall(input.id)),
      restore: os.skills.restore.handler(({ input }) => deps.skillImports.restore(input.what)),
      trash: os.skills.trash.handler(() => ({ skills: [...deps.skillImports.trash()] })),
      origin: os.skills.origin.handler(({ input }) => deps.skillImports.origin(input.id)),
      load: os.skills.load.handler(async ({ input }) =>
        expectOk(await sessions.loadSkill(input.sessionId, input.skill)),
      ),
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
    },
    author: {
      tree: os.author.tree.handler(({ input }) => deps.author.tree(input.skill)),
      read: os.author.read.handler(({ input }) => deps.author.read(input.skill, input.path)),
      write: os.author.write.handler(({ input: { skill, path, text, basedOn } }) =>
        deps.author.write(skill, path, text, basedOn),
      ),
      moveFile: os.author.moveFile.handler(async ({ input }) =>
        done(await deps.author.moveFile(input.skill, input.from, input.to)),
      ),
      removeFile: os.author.removeFile.handler(async ({ input }) => ({
        entry: await deps.author.removeFile(input.skill, input.path),
      })),
      restoreFile: os.author.restoreFile.handler(async ({ input }) => ({
        path: await deps.author.restoreFile(input.skill, input.entry),
      })),
      check: os.author.check.handler(({ input: { skill, unsaved = [] } }) => deps.author.check(skill, unsaved)),
      fix: os.author.fix.handler(async ({ input }) => ({ fixed: await deps.author.fix(input.skill, input.rule) })),
      create: os.author.create.handler(async ({ input }) => ({ skill: await deps.author.create(input) })),
      duplicate: os.author.duplicate.handler(async ({ input }) => ({
        skill: await deps.author.duplicate(input.skill, input.name),
      })),
      rename: os.author.rename.handler(async ({ input }) => ({
        skill: await deps.author.rename(input.skill, input.name),
      })),
      reveal: os.author.reveal.handler(({ input }) => deps.author.reveal(input.skill, input.path)),
      tryIt: os.author.tryIt.handler(async ({ input }) => ({ sessionId: await deps.author.tryIt(input.skill) })),
    },
    context: {
      show: os.context.show.handler(async ({ input: { sessionId, agent, at, part } }) => {
        const session = sessionId === undefined ? await sessions.preview({ agent }) : sessions.get(sessionId);
        const view = await showContext(deps.context, session, at, part);
        return { ...view, ...answerFigures(session, at, deps.prices) };
      }),
      requests: os.context.requests.handler(({ input }) => deps.views.requests(input.sessionId)),
      compact: os.context.compact.handler(({ input }) => sessions.compact(input.sessionId, input.instruction)),
      undoCompaction: os.context.undoCompaction.handler(({ input }) =>
        sessions.undoCompaction(input.sessionId, input.seq),
      ),
      pinMessage: os.context.pinMessage.handler(({ input }) =>
        done(sessions.pinMessage(input.sessionId, input.seq, input.pinned)),
      ),
      diff: os.context.diff.handler(({ input: { from, to, texts = false } }) => deps.views.diff(from, to, texts)),
      whatIf: os.context.whatIf.handler(({ input: { steps, ...address } }) => deps.views.whatIf(address, steps)),
      placements: os.context.placements.handler(({ input }) => deps.views.placements(input.sessionId)),
    },
    forms: formsRoutes(os, deps),
    bookings: bookingsRoutes(os, deps),
    review: reviewRoutes(os, deps),
    grants: grantRoutes(os, deps),
    artifacts: artifactRoutes(os, deps),
    workspace: workspaceRoutes(os, deps),
    terminal: terminalRoutes(os, deps),
    environments: {
      list: os.environments.list.handler(() => deps.environments.view()),
      watch: os.environments.watch.handler(({ signal }) => environmentsStream(deps.environments, signal)),
      create: os.environments.create.handler(({ input }) => deps.environments.create(input.name)),
      copy: os.environments.copy.handler(({ input }) => deps.environments.create(input.name, input.from)),
      switch: os.environments.switch.handler(({ input }) => deps.environments.switchTo(input.name)),
      remove: os.environments.remove.handler(({ input }) => deps.environments.remove(input.name)),
      restore: os.environments.restore.handler(({ input }) => deps.environments.restore(input.what)),
    },
    settings: {
      get: os.settings.get.handler(() => settings.view()),
      watch: os.settings.watch.handler(({ signal }) => settingsStream(settings, signal)),
      set: os.settings.set.handler(({ input }) => settings.change(input)),
      testModel: os.settings.testModel.handler(async ({ input }) => {
        const { baseUrl, model } = input;
        const apiKey = input.apiKey ?? (await settings.endpoint({ baseUrl })).apiKey;
        return deps.testModel({ baseUrl, model, apiKey });
      }),
    },
  });
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
