/** A skill under test: the sides of a comparison, and what the log of a run says of it. */

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fullToolName } from '../../../main/context/prompt/offered-tools.ts';
import type { Core } from '../../../main/core/core.ts';
import type { Prices } from '../../../main/session/requests.ts';
import { findPlace } from '../../../main/skills/files.ts';
import { readSkillTools } from '../../../main/skills/tools-file.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import type { SessionEvent, Usage } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { EvalRequest } from '../contract.ts';
import { findVersion, keepTrashed, keepVersion, unpackVersion } from './versions.ts';

/** Facts of a run, read from its log: figures, and what graders look at. */
export interface RunFacts {
  /** Ids of skills that the model loaded, in order. */
  readonly loads: readonly string[];
  /** `skill/path` of references that the model loaded. */
  readonly references: readonly string[];
  readonly calls: readonly {
    readonly seq: number;
    readonly name: string;
    readonly arguments: string;
    readonly ok: boolean;
  }[];
  /** The last answer. */
  readonly text: string;
  readonly tokens: number;
  readonly cost: number | undefined;
  readonly seconds: number;
  readonly errors: number;
  /** Reason why the last run ended, where it did not complete. */
  readonly failure: string | undefined;
  /** Event of the first answer, and the last event of all. */
  readonly firstAnswer: number | undefined;
  readonly lastEvent: number;
}

export function factsOf(events: readonly SessionEvent[], prices: Prices): RunFacts {
  const of = <T extends SessionEvent['type']>(type: T) =>
    events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
  const finished = new Map(of('tool-finished').map((event) => [event.callId, event]));
  const calls = of('tool-started').map(({ seq, callId, name, arguments: given }) => ({
    seq,
    name,
    arguments: given,
    ok: finished.get(callId)?.ok ?? false,
  }));
  const end = of('run-finished').at(-1);
  const failedCalls = [...finished.values()].filter(({ ok }) => !ok).length;
  return {
    loads: of('skill-loaded').flatMap(({ by, skill }) => (by === 'agent' ? [skill] : [])),
    references: of('reference-loaded').flatMap(({ by, skill, path }) => (by === 'agent' ? [`${skill}/${path}`] : [])),
    calls,
    text: end?.text ?? '',
    ...usageOf(events, prices),
    seconds: secondsOf(events),
    errors: failedCalls + of('model-failed').length,
    failure: end?.state === 'completed' ? undefined : (end?.message ?? `The run ended: ${end?.state ?? 'not begun'}`),
    firstAnswer: of('model-responded')[0]?.seq,
    lastEvent: end?.seq ?? events.at(-1)?.seq ?? 1,
  };
}

/** Reported usage; of an answer without it, the estimate of its request. */
function usageOf(events: readonly SessionEvent[], prices: Prices): Pick<RunFacts, 'tokens' | 'cost'> {
  let tokens = 0;
  let cost: number | undefined = 0;
  let open = { model: '', total: 0 };
  for (const event of events) {
    if (event.type === 'request-sent') open = { model: event.model, total: event.tokens.total };
    if (event.type !== 'model-responded') continue;
    const usage: Usage = event.usage ?? { promptTokens: open.total, completionTokens: 0 };
    const price = prices(open.model, usage);
    tokens += usage.promptTokens + usage.completionTokens;
    cost = cost === undefined || price === undefined ? undefined : cost + price;
  }
  return { tokens, cost };
}

/** From each message to the end of its run; waiting in between, and for a server's rate limit, is not counted. */
function secondsOf(events: readonly SessionEvent[]): number {
  let ms = 0;
  let since: number | undefined;
  let asked = 0;
  for (const event of events) {
    const { type } = event;
    const at = Date.parse(event.at);
    if (type === 'request-sent') asked = at;
    // Runs of an eval keep one pace: a request is logged before its turn comes.
    if (type === 'model-responded') ms -= Math.max(0, at - asked - (event.ms ?? 0));
    if (type === 'model-failed' && event.code === 'rate-limited') ms -= at - asked + (event.retryInMs ?? 0);
    if (type === 'user-message-added') since ??= at;
    if (type !== 'run-finished' || since === undefined) continue;
    ms += at - since;
    since = undefined;
  }
  return ms / 1000;
}

/** The sides of a comparison: which skills a run has, and which model answers it. */
export interface SkillUnderTest {
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
}

