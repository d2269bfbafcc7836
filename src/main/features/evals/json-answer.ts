/** Reads a model's answer to a request for one JSON object. */
import type { z } from 'zod';

/** The first JSON object in the text: models like to put a fence or a sentence around it. Undefined where there is none. */
export function jsonIn<T>(text: string, schema: z.ZodType<T>): T | undefined {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    return schema.safeParse(JSON.parse(text.slice(from, to + 1))).data;
  } catch {
    return undefined;
  }
}

/** A fence longer than any in the text, so that the text cannot end it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
