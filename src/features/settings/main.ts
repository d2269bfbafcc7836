/** Environments, grants, secrets of skills, settings and their models, and trust, for the screen and the command line. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { changes, done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { holds, reachOf, realDir } from '../../main/core/skill-secrets.ts';
import { entriesOf } from '../../main/lib/files.ts';
import { LEAST_LENGTH as MIN_SECRET } from '../../main/lib/mask-secrets.ts';
import { parseAddress, requestHeaders } from '../../main/models/address.ts';
import { listedLimits, listModels } from '../../main/models/endpoint-limits.ts';
import { testModel } from '../../main/models/test-connection.ts';
import { WIRE } from '../../main/models/wires/wires.ts';
import { isVariable, refusedVariable } from '../../main/runner/run-environment.ts';
import { realFolder } from '../../main/settings/grants.ts';
import { DEMO_MODEL_ID } from '../../main/settings/models.ts';
import { endpointOf, type LimitsFile, routeOf } from '../../main/settings/route.ts';
import { assertKey, type SettingsStore } from '../../main/settings/settings.ts';
import { requirementsOf, takesSecret } from '../../main/skills/requirements.ts';
import { noSkill, type SkillSummary } from '../../main/skills/types.ts';
import { type Grant, grantsContract } from '../../shared/contract/grants.ts';
import { type ModelList, type ModelTest, namedModelSchema, settingsContract } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import type { EnvironmentsView } from '../../shared/environments.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import { detailed, type ExplainedFailure, failedFor } from '../../shared/messages/failure.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import { MODEL_TABLE } from '../../shared/models/model-row.ts';
import {
  environmentsContract,
  type SkillSecretView,
  secretsContract,
  type TrustView,
  trustContract,
} from './contract.ts';

/** Environments for the screen and the command line. Changes throw SkilldeckError `bad-input`, in words for the person. */
export function environmentHandlers({ settings, diagnostics, reportBug }: Core) {
  const os = implementContract(environmentsContract, reportBug);
  const { folders } = settings;
  const view = (): EnvironmentsView => {
    const current = settings.environment();
    const own = settings.of(current);
    return {
      current,
      environments: folders.list().map((name) => {
        const folder = folders.folder(name);
        return { name, folder: existsSync(folder) ? folder : null, skills: foldersIn(path.join(folder, 'skills')) };
      }),
      agents: own.agents().map(({ name, description, model }) => ({ name, ...defined({ description, model }) })),
      agent: own.agentFor(undefined)?.name ?? null,
      models: own.models().map(({ name, model, baseUrl = '' }) => ({ name, model, baseUrl: keylessAddress(baseUrl) })),
      diagnostics: diagnostics(),
    };
  };
  const create = async (name: string, from?: string): Promise<EnvironmentsView> => {
    folders.create(name, from);
    await settings.notify();
    return view();
  };
  return {
    list: os.list.handler(view),
    watch: os.watch.handler(({ signal }) => changes(view, settings.onChange, signal)),
    create: os.create.handler(({ input }) => create(input.name)),
    copy: os.copy.handler(({ input }) => create(input.name, input.from)),
    switch: os.switch.handler(async ({ input }) => {
      await settings.switchTo(input.name);
      return view();
    }),
    remove: os.remove.handler(async ({ input: { name } }) => {
      if (name === settings.environment() && folders.has(name))
        throw detailed('bad-input', 'environment-in-use', { name });
      const entry = folders.remove(name);
      await settings.notify();
      return { entry };
    }),
    restore: os.restore.handler(async ({ input }) => {
      folders.restore(input.what);
      await settings.notify();
      return view();
    }),
  };
}

const foldersIn = (dir: string): number =>
  entriesOf(dir).filter((entry) => !entry.name.startsWith('.') && !entry.isFile()).length;

