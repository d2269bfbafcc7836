/** Library of all conversations: search, marks, costs and comparison. */

import type { Client } from '../../renderer/client.ts';
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { failureOf, tryOver } from '../../renderer/store/slices/failures.ts';
import type { ReviewData, SessionData, SkillsData } from '../../renderer/store/slices/session-state.ts';
import type { ContextData } from '../../renderer/store/state.ts';
import { exportPieces, importPieces, textsOf } from '../../shared/contract/transfer-pieces.ts';
import type { Failure } from '../../shared/messages/failure.ts';
import { conversationFiles, type PlainFile, unpacked } from '../../shared/review/unpack.ts';
import {
  type ExportFormat,
  type ImportProgress,
  type ImportResult,
  type LibraryFilters,
  type LibraryQuery,
  type LibrarySort,
  MAX_IMPORT_BYTES,
  type OwnPattern,
  type SearchQuery,
  type SessionExport,
  type Verification,
} from '../../shared/review.ts';
import { allShown } from '../../shared/text/invisible.ts';

/** Page shown in place of the chat: all conversations, the costs of one, a comparison, the review queue, all trips, or all skills. */
export type OpenLibrary =
  | { readonly page: 'trips' }
  | { readonly page: 'skills' }
  | { readonly page: 'list' }
  /** `by`: the table that is chosen. */
  | { readonly page: 'costs'; readonly session: string; readonly by?: string }
  /** `session`: the one that is being judged. */
  | { readonly page: 'judge'; readonly session?: string | undefined }
  /** `requests`: of two, those whose difference is shown, by event. */
  | {
      readonly page: 'compare';
      readonly sessions: readonly string[];
      readonly requests?: { readonly a: number; readonly b: number };
    };

/** Query of the list. Kept after leaving the list, so that the user returns to the same place. */
export interface LibraryAsked {
  readonly words: string;
  readonly filters: LibraryFilters;
  readonly sort: LibrarySort;
  /** Absent: as the sort suggests. */
  readonly direction?: LibraryQuery['direction'];
}

/** One step out: from a detail to its page, to the list, and back to the chat. */
export function outOf(open: OpenLibrary): OpenLibrary | undefined {
  if (open.page === 'list' || open.page === 'trips' || open.page === 'skills') return undefined;
  if (open.page === 'compare' && open.requests !== undefined) return { page: open.page, sessions: open.sessions };
  return { page: 'list' };
}

export type ImportFailure =
  | { readonly why: 'too-large'; readonly size: number }
  | { readonly why: 'unread'; readonly message: string }
  /** A folder without transcripts. */
  | { readonly why: 'empty' }
  | { readonly why: 'refused'; readonly failure: Failure }
  | { readonly why: 'cancelled' };

interface NotImported {
  readonly state: 'failed';
  readonly name: string;
  readonly failure: ImportFailure;
}

export type Imported =
  | { readonly state: 'waiting'; readonly name: string }
  /** `read` and `size` in bytes. */
  | {
      readonly state: 'reading';
      readonly name: string;
      readonly read: number;
      readonly size: number;
      readonly progress: ImportProgress;
    }
  | NotImported
  | {
      readonly state: 'done';
      readonly name: string;
      readonly result: ImportResult;
      /** Absent while it is on its way, or where there is nothing to verify. */
      readonly verified?: Verification;
    };

export interface LibraryData {
  readonly library: OpenLibrary | undefined;
  readonly asked: LibraryAsked;
  /** Imports since the window opened, until dismissed. */
  readonly imports: readonly Imported[];
}

export const NOTHING_ASKED: LibraryAsked = { words: '', filters: {}, sort: 'updated' };

export const NO_LIBRARY: LibraryData = { library: undefined, asked: NOTHING_ASKED, imports: [] };

interface ExportChoice {
  readonly format: ExportFormat;
  readonly redact: boolean;
  /** A page has what the model thought. */
  readonly reasoning?: boolean;
  readonly patterns: readonly OwnPattern[];
  /** Ids of finds that stay as they are. */
  readonly keep: readonly string[];
  readonly language: 'en' | 'zh';
  /** Signs with the person's own key; JSON Lines only. */
  readonly sign?: boolean;
}

interface ExportedFile extends Pick<SessionExport, 'fileName' | 'redacted' | 'brokenAt'> {
  readonly content: Blob;
}

function exportedText(
  { review }: Pick<Client, 'review'>,
  sessionId: string,
  { format, redact, reasoning = false, patterns, keep, language }: ExportChoice,
): Promise<SessionExport> {
  return review.export({
    sessionId,
    format,
    redact,
    reasoning,
    language,
    ...(redact ? { patterns: [...patterns], keep: [...keep] } : {}),
  });
}

