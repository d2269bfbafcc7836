import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { readSmallFile } from '../../../main/lib/files.ts';
import { noSession } from '../../../main/session/requests.ts';
import { readYamlData, type YamlData } from '../../../main/skills/yaml.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { refuse } from '../../../main/store/log-intake.ts';
import { readReviewsLine, reviewsLine } from '../../../main/store/reviews.ts';
import type { Store } from '../../../main/store/store.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import { detailed, misfit } from '../../../shared/messages/failure.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { NewReview, Review } from '../../../shared/review/reviews.ts';
import { agreementOf } from '../agreement.ts';
import { type JudgedNote, judgingContract, type Queued, savedFilterSchema } from '../contract.ts';
import { type BrokenRubric, type Rubric, rubricFileSchema } from '../rubric.ts';
import { reviewReport } from './report.ts';

export function judgingHandlers(core: Core) {
  const os = implementContract(judgingContract, core.reportBug);
  const { store, home } = core;
  const me = () => reviewerName(core);
  return {
    reviews: os.reviews.handler(({ input: { sessionIds, reviewer } }) => {
      const titles = titlesOf(store);
      const all = reviewsOf(store, sessionIds);
      const wanted = all.filter((one) => reviewer === undefined || one.reviewer === reviewer);
      return {
        reviews: wanted.map((one) => ({ ...one, title: titles.get(one.session) ?? '' })),
        notes: reviewer === undefined ? notesOf(store, sessionIds) : [],
        reviewers: [...new Set(all.map((one) => one.reviewer))].sort(),
        me: me(),
      };
    }),
    write: os.write.handler(({ input }) =>
      writeReview(store, { ...input, reviewer: input.reviewer ?? me() }, new Date()),
    ),
    rubrics: os.rubrics.handler(({ input: { file } }) => {
      const folder = rubricsFolder(home);
      return file === undefined
        ? { ...rubricsIn(folder), folder }
        : { rubrics: [readRubric(file)], broken: [], folder };
    }),
    queue: os.queue.handler(() => ({ queue: queueOf(store, me()), me: me() })),
    enqueue: os.enqueue.handler(({ input: { sessionIds, why = '' } }) => {
      for (const id of sessionIds) if (!store.has(id)) throw noSession(id);
      const at = new Date().toISOString();
      return done(store.reviews.enqueue(sessionIds.map((session) => ({ session, at, why }))));
    }),
    dequeue: os.dequeue.handler(({ input: { sessionIds } }) => done(store.reviews.dequeue(sessionIds))),
    agreement: os.agreement.handler(({ input: { a, b, sessionIds } }) =>
      agreementOf(reviewsOf(store, sessionIds), a, b),
    ),
    report: os.report.handler(({ input }) => reviewReport(core, input)),
    give: os.give.handler(({ input: { sessionIds } }) => giveReviews(store, sessionIds)),
    take: os.take.handler(({ input: { text } }) => takeReviews(store, text)),
    savedFilters: os.savedFilters.handler(() =>
      store.reviews.savedFilters().flatMap(({ name, filters }) => {
        const read = savedFilterSchema.safeParse({ ...(filters as object), name });
        return read.success ? [read.data] : [];
      }),
    ),
    saveFilter: os.saveFilter.handler(({ input: { name, ...filters } }) =>
      done(store.reviews.saveFilters(name, filters)),
    ),
    removeFilter: os.removeFilter.handler(({ input: { name } }) => done(store.reviews.saveFilters(name, undefined))),
  };
}

const YAML = /\.ya?ml$/i;

/** Reads rubrics: YAML that people write, checked, with what is wrong in words. */
const rubricsFolder = (home: string): string => path.join(home, 'rubrics');

/** All of the folder. A broken one does not keep the others away. */
export function rubricsIn(folder: string): { readonly rubrics: Rubric[]; readonly broken: BrokenRubric[] } {
  const rubrics: Rubric[] = [];
  const broken: BrokenRubric[] = [];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => YAML.test(name)) : [];
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    try {
      rubrics.push(readRubric(file));
    } catch (error) {
      broken.push({
        file,
        why: messageOf(error),
        ...defined({ detail: isSkilldeckError(error) ? error.detail : undefined }),
      });
    }
  }
  return { rubrics, broken };
}

/** @param file absolute. @throws SkilldeckError `bad-input`: the file, the field, and what it must be. */
function readRubric(file: string): Rubric {
  let text: string | undefined;
  try {
    text = readSmallFile(file);
  } catch (error) {
    throw detailed('bad-input', 'rubric-unreadable', { file, why: messageOf(error) });
  }
  if (text === undefined) throw detailed('bad-input', 'rubric-missing', { file });
  return parseRubric(text, file);
}

/** @param file absolute; named in faults. @throws SkilldeckError `bad-input`. */
export function parseRubric(text: string, file: string): Rubric {
  const read = readYamlData(text);
  if ('reason' in read) {
    const { line, column, reason: why } = read;
    throw detailed('bad-input', 'rubric-yaml', { file, line: line + 1, column: column + 1, why });
  }
  const parsed = rubricFileSchema.safeParse(plain(read.value));
  if (!parsed.success) {
    const { code, figures } = misfit('rubric', parsed.error, { file });
    throw detailed('bad-input', code, figures);
  }
  const { $schema: _schema, ...rubric } = parsed.data;
  return { ...rubric, file };
}

