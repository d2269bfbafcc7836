/** Shares a session as an export, signed with the person's own key. */

import type { Core } from '../../../main/core/core.ts';
import { noSession } from '../../../main/session/requests.ts';
import { signingKeyOrNew } from '../../../main/settings/keys.ts';
import { newSigningKey } from '../../../main/store/chain.ts';
import type { LibraryEntry } from '../../../main/store/reading.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { LinesOptions } from '../../transfer/main/export/export-lines.ts';
import type { SeenLog } from './local.ts';

/** A run under way changes the session again. */
const UNDER_WAY: ReadonlySet<string> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

/** Options of the shared export. */
export interface Sharing extends Pick<LinesOptions, 'patterns' | 'keep'> {
  readonly redact: boolean;
}

/** Signed. @throws SkilldeckError `not-redacted`; `not-supported` for a session that was altered. */
export async function* exportOf(
  core: Core,
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
  const { exportLines } = await import('../../transfer/main/export/export-lines.ts');
  for await (const { text, end } of exportLines(store, session, options)) {
    yield text;
    if (end?.brokenAt !== undefined) throw detailed('not-supported', 'share-altered', { session, at: end.brokenAt });
  }
}

/** Undefined for a colleague's, of which only notes are shared. @throws SkilldeckError `session-not-found`, as `exportOf`. */
export async function share(core: Core, session: string, sharing: Sharing): Promise<SeenLog | undefined> {
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
export async function shareByRule(core: Core): Promise<void> {
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
function ruled({ archives, store }: Core): readonly LibraryEntry[] {
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
