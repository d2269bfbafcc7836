/** A skill stepped through without a model: what each request would hold, after each load. Nothing is stored. */
import path from 'node:path';
import type { ToolResult } from '../../../main/agent/ports.ts';
import { assembleRequest } from '../../../main/context/build-request.ts';
import type { Core } from '../../../main/core/core.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import { loadReference, loadSkill, refusalIn } from '../../../main/session/load-skill.ts';
import { addUserMessage, scoped } from '../../../main/session/run.ts';
import { findPlace, mustBeWritable, readSkillFile, writeSkillFile } from '../../../main/skills/files.ts';
import { isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import { type CapturedCase, capturedSchema } from '../contract.ts';
import type { ByHand, ByHandAsked } from '../try-out.ts';
import { type Conversation, conversationOf } from './conversation.ts';
import { configurationsOf, skillUnderTest } from './runs.ts';
import { guess } from './triggers.ts';
import { sidesOf } from './try-out.ts';

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

/** @throws SkilldeckError `bad-input`, `skill-not-found`, `context-full`. */
export async function byHand(core: Core, { load, references, ...asked }: ByHandAsked): Promise<ByHand> {
  const skill = await skillUnderTest(core, asked.skill);
  const { configurations } = await configurationsOf(core, sidesOf(asked), skill, {
    keeps: (asked.unsaved?.length ?? 0) > 0,
  });
  const session = await core.sessions.preview(configurations[0]?.settings ?? asked.settings);
  const deps = scoped(core.previews, session);
  const query = { query: asked.sentence, should_trigger: true };
  const { triggered, instead, matched = [] } = guess(query, skill.id, session.state.catalog);
  const best = triggered > 0 ? skill.id : Object.keys(instead)[0];
  addUserMessage(deps, session, { text: asked.sentence });
  const steps: ByHand['steps'] = [await stepOf(core, session)];
  let refused: ByHand['refused'];
  const take = async (what: string, result: ToolResult) => {
    if (result.ok) steps.push({ loaded: what, ...(await stepOf(core, session)) });
    else refused ??= { what, ...refusalIn(result) };
  };
  if (load) await take(skill.id, await loadSkill(deps, session, skill.id, 'user'));
  for (const file of load && refused === undefined ? references : []) {
    await take(file, await loadReference(deps, session, skill.id, file, 'user'));
  }
  return {
    guess: { ...(best === undefined ? {} : { skill: best }), matched: [...matched] },
    steps,
    ...(refused === undefined ? {} : { refused }),
    references: [...(await documentsOf(deps.skills.documents, skill.id))],
  };
}

async function documentsOf(documents: (id: string) => Promise<readonly string[]>, id: string) {
  try {
    return await documents(id);
  } catch (error) {
    if (isSkilldeckError(error)) return [];
    throw error;
  }
}

async function stepOf({ context }: Core, { state }: LiveSession) {
  const prepared = await context.prepare(state);
  if ('code' in prepared) throw new SkilldeckError('context-full', prepared.message);
  const { request } = assembleRequest(state);
  return { tokens: prepared.tokens, system: request.system, tools: request.tools.map(({ name }) => name) };
}
