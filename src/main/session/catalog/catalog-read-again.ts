import { isDeepStrictEqual } from 'node:util';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { SkillTool } from '../../../shared/events.ts';
import type { LoadedReference, LoadedSkill, SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { SessionDeps } from '../deps.ts';
import { sizeSkill } from '../loading/size-skill.ts';

/** A loaded skill as a load now would have it. */
export interface ReadAgain {
  /** Instructions, tools and loaded references are those that are in the context. */
  readonly isSame: boolean;
  readonly instructions: string;
  /** Tokens of the section and its tools. */
  readonly tokens: number;
  readonly tools: readonly SkillTool[];
  /** All that are loaded: as they are on the disk now, or as they were loaded where they are there no more. */
  readonly references: readonly LoadedReference[];
  /** Tokens that it would add to the context, references included. */
  readonly added: number;
}

/** @throws SkilldeckError `skill-not-found`, `skill-broken`. */
export async function readAgain(deps: SessionDeps, state: SessionState, loaded: LoadedSkill): Promise<ReadAgain> {
  const { id } = loaded;
  const instructions = await deps.skills.instructions(id, state.dialect);
  const { tools: declared } = await deps.skills.tools(id);
  const references = await Promise.all(loaded.references.map((one) => referenceNow(deps, state, id, one)));
  const hasTools = declared.length > 0 || loaded.tools.length > 0;
  // Counting is what costs: what is the same needs none.
  const sized =
    instructions === loaded.instructions && !hasTools
      ? { tokens: loaded.tokens, tools: loaded.tools }
      : await sizeSkill(deps, state, { id, instructions, declared });
  const isSame =
    instructions === loaded.instructions &&
    isDeepStrictEqual(asLogged(sized.tools), asLogged(loaded.tools)) &&
    references.every((reference, index) => reference === loaded.references[index]);
  const sum = (all: readonly LoadedReference[]) => all.reduce((tokens, reference) => tokens + reference.tokens, 0);
  const added = sized.tokens - loaded.tokens + sum(references) - sum(loaded.references);
  return { isSame, instructions, ...sized, references, added };
}

/** Form stored in the log, for comparison: key order and absent fields make no difference. */
const asLogged = (tools: readonly SkillTool[]): unknown => JSON.parse(JSON.stringify(tools));

/** The same object where nothing changed. */
async function referenceNow(
  deps: SessionDeps,
  state: SessionState,
  id: string,
  loaded: LoadedReference,
): Promise<LoadedReference> {
  try {
    const { text } = await deps.skills.reference(id, loaded.path);
    if (text === loaded.text) return loaded;
    const tokens = await deps.context.referenceTokens(state, id, loaded.path, text);
    return { ...loaded, text, tokens, sha256: sha256(text) };
  } catch (error) {
    if (isSkilldeckError(error)) return loaded;
    throw error;
  }
}