/** Deeper than any rubric; an alias may contain itself. */
const MAX_DEPTH = 10;

/** Mappings as objects. A key such as `__proto__` is an own one like any other, which the schema refuses. */
function plain(value: YamlData, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one, depth + 1)]));
}

// Reviews that go from one data folder to another without their sessions.

/** A line for each session. @param sessionIds default: all that were judged. */
export function giveReviews(store: Pick<Store, 'reviews'>, sessionIds: readonly string[] | undefined) {
  const ids = sessionIds ?? [...new Set(store.reviews.all().map(({ session }) => session))];
  const all = ids.map((id) => store.reviews.history(id));
  const lines = all.flatMap((reviews) => reviewsLine(reviews) ?? []);
  return { text: lines.map((line) => `${line}\n`).join(''), reviews: all.reduce((sum, { length }) => sum + length, 0) };
}

/** @throws SkilldeckError `import-refused`; then nothing was taken. */
export function takeReviews(store: Pick<Store, 'reviews'>, text: string) {
  const reviews: Review[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (const review of readReviewsLine(line, index + 1) ?? []) reviews.push(review);
  }
  if (reviews.length === 0) refuse('no-reviews');
  const added = store.reviews.merge(reviews);
  return { reviews: reviews.length, added, sessions: [...new Set(reviews.map(({ session }) => session))] };
}

// Notes that people wrote while looking back: events of their sessions, listed with what reviewers say of moments.

/** @param sessionIds default: of all that are not deleted. */
function notesOf(store: Pick<Store, 'library' | 'rows'>, sessionIds: readonly string[] | undefined): JudgedNote[] {
  return store.library().flatMap(({ summary: { id: session, title, deleted }, facts }) => {
    const isWanted = sessionIds?.includes(session) ?? !deleted;
    if (!isWanted || facts.notes === 0) return [];
    const { notes } = foldEvents(session, store.rows(session).map(toEvent));
    return notes.map(({ on, text, at, changedAt = at, by }) => ({
      session,
      title,
      seq: on,
      at: changedAt,
      text,
      ...defined({ by }),
    }));
  });
}

/** The name that reviews of the person who uses this data folder carry. */
const reviewerName = ({ settings }: Pick<Core, 'settings'>): string =>
  settings.config().reviewer ?? accountName() ?? 'reviewer';

/** Undefined for an account without an entry, as in some containers. */
function accountName(): string | undefined {
  try {
    return os.userInfo().username.slice(0, 100) || undefined;
  } catch {
    return undefined;
  }
}

/** Titles of all sessions that are here, evals and deleted ones too. */
const titlesOf = (store: Pick<Store, 'summaries'>): ReadonlyMap<string, string> =>
  new Map(store.summaries({ includeDeleted: true, kind: 'any' }).map(({ id, title }) => [id, title]));

/** @param sessionIds default: all. */
function reviewsOf(store: Pick<Store, 'reviews'>, sessionIds: readonly string[] | undefined): Review[] {
  if (sessionIds === undefined) return store.reviews.all();
  return [...new Set(sessionIds)].flatMap((id) => store.reviews.all(id));
}

/** @throws SkilldeckError `session-not-found`, `bad-input`. */
export function writeReview(
  store: Pick<Store, 'has' | 'lastSeq' | 'reviews'>,
  given: NewReview & { readonly reviewer: string },
  now: Date,
): Review {
  const { session, seq, reviewer } = given;
  if (!store.has(session)) throw noSession(session);
  const last = store.lastSeq(session);
  if (seq > last) throw detailed('bad-input', 'review-event', { session, seq, last });
  const says = [given.verdict, given.text?.trim(), given.scores?.length, given.removed];
  if (!says.some(Boolean)) throw detailed('bad-input', 'review-empty');
  // A clock that was set back must not let an older review win.
  const before = store.reviews
    .history(session)
    .filter((one) => one.seq === seq && one.reviewer === reviewer)
    .reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0);
  const review: Review = { ...given, at: new Date(Math.max(now.getTime(), before + 1)).toISOString() };
  store.reviews.merge([review]);
  return review;
}

export function queueOf(store: Pick<Store, 'summaries' | 'reviews'>, me: string): Queued[] {
  const titles = titlesOf(store);
  return store.reviews.queue().map(({ session, at, why }) => {
    const reviews = store.reviews.all(session);
    const judged = reviews.filter(({ seq, verdict }) => seq === 0 && verdict !== undefined);
    return {
      session,
      title: titles.get(session) ?? '',
      at,
      why,
      ...defined({ verdict: judged.find(({ reviewer }) => reviewer === me)?.verdict }),
      judgedBy: judged.map(({ reviewer }) => reviewer),
      remarks: reviews.filter(({ seq }) => seq > 0).length,
    };
  });
}
