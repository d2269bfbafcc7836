/** A team's archive of sessions: added, pushed to, looked at, pulled from (CONTRACT §12). */

import { changes, done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { isMysql, isPostgres } from '../../../main/databases/open-database.ts';
import { LEAST_LENGTH } from '../../../main/lib/mask-secrets.ts';
import { assertKeyless, withoutPassword } from '../../../main/lib/text.ts';
import { createTurns, inRounds } from '../../../main/lib/timing.ts';
import { exportLines, type LinesOptions } from '../../../main/session/export-lines.ts';
import { noSession } from '../../../main/session/requests.ts';
import { signingKeyOrNew } from '../../../main/settings/keys.ts';
import { newSigningKey, readClosing } from '../../../main/store/chain.ts';
import type { LibraryEntry, SharedEntry } from '../../../main/store/reading.ts';
import { readReviewsLine } from '../../../main/store/reviews.ts';
import type { Store } from '../../../main/store/store.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { parseEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { NO_MARKS } from '../../../shared/pinned-messages.ts';
import type { ArchiveStatus, ArchiveView, SharedSession } from '../../../shared/review/archive.ts';
import { archiveContract } from '../contract.ts';
import { type Archives, type Archiving, archiving, type SharedLog } from './archives.ts';
import { type LocalRemarks, notesOf, type SeenLog } from './local.ts';

/** @param pulled digest of the version that was pulled. */
function hereOf(
  { log }: SharedLog,
  pulled: string | undefined,
  store: Pick<Store, 'has' | 'isImported' | 'end'>,
): SharedSession['here'] {
  const { session, digest, events } = log;
  if (!store.has(session)) return 'archive';
  if (!store.isImported(session)) return 'own';
  // One that came as a file, or whose pull was interrupted, is known by its length.
  const isSame = pulled === undefined ? closedEvents(store, session) >= events : pulled === digest;
  return isSame ? 'pulled' : 'outdated';
}

const closedEvents = (store: Pick<Store, 'end'>, session: string): number =>
  readClosing(store.end(session)?.closing ?? '')?.events ?? Number.POSITIVE_INFINITY;

/** One that is only in the archive. A colleague's pins and archive are not this person's. */
function entryOf({ log }: SharedLog): LibraryEntry {
  const { session: id, title, createdAt, updatedAt, environment, turns, tokens, facts } = log;
  const { model, marks } = facts;
  return {
    summary: { id, title, createdAt, updatedAt, environment, turns, tokens, model, runState: 'idle', deleted: false },
    facts: { ...facts, marks: { ...NO_MARKS, tags: marks.tags } },
    imported: true,
  };
}

/** All that the team shares, for the library. */
function sharedEntries(archives: Archives, store: Pick<Store, 'has' | 'isImported' | 'end'>): SharedEntry[] {
  const { pulled, verdicts } = archives.state();
  return [...archives.shared().values()].map((shared) => {
    const { by, at, session, digest } = shared.row;
    const here = hereOf(shared, pulled[session], store);
    return {
      entry: entryOf(shared),
      by,
      at,
      here,
      verdicts: verdicts[session] ?? [],
      texts: archives.textsFile(digest),
    };
  });
}

const NEVER = new AbortController().signal;
/** Milliseconds: the first window and the first message come before. What waits is pushed, the list stays new. */
const FIRST_MS = 25_000;
const EVERY_MS = 5 * 60_000;

export function archiveHandlers(given: Core) {
  const core = archiving(given);
  const os = implementContract(archiveContract, core.reportBug);
  const { archives, archivePassword, access, host, disposables, settings } = core;
  core.ports.sharedSessions = () => sharedEntries(archives, core.store);
  /** One look at a time. */
  const inTurn = createTurns();
  const assertThere = () => {
    if (archives.definition() === undefined) throw detailed('bad-input', 'archive-none');
  };
  const assertLength = (password: string) => {
    if (password.length < LEAST_LENGTH) throw detailed('bad-input', 'password-length', { least: LEAST_LENGTH });
  };
  const remarks = localRemarks(core, (session) => exportOf(core, session, { redact: true, reviews: true }));
  const look = (signal: AbortSignal) =>
    inTurn(async () => {
      await shareByRule(core);
      await archives.sync(remarks, signal);
    });
  const view = async () => ({ archive: await viewOf(core) });
  if (access === 'write' && host !== 'cli')
    disposables.add(
      inRounds({ firstMs: FIRST_MS, everyMs: EVERY_MS, reportBug: core.reportBug }, async (signal) => {
        if (archives.definition() !== undefined) await look(signal);
      }),
      (stop) => stop(),
    );

  return {
    get: os.get.handler(() => view()),
    watch: os.watch.handler(({ signal }) =>
      changes(
        async () => ({ archive: await statusOf(core) }),
        (listener) => {
          const stops = [archives.onChange(listener), settings.onChange(listener)];
          return () => {
            for (const stop of stops) stop();
          };
        },
        signal,
      ),
    ),
    add: os.add.handler(async ({ input }) => {
      const { address, password } = withoutPassword(input.address);
      if (!isPostgres(address) && !isMysql(address)) throw detailed('bad-input', 'archive-address', { address });
      assertKeyless(address);
      const before = archives.definition();
      if (before !== undefined && before.address !== address && archives.waiting().length > 0)
        throw detailed('bad-input', 'archive-waiting', { address: before.address });
      if (password !== undefined) assertLength(password);
      core.defineArchive({ ...defined(input), address });
      if (password !== undefined) await archivePassword.set(password);
      return done(await settings.notify());
    }),
    remove: os.remove.handler(async () => {
      assertThere();
      await archivePassword.set(null);
      core.defineArchive(undefined);
      archives.forget();
      return done(await settings.notify());
    }),
    password: os.password.handler(async ({ input: { value } }) => {
      assertThere();
      if (value !== null) assertLength(value);
      return done(await archivePassword.set(value));
    }),
    sync: os.sync.handler(async ({ signal }) => {
      assertThere();
      await look(signal ?? NEVER);
      return view();
    }),
    push: os.push.handler(async ({ input: { sessionIds, redact = true, ...choice }, signal }) => {
      assertThere();
      const before = new Set(archives.state().logs.map(({ digest }) => digest));
      const shared = [];
      for (const id of new Set(sessionIds))
        shared.push({ session: id, log: await share(core, id, { redact, ...choice }) });
      const waited = archives.waiting();
      await look(signal ?? NEVER);
      const waits = new Set(archives.waiting().map(({ digest }) => digest));
      const stateOf = (digest: string) =>
        waits.has(digest) ? ('waiting' as const) : before.has(digest) ? ('there' as const) : ('pushed' as const);
      const own = shared.map(({ session, log }) => {
        const digest = log?.digest ?? archives.shared().get(session)?.log.digest ?? '';
        return { session, digest, state: log === undefined ? ('there' as const) : stateOf(digest) };
      });
      const others = waited.filter(({ digest }) => own.every((one) => one.digest !== digest));
      return {
        sessions: [...own, ...others.map((one) => ({ ...one, state: stateOf(one.digest) }))],
        ...defined({ fault: archives.state().fault }),
      };
    }),
    drop: os.drop.handler(({ input: { sessionId } }) => {
      assertThere();
      return done(archives.drop(sessionId));
    }),
    pull: os.pull.handler(async ({ input: { sessionId }, signal = NEVER }) => {
      assertThere();
      const { pullSession } = await import('./pull-session.ts');
      return inTurn(() => pullSession(core, remarks, sessionId, signal));
    }),
  };
}

async function viewOf({ archives, archivePassword, store }: Archiving): Promise<ArchiveView | null> {
  const definition = archives.definition();
  if (definition === undefined) return null;
  const { seenAt, fault, refused, pulled, unshared, unsent } = archives.state();
  const waiting = archives.waiting();
  const sessions = [...archives.shared().values()].map((one): SharedSession => {
    const { session, title, createdAt, updatedAt, facts, turns, events, key, digest } = one.log;
    const { model, skills, outcome } = facts;
    const { by, at } = one.row;
    const own = { session, title, createdAt, updatedAt, model, skills: [...skills], outcome, turns, events };
    return { ...own, by, key, at, digest, here: hereOf(one, pulled[session], store) };
  });
  return {
    definition,
    as: archives.name(),
    hasPassword: await archivePassword.isThere(),
    waiting: [...waiting],
    failed: [
      ...Object.entries(unshared).map(([session, { of: _of, ...failed }]) => ({ session, ...failed })),
      ...waiting.flatMap(({ session, digest, title }) => {
        const fault = unsent[digest];
        return fault === undefined ? [] : [{ session, title, ...fault }];
      }),
    ],
    sessions: sessions.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    refused: refused.map(({ digest: _digest, ...row }) => row),
    ...defined({ seenAt, fault }),
  };
}

async function statusOf(core: Archiving): Promise<ArchiveStatus | null> {
  const view = await viewOf(core);
  if (view === null) return null;
  const { sessions, ...status } = view;
  const own = sessions.filter(({ here }) => here === 'own').length;
  return { ...status, own, theirs: sessions.length - own, busy: core.archives.busy() };
}

/** @param redacted lines of a redacted export, with its reviews. */
function localRemarks(
  { archives, store, sessions, access }: Archiving,
  redacted: (session: string) => AsyncIterable<string>,
): LocalRemarks {
  return {
    lastSeq: (session) => store.lastSeq(session),
    notes: (session) => notesOf(store.events(session), archives.name()),
    reviews: (session) => store.reviews.history(session),
    async redacted(session) {
      let text = '';
      for await (const piece of redacted(session)) text += piece;
      const lines = text.split('\n');
      const events = lines.filter((line) => line.includes('"note-')).map((line) => parseEvent(JSON.parse(line)));
      const reviews = lines.flatMap((line, index) => readReviewsLine(line, index + 1) ?? []);
      return { notes: notesOf(events, archives.name()), reviews };
    },
    append: access === 'write' ? (session, bodies) => void sessions.get(session).append(...bodies) : undefined,
    merge: access === 'write' ? (reviews) => void store.reviews.merge(reviews) : undefined,
  };
}

/** A run under way changes the session again. */
const UNDER_WAY: ReadonlySet<string> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

interface Sharing extends Pick<LinesOptions, 'patterns' | 'keep'> {
  readonly redact: boolean;
}

/** Signed. @throws SkilldeckError `not-redacted`; `not-supported` for a session that was altered. */
async function* exportOf(
  core: Archiving,
  session: string,
  { reviews: withReviews = false, ...sharing }: Sharing & { readonly reviews?: boolean },
): AsyncGenerator<string> {
  const key = await signingKeyOrNew(core.home, newSigningKey);
  const options = { ...sharing, signingKey: key, folders: core.exportFolders };
  const { rows, lastSeq, end: endOf } = core.store;
  // Reviews travel apart: they change while the session stays the same.
  const store = {
    rows,
    lastSeq,
    end: endOf,
    reviews: { history: (id: string) => (withReviews ? core.store.reviews.history(id) : []) },
  };
  for await (const { text, end } of exportLines(store, session, options)) {
    yield text;
    if (end?.brokenAt !== undefined) throw detailed('not-supported', 'share-altered', { session, at: end.brokenAt });
  }
}

/** Undefined for a colleague's, of which only notes are shared. @throws SkilldeckError `session-not-found`, as `exportOf`. */
async function share(core: Archiving, session: string, sharing: Sharing): Promise<SeenLog | undefined> {
  const { archives, store } = core;
  if (store.lastSeq(session) === 0) throw noSession(session);
  const there = archives.shared().get(session);
  if (store.isImported(session) && there !== undefined) return undefined;
  const log = await archives.share(exportOf(core, session, sharing));
  if (there === undefined || there.log.key === log.key) return log;
  archives.drop(session);
  throw detailed('not-supported', 'share-key', { session, by: there.row.by });
}

/** Sessions that the person's rule shares, and that have changed since. */
async function shareByRule(core: Archiving): Promise<void> {
  const { archives } = core;
  const { unshared: before } = archives.state();
  const unshared: ReturnType<typeof archives.state>['unshared'] = {};
  const shared = archives.shared();
  const waits = new Set(archives.waiting().map(({ session }) => session));
  for (const entry of ruled(core)) {
    const { id, title, updatedAt: of } = entry.summary;
    const failed = before[id];
    if (failed?.of === of) unshared[id] = failed;
    if (failed?.of === of || shared.get(id)?.log.updatedAt === of || waits.has(id)) continue;
    try {
      await share(core, id, { redact: true });
    } catch (error) {
      // One that cannot be redacted does not keep the others from being shared.
      if (!isSkilldeckError(error)) throw error;
      unshared[id] = { of, title, reason: error.message, ...defined({ detail: error.detail }) };
    }
  }
  archives.keepUnshared(unshared);
}

/** The person's own sessions that any part of the rule names. */
function ruled({ archives, store }: Archiving): readonly LibraryEntry[] {
  const { tag, skills = [], judged = false } = archives.definition() ?? {};
  if (tag === undefined && skills.length === 0 && !judged) return [];
  const verdicts = store.reviews.all().filter(({ verdict }) => verdict !== undefined);
  const withVerdict = new Set(judged ? verdicts.map(({ session }) => session) : []);
  return store.library().filter(({ summary, facts, imported }) => {
    if (imported || summary.deleted || UNDER_WAY.has(summary.runState)) return false;
    const isTagged = tag !== undefined && facts.marks.tags.includes(tag);
    return isTagged || withVerdict.has(summary.id) || facts.skills.some((skill) => skills.includes(skill));
  });
}
