/** A conversation as a case: what was asked, with which files, what was loaded, and what came out. Redacted. */
import { homedir } from 'node:os';
import path from 'node:path';
import { type CapturedCase, capturedSchema } from '../../../shared/contract/evals.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Core } from '../../core/core.ts';
import { totalOf } from '../../redaction/counts.ts';
import { sessionRedaction } from '../../redaction/preview.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import { readWorkspaceFile } from '../../runner/workspace/workspace-files.ts';
import { storedRows } from '../../session/stored-rows.ts';
import { readSkillFile, writeSkillFile } from '../../skills/author/files.ts';
import { findPlace, mustBeWritable } from '../../skills/author/skill-place.ts';
import { toEvent } from '../../store/event-log.ts';

/** Bytes of a file that goes with a case. */
const MAX_FILE = 1024 * 1024;
/** Characters of the last answer. */
const MAX_ANSWER = 4_000;

/**
 * Text files that were attached are written to `evals/files/`; the case itself is the author's to keep or not.
 * @throws SkilldeckError `session-not-found`, `skill-not-found`, `not-supported`, `bad-input` where nothing was asked.
 */
export async function captureCase(core: Core, sessionId: string, skill: string): Promise<CapturedCase> {
  const place = findPlace(await core.library.refresh(), skill);
  mustBeWritable(place);
  const rows = storedRows(core.store, sessionId);
  const events = rows.map(toEvent);
  const { messages, workspace } = foldEvents(sessionId, events);
  const asked = messages.filter((message) => message.role === 'user');
  const [prompt, ...turns] = asked.map(({ text }) => text);
  if (prompt === undefined) {
    throw new SkilldeckError('bad-input', 'Nothing was asked in this conversation yet, so it makes no case.');
  }
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
  const files = [...texts].map(([name, text]) => keepFile(place.dir, name, text, redactor));
  const fields = {
    prompt,
    ...(turns.length === 0 ? {} : { turns }),
    ...(files.length === 0 ? {} : { files }),
    ...(loads.length === 0 ? {} : { loads }),
    ...(output.length === 0 ? {} : { output_files: output.map((name) => ({ path: `out/${name}` })) }),
    ...(answer === undefined ? {} : { expected_output: answer.slice(0, MAX_ANSWER) }),
  };
  return {
    fields: capturedSchema.shape.fields.parse(redactor.value(fields)),
    leftOut: given.map(({ name }) => name).filter((name) => !texts.has(name)),
    redacted: totalOf(redactor.count),
  };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** @returns its path in the skill's folder; one of the same content is used again. */
function keepFile(dir: string, name: string, text: string, redactor: Redactor): string {
  const content = redactor.text(text);
  const { name: stem, ext } = path.parse(path.basename(redactor.text(name)));
  for (let count = 1; ; count += 1) {
    const file = `evals/files/${stem}${count === 1 ? '' : `-${count}`}${ext}`;
    try {
      if (readSkillFile(dir, file).text === content) return file;
    } catch (error) {
      if (!(error instanceof SkilldeckError && error.code === 'file-not-found')) throw error;
      writeSkillFile(dir, file, content, null);
      return file;
    }
  }
}
