/** Transcripts of other programs: what a reader of a format makes of a file. */
import type { Attachment } from '../../../../shared/attachments.ts';
import type { Usage } from '../../../../shared/events.ts';
import type { ImportFormat } from '../../../../shared/review.ts';
import type { LeftOut } from './raw.ts';

interface MessageTimes {
  /** ISO 8601: when it was written, an answer when it was whole, a result when it came. */
  readonly at?: string | undefined;
  /** When an answer was asked for, or a result's call began. */
  readonly from?: string | undefined;
}

interface WithFiles {
  /** Pictures and PDFs in base64. */
  readonly media?: readonly string[] | undefined;
  /** The same once they are files of the session. */
  readonly attachments?: Attachment[] | undefined;
}

export type ForeignMessage = MessageTimes &
  (
    | { readonly role: 'system'; readonly text: string }
    | (WithFiles & { readonly role: 'user'; readonly text: string })
    | {
        readonly role: 'assistant';
        readonly text: string;
        readonly calls: readonly ForeignCall[];
        readonly reasoning?: string | undefined;
        readonly usage?: Usage | undefined;
        /** US dollars. */
        readonly cost?: number | undefined;
        readonly model?: string | undefined;
      }
    | (WithFiles & {
        readonly role: 'tool';
        readonly callId: string;
        readonly name: string;
        readonly text: string;
        readonly failed?: boolean | undefined;
      })
    /** The person went back: the conversation continues from before the message with this index. */
    | { readonly role: 'rewound'; readonly to: number }
    /** The person stopped the turn. */
    | { readonly role: 'stopped' }
  );

export interface ForeignCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly at?: string | undefined;
}

/** Messages of role and parts, as OpenTelemetry's GenAI conventions and LangChain write them; a log of requests repeats them. */
const key = (message: ForeignMessage): string =>
  JSON.stringify([
    message.role,
    'text' in message ? message.text.trim() : '',
    message.role === 'assistant' ? message.calls.map(({ name, arguments: given }) => [name, given]) : [],
  ]);

export interface Exchange {
  readonly asked: readonly ForeignMessage[];
  readonly answered: readonly ForeignMessage[];
  /** Messages of the conversation, without instructions, that `asked` continues; absent where it repeats them. */
  readonly omitted?: number | undefined;
}

/**
 * The conversation behind requests that each repeat what went before: what a request adds is appended, and its answer
 * with it. A request that begins again (another agent's, or after a compaction) adds what was not there yet.
 */
export function conversationOf(exchanges: readonly Exchange[]): ForeignMessage[] {
  let whole: ForeignMessage[] = [];
  const seen = new Set<string>();
  for (const { asked, answered, omitted } of exchanges) {
    if (omitted !== undefined) {
      whole = [...continued(whole, omitted, asked), ...answered];
      continue;
    }
    let at = 0;
    const [now, before] = [asked.map(key), whole.map(key)];
    while (at < now.length && at < before.length && now[at] === before[at]) at += 1;
    const isContinued = at === whole.length;
    const added = asked.slice(at).filter((message) => isContinued || !seen.has(key(message)));
    for (const message of [...added, ...answered]) {
      seen.add(key(message));
      whole.push(message);
    }
  }
  return whole;
}

/** Leaves out what was removed in between; instructions replace those before. */
function continued(
  whole: readonly ForeignMessage[],
  omitted: number,
  asked: readonly ForeignMessage[],
): readonly ForeignMessage[] {
  const isSystem = ({ role }: ForeignMessage) => role === 'system';
  const [before, now] = [whole, asked].map((list) => list.filter(isSystem));
  const said = whole.filter((one) => !isSystem(one)).slice(0, omitted);
  const system = now?.length === 0 ? before : now;
  return [...(system ?? []), ...said, ...asked.filter((one) => !isSystem(one))];
}

export type FormatName = Exclude<ImportFormat, 'skilldeck'>;

export interface ForeignTranscript {
  /** Its id in the source, which stays as it grows; absent where the source gives none. */
  readonly id?: string | undefined;
  readonly messages: readonly ForeignMessage[];
  readonly tools?: readonly unknown[] | undefined;
  readonly model?: string | undefined;
  readonly title?: string | undefined;
  readonly at?: string | undefined;
  /** Values of the file that it was read from: what is not read of them is left out, or a fact of the whole. */
  readonly source: readonly unknown[];
  /** Counted by its reader besides. */
  readonly leftOut: LeftOut;
  /** Agents that its calls started. */
  readonly agents?: readonly ForeignAgent[] | undefined;
}

export interface ForeignAgent {
  readonly callId: string | undefined;
  readonly transcript: ForeignTranscript;
}

/** A file's JSON: one document, or one value a line. */
export interface ParsedSource {
  readonly values: readonly unknown[];
  readonly isLines: boolean;
}

export interface Format {
  readonly name: FormatName;
  recognises(parsed: ParsedSource): boolean;
  /** One for each conversation, of opened values. @throws SkilldeckError `import-refused`, with the place in the file. */
  read(parsed: ParsedSource): readonly ForeignTranscript[];
}
