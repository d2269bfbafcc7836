/** Checks a tool call's arguments against the JSON Schema that its skill declares, with faults that name the field. */
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';

type Schema = Readonly<Record<string, unknown>>;

export type CompiledParameters =
  | {
      /** One line a fault; empty where the arguments are right. */
      check(args: unknown): readonly string[];
    }
  /** Reason why this schema cannot be used. */
  | { readonly fault: string };

/**
 * The model sees patterns, but they are not tested here: they are untrusted, and one that takes exponential time would
 * block everything. `check` never changes the arguments: applying defaults is the script's job.
 */
export function compileParameters(schema: Schema): CompiledParameters {
  let compiled: z.ZodType;
  try {
    compiled = z.fromJSONSchema(checkable(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    return { fault: messageOf(error) };
  }
  return {
    check(args) {
      const parsed = compiled.safeParse(args);
      return parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, args));
    },
  };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error where a part that must be a schema is none. */
function checkable(given: unknown): unknown {
  if (typeof given === 'boolean') return given;
  if (!isSchema(given)) throw new Error(`${JSON.stringify(given)} is not a schema`);
  const { pattern: _pattern, patternProperties: _patterns, default: _default, ...schema } = given;
  const out: Record<string, unknown> = { ...schema };
  for (const key of ['items', 'additionalProperties', 'contains', 'not', 'propertyNames']) {
    if (isSchema(schema[key])) out[key] = checkable(schema[key]);
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    if (Array.isArray(schema[key])) out[key] = schema[key].map(checkable);
  }
  for (const key of ['$defs', 'definitions']) if (isSchema(schema[key])) out[key] = eachOf(schema[key]);
  const { properties = {}, required = [] } = schema;
  if (!isSchema(properties)) throw new Error('"properties" must be fields with a schema each');
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    throw new Error('"required" must be a list of names');
  }
  if (schema.properties !== undefined || required.length > 0) {
    // A required field without its own schema would not be checked.
    const bare = required.filter((name) => !Object.hasOwn(properties, name)).map((name) => [name, {}]);
    out.properties = { ...eachOf(properties), ...Object.fromEntries(bare) };
  }
  return out;
}

const eachOf = (schemas: Schema): Schema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, checkable(schema)]));

function describeIssue(issue: z.core.$ZodIssue, args: unknown): string {
  const field = issue.path.length === 0 ? 'the arguments' : `"${issue.path.join('.')}"`;
  return isMissing(issue.path, args) ? `${field} is missing` : `${field}: ${messageFor(issue)}`;
}

function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const branches = issue.errors.flatMap((errors) => errors.slice(0, 1).map(({ message }) => message));
  return branches.length === 0 ? issue.message : [...new Set(branches)].join(', or ');
}

function isMissing(path: readonly PropertyKey[], args: unknown): boolean {
  const last = path.at(-1);
  if (last === undefined) return false;
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), args);
  return isObject(owner) && !Object.hasOwn(owner, last);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
