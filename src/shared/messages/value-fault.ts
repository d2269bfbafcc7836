/** Makes zod's first issue a code of `messages/LANGUAGE/values.ts` and figures: why a value does not fit its schema. */
import type { z } from 'zod';
import type { values as en } from './en/failures.ts';
import type { Figures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Translate } from './types.ts';

type ValueReason = keyof typeof en;
type Issue = z.core.$ZodIssue;

export interface ValueFault {
  /** Field names and indexes below the value, joined by dots; empty for the value itself. */
  readonly place: string;
  /** `reason` and what its words name, beside `why`: the same in English. */
  readonly figures: Figures;
  /** Both in English. */
  readonly text: string;
}

const TYPES: Readonly<Record<string, ValueReason>> = {
  string: 'type-text',
  number: 'type-number',
  int: 'type-whole',
  boolean: 'type-switch',
  array: 'type-list',
  object: 'type-object',
  record: 'type-object',
};
const TOO_SMALL: Readonly<Record<string, ValueReason>> = { string: 'text-short', array: 'list-short' };
const TOO_BIG: Readonly<Record<string, ValueReason>> = { string: 'text-long', array: 'list-long' };

export function valueFault({ issues: [first] }: z.ZodError): ValueFault {
  const issue = first === undefined ? undefined : exact(first);
  const [reason, figures = {}] = issue === undefined ? (['wrong-form'] as const) : reasonOf(issue);
  const place = issue?.path.join('.') ?? '';
  const why = translatorFor('en')(`values.${reason}`, figures);
  return { place, figures: { ...figures, reason, why }, text: place === '' ? why : `"${place}": ${why}` };
}

/** First fault of a union, in the alternative with the fewest that is an object or list as well. */
function exact(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0));
  const [nearest] = inside.toSorted((a, b) => a.length - b.length);
  const [fault] = nearest ?? [];
  return fault === undefined ? issue : exact({ ...fault, path: [...issue.path, ...fault.path] });
}

/** Schemas give a reason as their message. */
function reasonOf(issue: Issue): readonly [ValueReason, Figures?] {
  const { message } = issue;
  if (isReason(message)) return [message];
  switch (issue.code) {
    case 'invalid_type':
      return [TYPES[issue.expected] ?? 'wrong-form'];
    case 'too_small':
      return [TOO_SMALL[issue.origin] ?? 'number-small', { limit: Number(issue.minimum) }];
    case 'too_big':
      return [TOO_BIG[issue.origin] ?? 'number-large', { limit: Number(issue.maximum) }];
    case 'invalid_value':
      return ['one-of', { choices: issue.values.join(', ') }];
    case 'unrecognized_keys':
      return ['unknown-fields', { names: issue.keys.join(', ') }];
    case 'invalid_format':
      return [issue.format === 'url' ? 'web-address' : 'wrong-form'];
    case 'invalid_key':
      return issue.issues[0] === undefined ? ['wrong-form'] : reasonOf(issue.issues[0]);
    default:
      return ['wrong-form'];
  }
}

const isReason = (message: string): message is ValueReason => hasWords(`values.${message}`);

/** Adds `why` in a person's language, where the figures name a reason that is known here. */
export function withReason(t: Translate, figures: Figures): Figures {
  const { reason } = figures;
  return typeof reason === 'string' && isReason(reason) ? { ...figures, why: t(`values.${reason}`, figures) } : figures;
}
