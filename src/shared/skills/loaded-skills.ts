/** Combined size and tools of loaded skills: a tool in several of them counts, and is offered, once. */
import { z } from 'zod';
import { perObject } from '../defined.ts';
import type { SkillTool } from '../events.ts';
import type { LoadedSkill, SessionState } from '../session-state.ts';

/**
 * Reads whether a skill's documents were selected one by one or all at once (seeds/002: `temp:skill:docs:<name>` is a
 * list or `*`). A selecting call records it in its `data`, so the log alone is enough.
 */
const selectionSchema = z.object({ selected: z.object({ skill: z.string(), all: z.boolean() }) });

export const selectionData = (skill: string, all: boolean): z.infer<typeof selectionSchema> => ({
  selected: { skill, all },
});

/** `seq` of the result that chose all documents of the loaded skill; undefined where the latest choice is a list, or none was made. */
export function allDocumentsSince(
  { messages, calls }: Pick<SessionState, 'messages' | 'calls'>,
  skill: Pick<LoadedSkill, 'id' | 'seq'>,
): number | undefined {
  const choiceOf = (callId: string) => {
    const { data } = selectionSchema.safeParse(calls[callId]?.data);
    return data?.selected.skill === skill.id ? data.selected : undefined;
  };
  const latest = messages.findLast(
    (message) => message.role === 'tool' && message.seq > skill.seq && choiceOf(message.callId) !== undefined,
  );
  return latest?.role === 'tool' && choiceOf(latest.callId)?.all === true ? latest.seq : undefined;
}

/**
 * A tool result that is itself the text of what the call loaded (dialects agent-core, agentscope, standard) says so in
 * its `data`: it stays whole while the document is loaded, and loses the text after the unload.
 */
const carriedSchema = z.object({
  carries: z
    .array(
      z.object({
        skill: z.string(),
        /** Path of a reference; absent for the skill's instructions. */
        path: z.string().optional(),
        /** UTF-16 code units of its part of the result. Parts are parted by one blank line; what follows the last is no document. */
        length: z.int().min(0),
      }),
    )
    .min(1),
});

export type CarriedDocument = z.infer<typeof carriedSchema>['carries'][number];

export const BETWEEN_PARTS = '\n\n';

/** A result made of these texts, and the `data` that says what they are. */
export function carryingResult(
  parts: readonly { readonly skill: string; readonly path?: string; readonly text: string }[],
): { readonly content: string; readonly data: { readonly carries: readonly CarriedDocument[] } } {
  return {
    content: parts.map((part) => part.text).join(BETWEEN_PARTS),
    data: { carries: parts.map(({ text, ...document }) => ({ ...document, length: text.length })) },
  };
}

/** Documents that a call's `data` marks as carried by its result; empty for all other results. */
export const carriedDocuments = (data: unknown): readonly CarriedDocument[] =>
  typeof data === 'object' && data !== null ? read(data) : NONE;

const NONE: readonly CarriedDocument[] = [];
const read = perObject(
  (data: object): readonly CarriedDocument[] => carriedSchema.safeParse(data).data?.carries ?? NONE,
);

/** A skill's own tool, with the first loaded skill that brings it: a call runs in that one's scope. */
export interface OwnedTool extends SkillTool {
  readonly skill: LoadedSkill;
}

/** Each once, in the order in which their skills were loaded. Names are decided at the load, so equal names are one tool. */
export function skillTools(skills: readonly LoadedSkill[]): readonly OwnedTool[] {
  const byName = new Map<string, OwnedTool>();
  for (const skill of skills) {
    for (const tool of skill.tools) if (!byName.has(tool.name)) byName.set(tool.name, { ...tool, skill });
  }
  return [...byName.values()];
}

/** Input of `occupied`: a planned skill counts as loaded. */
export type SkillSize = Pick<LoadedSkill, 'tokens' | 'references' | 'tools'>;

/** Tokens that these skills take together: instructions, references, and each of their tools once. */
export function occupied(skills: readonly SkillSize[]): number {
  const tools = new Map(skills.flatMap((skill) => skill.tools.map((tool) => [tool.name, tool.tokens ?? 0] as const)));
  const texts = skills.reduce(
    (sum, skill) =>
      sum +
      skill.references.reduce((all, reference) => all + reference.tokens, skill.tokens) -
      skill.tools.reduce((all, tool) => all + (tool.tokens ?? 0), 0),
    0,
  );
  return [...tools.values()].reduce((sum, tokens) => sum + tokens, texts);
}

/** Tokens that are free again without `id`: its instructions, its references, and those of its tools that no other skill brings. */
export const freedTokens = (skills: readonly LoadedSkill[], id: string): number =>
  occupied(skills) - occupied(skills.filter((skill) => skill.id !== id));

/** Tokens freed by each skill when unloaded one after the other. */
export function freedInTurn(
  skills: readonly LoadedSkill[],
  going: readonly Pick<LoadedSkill, 'id'>[],
): { readonly id: string; readonly tokens: number }[] {
  let left = skills;
  return going.map(({ id }) => {
    const tokens = freedTokens(left, id);
    left = left.filter((skill) => skill.id !== id);
    return { id, tokens };
  });
}
