/** The sentence for a step: words of the skill (`metadata.activity`), values of the command line. */
import { z } from 'zod';

/** While it runs, after it ended well, after it failed, and where it has neither begun nor ended. */
export const ACTIVITY_FORMS = ['doing', 'done', 'failed', 'name'] as const;

export const activitySchema = z.object({
  /** Keyed by language code. `<name>` stands for a value; `[…]` is left out where a value in it is missing. */
  text: z.record(
    z.string(),
    z.object({
      doing: z.string(),
      done: z.string().optional(),
      failed: z.string().optional(),
      name: z.string().optional(),
    }),
  ),
  values: z.record(z.string(), z.string()),
});
export type Activity = z.infer<typeof activitySchema>;

const PLACE = /<([\p{L}\p{N}_-]+)>/gu;
const GROUP = /\[([^[\]]*)\]/g;

/** Names of the values that a text asks for. */
export const placesIn = (text: string): readonly string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name);

/** @param value in the reader's language; undefined where there is none. */
export function fillActivity(text: string, value: (name: string) => string | undefined): string {
  const filled = (part: string) => part.replace(PLACE, (_all, name: string) => value(name) ?? '…');
  const whole = text.replace(GROUP, (_all, part: string) =>
    placesIn(part).every((name) => value(name) !== undefined) ? part : '',
  );
  return filled(whole);
}

/** The skill's own words for that form; of those that a skill may leave out only `failed` has no other to take. */
export function activityText(
  { text }: Activity,
  language: string,
  form: (typeof ACTIVITY_FORMS)[number],
): string | undefined {
  const forms = text[language] ?? text.en ?? Object.values(text)[0];
  return form === 'failed' ? forms?.failed : (forms?.[form] ?? forms?.doing);
}
