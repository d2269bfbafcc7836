/** A conversation without what redaction removes: the only form in which a case or a draft sees one. */

import { homedir } from 'node:os';
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { totalOf } from '../../../main/redaction/finds.ts';
import { redactLine, sessionRedaction } from '../../../main/redaction/preview.ts';
import { readWorkspaceFile } from '../../../main/runner/workspace/workspace-files.ts';
import { storedRows } from '../../../main/session/requests.ts';
import { findPlace, mustBeWritable, readSkillFile, writeSkillFile } from '../../../main/skills/files.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { type CapturedCase, capturedSchema } from '../contract.ts';

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

// A conversation as a case: what was asked, with which files, what was loaded, and what came out. Redacted.

/**
 * Text files that were attached are written to `evals/files/`; the case itself is the author's to keep or not.
 * @throws SkilldeckError `session-not-found`, `skill-not-found`, `not-supported`, `bad-input` where nothing was asked.
 */
export async function captureCase(core: Core, sessionId: string, skill: string): Promise<CapturedCase> {
  const place = findPlace(await core.library.refresh(), skill);
  mustBeWritable(place);
  const { fields, files, leftOut, redacted } = await conversationOf(core, sessionId);
  const kept = files.map((file) => keepFile(place.dir, file));
  return {
    fields: capturedSchema.shape.fields.parse({ ...fields, ...(kept.length === 0 ? {} : { files: kept }) }),
    leftOut: [...leftOut],
    redacted,
  };
}

/** @returns its path in the skill's folder; one of the same content is used again. */
export function keepFile(dir: string, { name, text }: Conversation['files'][number]): string {
  const { name: stem, ext } = path.parse(name);
  for (let count = 1; ; count += 1) {
    const file = `evals/files/${stem}${count === 1 ? '' : `-${count}`}${ext}`;
    try {
      if (readSkillFile(dir, file).text === text) return file;
    } catch (error) {
      if (!(error instanceof SkilldeckError && error.code === 'file-not-found')) throw error;
      writeSkillFile(dir, file, text, null);
      return file;
    }
  }
}