/** Permissions that the user gave beyond one call. Revoking one is logged in the session where it was given. */
export function grantHandlers({ tools: { grants }, sessions, reportBug }: Core) {
  const os = implementContract(grantsContract, reportBug);
  const log = ({ key, label, skill, span, sessionId }: Grant, undone: boolean): void => {
    if (sessionId === undefined) return;
    try {
      const about = { key, label, span, ...defined({ skill, undone: undone || undefined }) };
      sessions.get(sessionId).append({ type: 'grant-withdrawn', ...about });
    } catch (error) {
      // The session is gone; the grant went anyway.
      if (!isSkilldeckError(error)) throw error;
    }
  };
  return {
    list: os.list.handler(({ input }) => [...grants.list(input.sessionId)]),
    withdraw: os.withdraw.handler(({ input }) => {
      const grant = grants.withdraw(input.key);
      if (grant !== undefined) log(grant, false);
      return { withdrawn: grant !== undefined };
    }),
    restore: os.restore.handler(({ input }) => {
      const grant = grants.restore(input.key);
      if (grant !== undefined) log(grant, true);
      return done(grant);
    }),
  };
}

// User operations on the secrets of skills (CONTRACT §12 "Secrets for a skill").

/** UTF-8 bytes. */
const MAX_SECRET = 32 * 1024;

/** Throws SkilldeckError `skill-not-found`, `bad-input`. */
export function secretHandlers({ secrets, library, watch, reportBug }: Core) {
  const os = implementContract(secretsContract, reportBug);
  const find = async (id: string): Promise<SkillSummary> => {
    const { skills } = await library.refresh();
    const found = skills.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw noSkill(id, skills);
  };
  return {
    list: os.list.handler(async (): Promise<SkillSecretView[]> => {
      const { skills } = await library.refresh();
      return (
        secrets
          .list()
          // Those of servers and repositories have owners with a slash, which no skill's id has.
          .filter((one) => !one.skill.includes('/'))
          .map((one) => {
            const now = skills.find(({ id }) => id === one.skill);
            return { ...one, usable: now !== undefined && holds(one, now) };
          })
          .toSorted((a, b) => `${a.skill}/${a.name}`.localeCompare(`${b.skill}/${b.name}`))
      );
    }),
    set: os.set.handler(async ({ input: { skill: id, name, value } }) => {
      const skill = await find(id);
      if (refusedVariable(name) !== undefined)
        throw detailed('bad-input', isVariable(name) ? 'secret-reserved' : 'secret-name', { name });
      if (value.length < MIN_SECRET) throw detailed('bad-input', 'secret-length', { least: MIN_SECRET });
      if (value.includes('\0')) throw detailed('bad-input', 'secret-nul');
      if (Buffer.byteLength(value) > MAX_SECRET) throw detailed('bad-input', 'secret-size', { most: MAX_SECRET });
      const given = { skill: id, name, dir: realDir(skill), reach: reachOf(skill), at: new Date().toISOString() };
      await secrets.set(given, value);
      watch.notify();
      return { asksFor: takesSecret(requirementsOf(skill), name), reach: given.reach };
    }),
    remove: os.remove.handler(async ({ input: { skill, name } }) => {
      const removed = await secrets.remove(skill, name);
      if (removed) watch.notify();
      return { removed };
    }),
  };
}

export function settingsHandlers({ settings, limits, reportBug }: Core) {
  const os = implementContract(settingsContract, reportBug);
  const models = modelTests(settings, limits);
  return {
    get: os.get.handler(() => settings.view()),
    watch: os.watch.handler(({ signal }) => changes(settings.view, settings.onChange, signal)),
    set: os.set.handler(({ input }) => settings.change(input)),
    testModel: os.testModel.handler(({ input }) => {
      assertKey(input.apiKey);
      return models.test(input);
    }),
    models: os.models.handler(() => models.list()),
  };
}