/** A log comes in pieces, each of which the browser takes over: a Blob is not kept in the page's own memory. */
async function exportedFile(
  client: Pick<Client, 'review' | 'transfer'>,
  sessionId: string,
  choice: ExportChoice,
): Promise<ExportedFile> {
  if (choice.format !== 'jsonl') {
    const { text, base64, mime, ...rest } = await exportedText(client, sessionId, choice);
    return { ...rest, content: new Blob([base64 === undefined ? text : bytesOf(base64)], { type: mime }) };
  }
  const { redact, patterns, keep, sign = false } = choice;
  const parts: Blob[] = [];
  const lines = { sessionId, redact, sign, patterns: redact ? [...patterns] : [], keep: redact ? [...keep] : [] };
  const { mime, ...rest } = await exportPieces(client.transfer, lines, (text) => parts.push(new Blob([text])));
  return { ...rest, content: new Blob(parts, { type: mime }) };
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Files that are imported, one after the other. They belong to the app, not to a page: one can leave the library in the meantime. */
/** A file that could not be read, apart from what the core refuses. */
class UnreadFile extends Error {}

async function* bytesOfFile(file: File, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let read = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
      read += next.value.length;
      onRead(read);
    }
  } finally {
    reader.releaseLock();
  }
}

async function* readable<T>(read: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* read;
  } catch (error) {
    throw new UnreadFile(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function importCommands({
  connection,
  data,
}: Pick<CommandContext<Pick<LibraryData, 'imports'>>, 'connection' | 'data'>) {
  const { review, transfer } = connection.client;
  const running = new Map<string, AbortController>();
  let queue: Promise<void> = Promise.resolve();
  const put = (next: Imported): void =>
    data.setState(({ imports }) => ({
      imports: imports.some(({ name }) => name === next.name)
        ? imports.map((one) => (one.name === next.name ? next : one))
        : [...imports, next],
    }));

  async function take(file: File, { signal }: AbortController): Promise<void> {
    const { name, size } = file;
    const state = { read: 0, progress: { events: 0, stored: 0 } };
    const show = (change: Partial<typeof state>): void => {
      Object.assign(state, change);
      if (!signal.aborted) put({ state: 'reading', name, size, ...state });
    };
    try {
      signal.throwIfAborted();
      show({});
      let taken = 0;
      let last: unknown;
      for await (const one of readable(
        unpacked(
          name,
          bytesOfFile(file, (read) => show({ read })),
        ),
      )) {
        await takeOne(one, name, signal, (progress) => show({ progress })).then(
          () => (taken += 1),
          (error: unknown) => {
            if (!one.isPart || signal.aborted) throw error;
            last = error;
          },
        );
        // Replaced by the files that it holds.
        if (one.isPart) data.setState(({ imports }) => ({ imports: imports.filter((each) => each.name !== name) }));
      }
      if (taken === 0 && last !== undefined) throw last;
    } catch (error) {
      put({ state: 'failed', name, failure: failed(error, signal.aborted) });
    }
  }

  async function takeOne(
    { name: own, bytes, isPart }: PlainFile,
    file: string,
    signal: AbortSignal,
    onProgress: (progress: ImportProgress) => void,
  ): Promise<void> {
    const name = isPart ? `${file}: ${own}` : file;
    const result = await importPieces(transfer, readable(textsOf(bytes)), isPart ? own : file, { signal, onProgress });
    put({ state: 'done', name, result });
    if (result.foreign !== undefined) return;
    const verified = await review.verify({ sessionId: result.session }).catch(() => undefined);
    const isShown = data.getState().imports.some((one) => one.state === 'done' && one.result === result);
    if (verified !== undefined && isShown) put({ state: 'done', name, result, verified });
  }

  function failed(error: unknown, isCancelled: boolean): ImportFailure {
    if (isCancelled) return { why: 'cancelled' };
    if (error instanceof UnreadFile) return { why: 'unread', message: error.message };
    return { why: 'refused', failure: failureOf(error, connection.status() === 'open') };
  }

  return {
    /** Each by its path where a folder was dropped. Never throws: `imports` says of each file what became of it. */
    importFiles(given: readonly (File | NotImported)[]) {
      const byName = new Map(given.flatMap((one) => (one instanceof File ? [[one.name, one]] : [])));
      for (const one of given) if (!(one instanceof File)) put(one);
      for (const [name, parts] of conversationFiles([...byName.keys()])) {
        const lines = parts.flatMap((part) => [byName.get(part) ?? '', '\n']).slice(0, -1);
        const file = new File(lines, name);
        const { size } = file;
        // One of that name is under way.
        if (running.has(name)) continue;
        if (size > MAX_IMPORT_BYTES) {
          put({ state: 'failed', name, failure: { why: 'too-large', size } });
          continue;
        }
        const control = new AbortController();
        running.set(name, control);
        put({ state: 'waiting', name });
        queue = queue.then(() => take(file, control)).finally(() => running.delete(name));
      }
      return queue;
    },
    /** Nothing of that file is imported. */
    cancelImport: (name: string) => running.get(name)?.abort(),
    /** For a file whose import has ended. */
    dismissImport: (gone: string) =>
      data.setState(({ imports }) => ({ imports: imports.filter(({ name }) => name !== gone) })),
  };
}

/** Omitted marks keep their value. */
export interface Marks {
  readonly pinned?: boolean;
  readonly archived?: boolean;
  /** All of them, in place of those that are there. */
  readonly tags?: readonly string[];
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
}

/** The request that was sent at an event of a session. */
interface RequestOf {
  readonly session: string;
  readonly at: number;
}

/** The slices that take the library's place, and that it covers. */
type Covered = LibraryData & SessionData & SkillsData & ContextData & ReviewData;

/** None throws: the view says itself what went wrong, where the person is looking. */
export function libraryCommands({ connection, data, open }: CommandContext<Covered>) {
  const { review, sessions, context } = connection.client;

  const tried = tryOver(connection);

  // Opening anything else in place of the chat, or a place in it, closes the library.
  data.subscribe((now, before) => {
    if (now.library === undefined) return;
    const opened = now.selected !== before.selected && now.selected !== undefined;
    const found = now.found !== before.found && now.found !== undefined;
    // A skill's files lie over the table of skills, which is there again when they close.
    const author = now.library.page === 'skills' ? undefined : now.author;
    const covered = now.map !== before.map || now.author !== before.author;
    if (opened || found || (covered && (now.map !== undefined || author !== undefined))) {
      data.setState({ library: undefined });
    }
  });

  return {
    /** `undefined` goes back to the chat. */
    show: (library: OpenLibrary | undefined) =>
      data.setState(library === undefined ? { library } : { library, map: undefined, author: undefined }),
    /** Omitted fields keep their value. */
    ask: (asked: Partial<LibraryAsked>) => data.setState((state) => ({ asked: { ...state.asked, ...asked } })),
    page: (query: LibraryQuery, signal: AbortSignal) => tried(() => review.library(query, { signal })),
    search: (query: SearchQuery, signal: AbortSignal) => tried(() => review.search(query, { signal })),
    trace: (sessionId: string) => tried(async () => allShown(await review.trace({ sessionId }))),
    costs: (sessionId: string) => tried(async () => allShown(await review.costs({ sessionId }))),
    compare: (sessions: readonly string[]) =>
      tried(async () => allShown(await review.compare({ sessionIds: [...sessions] }))),
    /** Compares two requests, each by its session and event. */
    diff: (a: RequestOf, b: RequestOf) =>
      tried(() =>
        context.diff({ from: { sessionId: a.session, at: a.at }, to: { sessionId: b.session, at: b.at }, texts: true }),
      ),
    request: ({ session: sessionId, at }: RequestOf) => tried(() => context.show({ sessionId, at, brief: true })),
    mark: (sessionIds: readonly string[], { tags, addTags, removeTags, ...flags }: Marks) =>
      tried(() =>
        sessions.mark({
          sessionIds: [...sessionIds],
          ...flags,
          ...(tags === undefined ? {} : { tags: [...tags] }),
          ...(addTags === undefined ? {} : { addTags: [...addTags] }),
          ...(removeTags === undefined ? {} : { removeTags: [...removeTags] }),
        }),
      ),
    /** @returns those that were there. One that is open gives way to a new conversation. */
    removeMany: (sessionIds: readonly string[]) =>
      tried(async () => {
        const { removed } = await sessions.removeMany({ sessionIds: [...sessionIds] });
        const { selected } = data.getState();
        if (selected !== undefined && removed.includes(selected)) open(undefined);
        return removed;
      }),
    restoreMany: (sessionIds: readonly string[]) => tried(() => sessions.restoreMany({ sessionIds: [...sessionIds] })),
    redactionPreview: (sessionId: string, patterns: readonly OwnPattern[]) =>
      tried(() => review.redactionPreview({ sessionId, patterns: [...patterns] })),
    exportSession: (session: string, choice: ExportChoice) =>
      tried(() => exportedText(connection.client, session, choice)),
    /** Returns the session as a file held by the browser: a log arrives in pieces and is never one string. */
    exportFile: (session: string, choice: ExportChoice) =>
      tried(() => exportedFile(connection.client, session, choice)),
    ...importCommands({ connection, data }),
  };
}
