/** A skill stepped through without a model: what each request would hold, after each load. Nothing is stored. */

import { isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import type { ByHand, ByHandAsked } from '../../../shared/evals/try-out.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { assembleRequest } from '../../context/build-request.ts';
import type { Core } from '../../core/core.ts';
import { addUserMessage } from '../../session/commands/send.ts';
import type { LiveSession } from '../../session/live-session.ts';
import { refusalIn } from '../../session/loading/expect-ok.ts';
import { loadReference } from '../../session/loading/load-reference.ts';
import { loadSkill } from '../../session/loading/load-skill.ts';
import { scoped } from '../../session/scoped.ts';
import { configurationsOf, skillUnderTest } from './configuration.ts';
import { guess } from './guess.ts';
import { sidesOf } from './try-out.ts';

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