/** Trust in the skills of the current folder (CONTRACT §12, §13 "Trust"). */
export function trustHandlers({ folders, project, library, watch, reportBug }: Core) {
  const os = implementContract(trustContract, reportBug);
  const view = async (): Promise<TrustView> => {
    const { skills } = await library.refresh();
    const used = new Map(skills.map(({ id, source }) => [id, source]));
    const heldBack = project.heldBack();
    return {
      folder: realFolder(project.dir),
      trusted: project.trusted(),
      decided: folders.decisionOn(project.dir) !== undefined,
      skills: project.seen().map(({ skill, digest }) => {
        const reason = heldBack(skill);
        const inUse = used.get(skill.id);
        const replaces = reason !== undefined && inUse !== 'project' && inUse !== 'option';
        return {
          id: skill.id,
          description: skill.description,
          path: skill.dir,
          digest: digest === 'too-large' ? null : digest,
          ...defined({ heldBack: reason, replaces: replaces ? (true as const) : undefined }),
        };
      }),
      folders: folders.list().map(({ dir, trusted, at }) => ({ dir, trusted, at })),
    };
  };
  return {
    get: os.get.handler(view),
    set: os.set.handler(async ({ input: { dir = project.dir, trusted, shown } }) => {
      const folder = path.resolve(dir);
      if (trusted === true && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw detailed('bad-input', 'folder-missing', { folder });
      if (trusted === true) await project.trust(folder, shown);
      else folders.decide(folder, trusted ?? undefined);
      watch.notify();
      return view();
    }),
  };
}

const LIST_MS = 20_000;

/** Tests of a connection and lists of models, for what the settings say or a form holds; what they learn is kept. */
export function modelTests(settings: SettingsStore, limits: LimitsFile) {
  return {
    /** @throws SkilldeckError `config-invalid` where a variable holds no key or header. */
    async test(asked: Parameters<SettingsStore['connection']>[0]): Promise<ModelTest> {
      const { choice, apiKey, headers } = await settings.connection(asked);
      if (choice.baseUrl === '') return demoTest();
      const route = routeOf(choice);
      const tested = await testModel({ baseUrl: choice.baseUrl, model: choice.model, apiKey, headers, route });
      if (tested.steps.some(({ name, ok }) => name === 'tool-call' && ok)) {
        const { refuses } = limits.get(route.endpoint, choice.model.trim()) ?? {};
        tested.limits = { ...tested.limits, ...defined({ refuses }) };
        limits.keep(route.endpoint, choice.model.trim(), tested.limits);
      }
      return tested;
    },
    /** @throws SkilldeckError `config-invalid`. */
    async list(): Promise<ModelList> {
      const own = settings.of(settings.environment());
      const { choice, apiKey, headers } = await settings.connection({});
      const { baseUrl, model } = choice;
      const common = {
        endpoint: endpointOf(baseUrl),
        model,
        named: own
          .models()
          .map(({ baseUrl: at, ...named }) =>
            namedModelSchema.parse({ ...named, ...defined({ baseUrl: at && keylessAddress(at) }) }),
          ),
        table: MODEL_TABLE,
      };
      if (baseUrl === '') return { ...common, offered: [{ id: DEMO_MODEL_ID }] };
      const address = parseAddress(baseUrl);
      if (address.kind === 'wrong') return { ...common, offered: [], ...unlisted(address) };
      const { headers: ofWire } = WIRE[routeOf(choice).wire];
      const sent = requestHeaders(address.baseUrl, { apiKey, headers }, (key) => ofWire(key, choice.model));
      const listing = await listModels(address.baseUrl, sent, LIST_MS);
      if (listing.kind !== 'models') {
        const { status } = listing.exchange;
        const facts = { address: endpointOf(baseUrl), ...(status === undefined ? {} : { status: String(status) }) };
        const reason = status === undefined ? 'lists-nothing' : 'lists-nothing-status';
        return { ...common, offered: [], ...unlisted(failedFor({ reason, figures: facts })) };
      }
      return { ...common, offered: listing.models.map(({ id, entry }) => ({ id, ...listedLimits(entry) })) };
    },
  };
}

const unlisted = ({ message: error, ...why }: ExplainedFailure) => ({ error, ...why });

/** The demo model is part of the app: there is no connection that could fail. */
function demoTest(): ModelTest {
  return {
    ok: true,
    code: 'ok',
    ...failedFor({ reason: 'model-demo' }),
    wire: 'chat',
    steps: [{ name: 'address', ok: true }],
    limits: {},
    models: [DEMO_MODEL_ID],
    ms: 0,
  };
}
