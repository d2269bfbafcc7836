/** A conversation without what redaction removes: the only form in which a case or a draft sees one. */

import { homedir } from 'node:os';
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { totalOf } from '../../../main/redaction/finds.ts';
import { redactLine, sessionRedaction } from '../../../main/redaction/preview.ts';
import { readWorkspaceFile } from '../../../main/runner/workspace/workspace-files.ts';
import { storedRows } from '../../../main/session/requests.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { foldEvents } from '../../../shared/reducer.ts';

/** Bytes of a file that goes with a case. */
const MAX_FILE = 1024 * 1024;
/** Characters of the last answer. */
const MAX_ANSWER = 4_000;

export interface Conversation {
  /** Fields of a case, without its files and id. */
  readonly fields: {
    readonly prompt: string;
    readonly turns?: readonly string[];
    readonly loads?: readonly string[];
    readonly output_files?: readonly { readonly path: string }[];
    readonly expected_output?: string;
  };
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Attached files that are no text, or too large. */
  readonly leftOut: readonly string[];
  /** Keys and personal data that were removed of fields and files. */
  readonly redacted: number;
  events(): readonly SessionEvent[];
  /** A text without what is removed of the conversation. */
  clean(text: string): string;
}

/** @throws SkilldeckError `session-not-found`, `bad-input` where nothing was asked. */
export async function conversationOf(core: Core, sessionId: string): Promise<Conversation> {
  const rows = storedRows(core.store, sessionId);
  const events = rows.map(toEvent);
  const { messages, workspace } = foldEvents(sessionId, events);
  const asked = messages.filter((message) => message.role === 'user');
  const [prompt, ...turns] = asked.map(({ text }) => text);
  if (prompt === undefined) throw detailed('bad-input', 'draft-unasked');
  const given = asked.flatMap(({ attachments = [] }) => attachments);
  const texts = new Map<string, string>();
  for (const { name, path: at } of given) {
    const file = await readWorkspaceFile(workspace, at, MAX_FILE);
    if (file?.text !== undefined && !file.truncated) texts.set(name, file.text);
  }
  const redaction = await sessionRedaction(rows, { folders: [homedir(), core.home], texts: [...texts.values()] });
  const redactor = redaction.redactor();
  const answer = messages.flatMap((one) => (one.role === 'assistant' && one.text !== '' ? [one.text] : [])).at(-1);
  const loads = unique(events.flatMap((one) => (one.type === 'skill-loaded' && one.by === 'agent' ? [one.skill] : [])));
  const output = unique(events.flatMap((one) => (one.type === 'artifact-saved' ? [one.name] : [])));
  const fields = redactor.value({
    prompt,
    ...(turns.length === 0 ? {} : { turns }),
    ...(loads.length === 0 ? {} : { loads }),
    ...(output.length === 0 ? {} : { output_files: output.map((name) => ({ path: `out/${name}` })) }),
    ...(answer === undefined ? {} : { expected_output: answer.slice(0, MAX_ANSWER) }),
  }) as Conversation['fields'];
  const files = [...texts].map(([name, text]) => ({
    name: path.basename(redactor.text(name)),
    text: redactor.text(text),
  }));
  return {
    fields,
    files,
    leftOut: given.map(({ name }) => name).filter((name) => !texts.has(name)),
    redacted: totalOf(redactor.count),
    events() {
      const own = redaction.redactor();
      return rows.map((row) => toEvent({ ...row, raw: redactLine(row.raw, own) }));
    },
    clean: (text) => redaction.redactor().text(text),
  };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];
