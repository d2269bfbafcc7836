/** The text of a file of cases, checked: its value, or what is wrong with it as a code and figures. */
import { type ParseError, parse } from 'jsonc-parser';
import type { z } from 'zod';
import { type KnownDetail, misfit } from '../../shared/messages/failure.ts';

/** @param file named in what is wrong. */
export function readCasesText<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
): { readonly value: T } | KnownDetail {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // V8 does not always say where.
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const before = text.slice(0, errors[0]?.offset).split('\n');
    return { code: 'cases-json', figures: { file, line: before.length, column: (before.at(-1) ?? '').length + 1 } };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : misfit('cases', parsed.error, { file });
}