export interface Configuration {
  readonly name: string;
  readonly settings: SessionSettings;
  /** Skills turned on or off for the session, by id. */
  readonly switches: Readonly<Record<string, boolean>>;
  /** Tools of skills that are off. */
  readonly lacks?: readonly string[];
}

/** @param given an id, or a folder. @throws SkilldeckError `skill-not-found`, `bad-input`. */
export async function skillUnderTest(core: Core, given: string): Promise<SkillUnderTest> {
  if (!path.isAbsolute(given)) {
    const { id, dir } = findPlace(await core.library.refresh(), given);
    return { id, dir };
  }
  if (!statSync(path.join(given, 'SKILL.md'), { throwIfNoEntry: false })?.isFile())
    throw detailed('bad-input', 'eval-no-skill', { folder: given });
  const dir = realpathSync(given);
  return { id: path.basename(dir), dir };
}

export interface Sides {
  readonly configurations: readonly Configuration[];
  /** Hash of the skill's files as they are tried. */
  readonly version: string | undefined;
}

/**
 * The first is the one that counts for `--min-pass` and a baseline; the second is what it is compared with.
 * @throws SkilldeckError `skill-not-found`, `bad-input`, `import-refused`.
 */
export async function configurationsOf(
  core: Core,
  request: Pick<EvalRequest, 'settings' | 'withAndWithout' | 'against' | 'models' | 'unsaved' | 'alone'>,
  skill: SkillUnderTest,
  { keeps }: { readonly keeps: boolean },
): Promise<Sides> {
  const { settings, withAndWithout, against, models = [], unsaved = [], alone = false } = request;
  const isDraft = unsaved.length > 0;
  const version = keeps ? await keepVersion(core.home, skill, unsaved) : undefined;
  if (isDraft && version === undefined) throw detailed('bad-input', 'eval-draft-size', { skill: skill.id });
  const tried = isDraft && version !== undefined ? version.dir : skill.dir;
  const without: SessionSettings = alone ? { ...settings, skills: ['none'] } : settings;
  const withDir = (dir: string): SessionSettings =>
    alone ? { ...settings, skills: [dir, 'none'] } : withFolder(core, settings, dir);
  const isListed = core.library.catalog().skills.some(({ dir }) => dir === tried);
  const sides: Configuration[] = [
    { name: 'with_skill', settings: isListed && !alone ? settings : withDir(tried), switches: { [skill.id]: true } },
  ];
  if (withAndWithout === true) {
    const { tools = [] } = readSkillTools({ id: skill.id, dir: tried, metadata: {} }) ?? {};
    const lacks = tools.flatMap(({ name }) => [name, fullToolName(skill.id, name)]);
    sides.push({ name: 'without_skill', settings: without, switches: { [skill.id]: false }, lacks });
  }
  if (against !== undefined) {
    const other = await skillToCompare(core, skill, against);
    const off = other.id === skill.id ? {} : { [skill.id]: false };
    sides.push({ name: 'against', settings: withDir(other.dir), switches: { ...off, [other.id]: true } });
  }
  const configurations =
    models.length === 0
      ? sides
      : models.flatMap((model) =>
          sides.map((side) => ({
            ...side,
            name: models.length === 1 ? side.name : `${side.name} ${model}`,
            settings: { ...side.settings, model },
          })),
        );
  return { configurations, version: version?.hash };
}

/** The first of two skills with the same id wins. @param dir of a skill, absolute and real. */
export function withFolder(core: Core, settings: SessionSettings, dir: string): SessionSettings {
  const { environment = core.settings.environment() } = settings;
  const others = settings.skills ?? core.settings.of(environment).config().skills ?? [];
  return { ...settings, skills: [dir, ...others] };
}

/** @param given an absolute folder or archive, a version that was tried before, an entry of the trash, or an id. */
async function skillToCompare(core: Core, skill: SkillUnderTest, given: string): Promise<SkillUnderTest> {
  if (path.isAbsolute(given)) {
    const isFile = statSync(given, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? await unpackVersion(core.home, skill.id, given) : await skillUnderTest(core, given);
  }
  const trashed = core.imports.trash().find(({ entry }) => entry === given);
  if (trashed !== undefined) return await keepTrashed(core.home, skill.id, trashed);
  const version = findVersion(core.home, skill.id, given);
  return version === undefined ? await skillUnderTest(core, given) : { id: skill.id, dir: version.dir };
}
