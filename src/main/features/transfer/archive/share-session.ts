/** What is shared of a session: an export, signed with the person's own key. */
import { isSkilldeckError, SkilldeckError } from '../../../../shared/errors.ts';
import type { SeenLog } from '../../../archive/local.ts';
import { signingKeyOrNew } from '../../../config/signing-key.ts';
import type { Core } from '../../../core/core.ts';
import { noSession } from '../../../session/stored-rows.ts';
import { newSigningKey } from '../../../store/chain/closing-line.ts';
import { exportLines } from '../export/export-lines.ts';

/** A run under way changes the session again. */
const UNDER_WAY: ReadonlySet<string> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

/** Signed. @throws SkilldeckError `not-redacted`; `not-supported` for a session that was altered. */
export async function* exportOf(
  core: Core,
  session: string,
  { redact, reviews: withReviews = false }: { readonly redact: boolean; readonly reviews?: boolean },
): AsyncGenerator<string> {
  const key = await signingKeyOrNew(core.home, newSigningKey);
  const options = { redact, signingKey: key, folders: core.exportFolders };
  const { rows, lastSeq, end: endOf } = core.store;
  // What reviewers say travels apart: it changes while the session stays the same.
  const store = {
    rows,
    lastSeq,
    end: endOf,
    reviews: { history: (id: string) => (withReviews ? core.store.reviews.history(id) : []) },
  };
  for await (const { text, end } of exportLines(store, session, options)) {
    yield text;
    if (end?.brokenAt !== undefined)
      throw new SkilldeckError(
        'not-supported',
        `The session '${session}' was altered at event ${end.brokenAt}, so it was not shared.`,
      );
  }
}

/** Undefined for a colleague's, of which only notes are shared. @throws SkilldeckError `session-not-found`, as `exportOf`. */
export async function share(core: Core, session: string, redact: boolean): Promise<SeenLog | undefined> {
  const { archives, store } = core;
  if (store.lastSeq(session) === 0) throw noSession(session);
  const there = archives.shared().get(session);
  if (store.isImported(session) && there !== undefined) return undefined;
  return archives.share(exportOf(core, session, { redact }));
}

/** Sessions that the person's rule shares, and that have changed since. */
export async function shareByRule(core: Core): Promise<void> {
  const { archives, store } = core;
  const tag = archives.definition()?.tag;
  if (tag === undefined) return;
  const shared = archives.shared();
  const waits = new Set(archives.waiting().map(({ session }) => session));
  for (const { summary, facts, imported } of store.library()) {
    if (imported || summary.deleted || !facts.marks.tags.includes(tag) || UNDER_WAY.has(summary.runState)) continue;
    const { id, updatedAt } = summary;
    if (shared.get(id)?.log.updatedAt === updatedAt || waits.has(id)) continue;
    try {
      await share(core, id, true);
    } catch (error) {
      // One that cannot be redacted does not keep the others from being shared.
      if (!isSkilldeckError(error)) throw error;
      core.log.error(`The session '${id}' was not shared`, error);
    }
  }
}
