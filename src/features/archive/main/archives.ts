/** A team's archive from this computer's side: what waits is pushed, what is there is checked, notes go both ways. */
import { userInfo } from 'node:os';
import type { Core } from '../../../main/core/core.ts';
import { openDatabase } from '../../../main/databases/open-database.ts';
import { placeOf } from '../../../main/lib/text.ts';
import { configFile } from '../../../main/settings/jsonc.ts';
import { damagedExport, ImportRefusal, refusedFor } from '../../../main/skills/import/names.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { ArchiveDefinition } from '../../../shared/review/archive.ts';
import type { RepositoryFault } from '../../../shared/skills/repositories.ts';
import { type Archive, type ArchivedLog, tableArchive } from './archive.ts';
import { type CheckedLog, checkLog, readLog } from './check-log.ts';
import {
  type ArchiveState,
  exchangeRemarks,
  exportText,
  type LocalArchive,
  type LocalRemarks,
  localArchive,
  type SeenLog,
} from './local.ts';

/** Owner and name of the password in the store of secrets. */
const OWNER = 'archive';
const PASSWORD = 'password';

/** The core, with the team's archive. */
export interface Archiving extends Core {
  readonly archives: Archives;
  /** `undefined` removes it. */
  defineArchive(definition: ArchiveDefinition | undefined): void;
  readonly archivePassword: {
    isThere(): Promise<boolean>;
    /** `null` removes it. */
    set(value: string | null): Promise<void>;
  };
}

/** Gives the archive what it needs of the settings' file and of the stored passwords. */
export function archiving(core: Core): Archiving {
  const { home, secrets } = core;
  const file = configFile(home);
  const definition = (): ArchiveDefinition | undefined => file.read().config.archive;
  const stored = ({ address }: ArchiveDefinition) =>
    secrets.list().some(({ skill, dir }) => skill === OWNER && dir === placeOf(address));
  const password = async (given: ArchiveDefinition): Promise<string | undefined> => {
    if (given.passwordEnv !== undefined) return process.env[given.passwordEnv];
    return stored(given) ? secrets.value(OWNER, PASSWORD) : undefined;
  };
  return {
    ...core,
    archives: createArchives({ home, definition, password }),
    defineArchive: (given) => file.change({ archive: given }),
    archivePassword: {
      async isThere() {
        const given = definition();
        if (given === undefined) return false;
        return given.passwordEnv === undefined ? stored(given) : given.passwordEnv in process.env;
      },
      async set(value) {
        const given = definition();
        if (value === null || given === undefined) await secrets.remove(OWNER, PASSWORD);
        else {
          const at = new Date().toISOString();
          await secrets.set({ skill: OWNER, name: PASSWORD, dir: placeOf(given.address), reach: [], at }, value);
        }
      },
    },
  };
}

const LOOK_MS = 10 * 60_000;

/** The version of a session that counts: the latest by the person who shared it first. */
export interface SharedLog {
  readonly row: ArchivedLog;
  readonly log: SeenLog;
}

export type Archives = ReturnType<typeof createArchives>;

export interface ArchivesOptions {
  readonly home: string;
  readonly definition: () => ArchiveDefinition | undefined;
  readonly password: (definition: ArchiveDefinition) => Promise<string | undefined>;
}

export function createArchives({ home, definition, password }: ArchivesOptions) {
  const local = localArchive(home);
  const state = () => local.state(definition()?.address ?? '');
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const change = (fields: Partial<ArchiveState>) => {
    local.write({ ...state(), ...fields });
    changed();
  };
  let looks = 0;
  let last: { readonly of: ArchiveState; readonly shared: ReadonlyMap<string, SharedLog> } | undefined;
  const name = () => definition()?.as ?? userInfo().username;
  const connected = async <T>(signal: AbortSignal, work: (archive: Archive) => Promise<T>): Promise<T> => {
    const given = definition();
    if (given === undefined) throw new Error('There is no archive');
    const { address } = given;
    const database = await openDatabase({ address, password: await password(given), container: 'skilldeck', signal });
    const archive = tableArchive(database);
    try {
      return await work(archive);
    } finally {
      await archive.close();
    }
  };
  return {
    definition,
    /** Name under which this person shares. */
    name,
    state,
    /** Keyed by session, as last seen. */
    shared() {
      const of = state();
      if (last?.of !== of) last = { of, shared: sharedOf(local, of) };
      return last.shared;
    },
    /** Absolute: what is searched of a version that was checked. */
    textsFile: local.textsFile,
    waiting: () =>
      local.waiting().flatMap((digest) => {
        const log = local.seen(digest);
        return log === undefined ? [] : [{ session: log.session, digest, title: log.title }];
      }),
    /** Pushes nothing of that session that waits. */
    drop(session: string) {
      for (const digest of local.waiting()) if (local.seen(digest)?.session === session) local.drop(digest);
      changed();
    },
    /** Replaces the list of sessions that the rule could not share. */
    keepUnshared(unshared: ArchiveState['unshared']) {
      if (!isEqual(unshared, state().unshared)) change({ unshared });
    },
    /** A look is under way. */
    busy: () => looks > 0,
    /** Called after each change. @returns how to stop it. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when it is on the disk. @throws `import-refused` where the export is not whole. */
    async share(texts: AsyncIterable<string>): Promise<SeenLog> {
      const digest = await local.put(texts);
      try {
        const log = { ...checkLog(await local.text(digest)), digest };
        local.keepSeen(log);
        changed();
        return log;
      } catch (error) {
        local.drop(digest);
        throw error;
      }
    },
    /** A failure is in the state. @throws a bug; the signal's reason on abort. */
    async sync(remarks: LocalRemarks, signal: AbortSignal) {
      looks += 1;
      changed();
      try {
        const before = state();
        const { fault, ...seen } = await look({ before, local, name: name(), connected }, remarks, signal);
        // Another archive was chosen, or none, in between.
        if (definition()?.address !== before.address) return;
        const { fault: _over, ...known } = state();
        local.write({ ...known, ...seen, ...defined({ fault }) });
      } finally {
        looks -= 1;
        changed();
      }
    },
    /** Its export, checked. @throws `import-refused`. */
    open: (digest: string, signal: AbortSignal) =>
      connected(signal, async (archive) => {
        const text = await exportText(archive.pull(digest), digest);
        return { ...readLog(text), text };
      }),
    notePulled: (session: string, digest: string) => change({ pulled: { ...state().pulled, [session]: digest } }),
    /** All that is known of it here, what waits included. */
    forget() {
      local.clear();
      changed();
    },
  };
}

