/**
 * Reads whether a skill's documents were selected one by one or all at once (seeds/002: `temp:skill:docs:<name>` is a
 * list or `*`). A selecting call records it in its `data`, so the log alone is enough.
 */
import { z } from 'zod';
import type { LoadedSkill, SessionState } from './session-state.ts';

const selectionSchema = z.object({ selected: z.object({ skill: z.string(), all: z.boolean() }) });

export function selectionData(skill: string, all: boolean): z.infer<typeof selectionSchema> {
  return { selected: { skill, all } };
}

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
