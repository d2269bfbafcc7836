/** A team's archive of sessions: added, pushed to, looked at, pulled from (CONTRACT §12). */

import { done, implementContract } from '../../../main/api/implement-contract.ts';
import { changes } from '../../../main/api/streams.ts';
import type { Core } from '../../../main/core/core.ts';
import { isMysql, isPostgres } from '../../../main/databases/open-database.ts';
import { LEAST_LENGTH } from '../../../main/lib/mask-secrets.ts';
import { assertKeyless, withoutPassword } from '../../../main/lib/text.ts';
import { inRounds } from '../../../main/lib/timing.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { ArchiveStatus, ArchiveView, SharedSession } from '../../../shared/review/archive.ts';
import { archiveContract } from '../contract.ts';
import { hereOf } from './checks.ts';
import { localRemarks } from './local-remarks.ts';
import { exportOf, share, shareByRule } from './share-session.ts';

const NEVER = new AbortController().signal;
/** Milliseconds: the first window and the first message come before. What waits is pushed, the list stays new. */
const FIRST_MS = 25_000;
const EVERY_MS = 5 * 60_000;

export function archiveHandlers(core: Core) {
  const os = implementContract(archiveContract, core.reportBug);
  const { archives, archivePassword, access, host, disposables, settings } = core;
  let turn: Promise<unknown> = Promise.resolve();
  /** One look at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.catch(() => {}).then(work);
    turn = mine;
    return mine;
  };
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

async function viewOf({ archives, archivePassword, store }: Core): Promise<ArchiveView | null> {
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

async function statusOf(core: Core): Promise<ArchiveStatus | null> {
  const view = await viewOf(core);
  if (view === null) return null;
  const { sessions, ...status } = view;
  const own = sessions.filter(({ here }) => here === 'own').length;
  return { ...status, own, theirs: sessions.length - own, busy: core.archives.busy() };
}
