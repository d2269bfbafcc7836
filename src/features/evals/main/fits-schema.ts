/** Checks a file of a run against the JSON Schema of its case. */

import { compileParameters } from '../../../main/skills/tools-file.ts';
import type { JsonValue } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';

type Schema = Readonly<Record<string, unknown>>;

interface PatternTest {
  readonly place: string;
  readonly pattern: string;
  readonly text: string;
}

/** Returns the fault, or the patterns still to be tested: each takes its time, so the caller tests them. */
export function fitsSchema(text: string, schema: Record<string, JsonValue>): string | readonly PatternTest[] {
  try {
    const value: unknown = JSON.parse(text);
    const compiled = compileParameters(schema);
    if ('fault' in compiled) return compiled.fault;
    const faults = compiled.check(value);
    return faults.length > 0 ? faults.join(' ') : [...testsOf(schema, value, '')];
  } catch (error) {
    return messageOf(error);
  }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose schemas apply to a value without any choice. */
const FOLLOWED = new Set(['properties', 'additionalProperties', 'items', 'prefixItems', 'allOf']);
/** Values, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** @throws Error for a pattern at a place where it would not be tested. */
function* testsOf(schema: unknown, value: unknown, place: string): Generator<PatternTest> {
  if (!isObject(schema)) return;
  for (const [keyword, inner] of Object.entries(schema)) {
    const isLeftOut = !FOLLOWED.has(keyword) && !DATA.has(keyword) && keyword !== 'pattern';
    if (keyword === 'patternProperties' || (isLeftOut && hasPattern(inner))) {
      throw new Error(`A pattern in "${keyword}" is not supported; put it beside "type" in "properties" or "items"`);
    }
  }
  const { pattern, properties, additionalProperties, items, prefixItems, allOf } = schema;
  if (typeof pattern === 'string' && typeof value === 'string') yield { place, pattern, text: value };
  for (const one of Array.isArray(allOf) ? allOf : []) yield* testsOf(one, value, place);
  if (Array.isArray(value)) {
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    for (const [at, one] of value.entries()) yield* testsOf(first[at] ?? items, one, `${place}.${at}`);
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      yield* testsOf(own, one, `${place}.${name}`);
    }
  }
}

function hasPattern(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('pattern' in schema && typeof schema.pattern === 'string') return true;
  return 'patternProperties' in schema || Object.values(schema).some(hasPattern);
}