interface Looking {
  readonly before: ArchiveState;
  readonly local: LocalArchive;
  readonly name: string;
  connected(signal: AbortSignal, work: (archive: Archive) => Promise<void>): Promise<void>;
}

type ArchiveLook = Partial<Omit<ArchiveState, 'fault'>> & { readonly fault?: ArchiveState['fault'] | undefined };

/** @returns what is known after it, and whether anything failed. */
async function look(
  { before, local, name, connected }: Looking,
  remarks: LocalRemarks,
  signal: AbortSignal,
): Promise<ArchiveLook> {
  const limit = AbortSignal.timeout(LOOK_MS);
  const faults: RepositoryFault[] = [];
  /** A failed write does not keep the rest from being read. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      faults.push(faultOf(limit.aborted ? timedOut() : error));
    }
  };
  let unsent = before.unsent;
  let seen: ArchiveLook | undefined;
  await attempt(() =>
    connected(AbortSignal.any([signal, limit]), async (archive) => {
      await attempt(async () => {
        unsent = await flush(archive, local, name);
      });
      const logs = await archive.list();
      const refused = await checkAll(archive, local, logs, before.refused);
      const { notes, reviews, verdicts } = before;
      seen = { seenAt: new Date().toISOString(), logs: [...logs], refused, notes, reviews, verdicts };
      await attempt(async () => {
        const both = await exchangeRemarks(archive, logs, remarks, before);
        if (seen !== undefined) seen = { ...seen, ...both };
      });
    }),
  );
  const [fault] = faults;
  return { unsent, ...seen, fault: fault === undefined ? undefined : { ...fault, at: new Date().toISOString() } };
}

/** Each is pushed whole, then dropped; one that a program was killed over exists the next time. @returns what cannot be read. */
async function flush(archive: Archive, local: LocalArchive, by: string): Promise<ArchiveState['unsent']> {
  const unsent: ArchiveState['unsent'] = {};
  for (const digest of local.waiting()) {
    let text: string;
    let log: CheckedLog & SeenLog;
    try {
      text = await local.text(digest);
      log = { ...checkLog(text), digest };
    } catch (error) {
      const { detail: reason, exact: detail } = faultOf(error);
      unsent[digest] = { reason, ...defined({ detail }) };
      continue;
    }
    const { session, title, createdAt, updatedAt, facts } = log;
    await archive.push({
      session,
      digest,
      by,
      at: new Date().toISOString(),
      bytes: Buffer.byteLength(text),
      facts: { title, createdAt, updatedAt, model: facts.model, skills: facts.skills, outcome: facts.outcome },
      parts: () => local.parts(digest),
    });
    local.keepSeen(log);
    local.drop(digest);
  }
  return unsent;
}

/** Reads what was never checked here. @returns what is not what it says. */
async function checkAll(
  archive: Archive,
  local: LocalArchive,
  logs: readonly ArchivedLog[],
  refusedBefore: ArchiveState['refused'],
): Promise<ArchiveState['refused']> {
  const refused: ArchiveState['refused'] = [];
  for (const { digest, session, by } of logs) {
    if (local.seen(digest)?.session === session) continue;
    const known = refusedBefore.find((one) => one.digest === digest && one.session === session);
    if (known !== undefined) {
      refused.push(known);
      continue;
    }
    try {
      const log = checkLog(await exportText(archive.pull(digest), digest));
      if (log.session !== session) throw damagedExport('export-session', { session: log.session });
      local.keepSeen({ ...log, digest });
    } catch (error) {
      const isItsOwn = isSkilldeckError(error) && !(error instanceof ImportRefusal && error.reason !== 'damaged');
      if (!isItsOwn) throw error;
      const reason = error instanceof ImportRefusal ? error.why : error.message;
      refused.push({ digest, session, by, reason, ...defined({ detail: error.detail }) });
    }
  }
  return refused;
}

function sharedOf(local: LocalArchive, { logs }: ArchiveState): ReadonlyMap<string, SharedLog> {
  const shared = new Map<string, SharedLog>();
  for (const row of logs) {
    const log = local.seen(row.digest);
    const before = shared.get(row.session);
    // No one else’s key replaces what a person shared.
    if (log?.session !== row.session || (before !== undefined && before.log.key !== log.key)) continue;
    shared.set(row.session, { row, log });
  }
  return shared;
}

const timedOut = () => refusedFor('timeout', 'look-time', { minutes: LOOK_MS / 60_000 });

/** @throws a bug. */
function faultOf(error: unknown): RepositoryFault {
  if (!isSkilldeckError(error)) throw error;
  const exact = defined({ exact: error.detail });
  if (error instanceof ImportRefusal) return { code: error.reason, detail: error.why, ...exact };
  return { code: 'refused', detail: error.message, ...exact };
}
