/**
 * A tool result that is itself the text of what the call loaded (dialects agent-core, agentscope, standard) says so in
 * its `data`: it stays whole while the document is loaded, and loses the text after the unload.
 */
import { z } from 'zod';
import { perObject } from './per-object.ts';

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
export function carriedDocuments(data: unknown): readonly CarriedDocument[] {
  return typeof data === 'object' && data !== null ? read(data) : NONE;
}

const NONE: readonly CarriedDocument[] = [];
const read = perObject(
  (data: object): readonly CarriedDocument[] => carriedSchema.safeParse(data).data?.carries ?? NONE,
);
