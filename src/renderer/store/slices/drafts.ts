/** Drafts on the person's own machine: a half-written message survives a reload. */
const KEY = 'skilldeck.drafts';

/** Characters; a pasted book is kept in memory only. */
const LONGEST = 100_000;

export interface DraftStorage {
  load(): Readonly<Record<string, string>>;
  save(drafts: Readonly<Record<string, string>>): void;
}

export function localDrafts(storage: Pick<Storage, 'getItem' | 'setItem'>): DraftStorage {
  return {
    load() {
      try {
        const parsed: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
        if (typeof parsed !== 'object' || parsed === null) return {};
        return Object.fromEntries(
          Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        );
      } catch {
        return {};
      }
    },
    save(drafts) {
      try {
        const kept = Object.entries(drafts).filter(([, text]) => text !== '' && text.length <= LONGEST);
        storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // A full or forbidden storage costs only the survival of the draft, not the draft.
      }
    },
  };
}

export const noDrafts: DraftStorage = { load: () => ({}), save: () => {} };

// Drafts of other things than a message, by keys that no session has: none has a slash in its id.
export const formDraftKey = (sessionId: string, callId: string): string => `form/${sessionId}/${callId}`;
/** The message that waits for a run to end. */
export const queuedKey = (sessionId: string): string => `queued/${sessionId}`;
