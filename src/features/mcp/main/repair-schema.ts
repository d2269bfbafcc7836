/**
 * A tool's JSON Schema in the form that every provider takes: an object with its properties at the top, references
 * resolved, keywords that some refuse left out. Others wrote it: nothing in it is taken as it comes.
 */

import { decoded } from '../../../main/lib/text.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Kinds of repair, as `mcp test --json` names them. */
export type Repair = 'type' | 'properties' | 'items' | 'union' | 'reference' | 'keyword' | 'required' | 'name';

/** JSON Schema's types, and what other languages call them. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    object: 'object',
    dict: 'object',
    array: 'array',
    list: 'array',
    string: 'string',
    str: 'string',
    number: 'number',
    float: 'number',
    integer: 'integer',
    int: 'integer',
    boolean: 'boolean',
    bool: 'boolean',
    null: 'null',
  }),
);
const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isList: Check = (value) => Array.isArray(value) && value.length > 0;
const isPattern: Check = (value) => {
  try {
    return isText(value) && new RegExp(String(value)) !== undefined;
  } catch {
    return false;
  }
};
const fits = (keywords: string, check: Check) => keywords.split(' ').map((keyword) => [keyword, check] as const);

/** Keywords that decide a value's form and that all providers take or pass over, each with the values that it may have. */
const KNOWN: ReadonlyMap<string, Check> = new Map([
  ...fits('type const default properties required items anyOf oneOf allOf', () => true),
  ...fits('title description format', isText),
  ...fits('pattern', isPattern),
  ...fits('enum examples', isList),
  ...fits('additionalProperties', (value) => isFlag(value) || isObject(value)),
  ...fits('minimum maximum exclusiveMinimum exclusiveMaximum', isNumber),
  ...fits('multipleOf', (value) => isNumber(value) && Number(value) > 0),
  ...fits('minLength maxLength minItems maxItems minProperties maxProperties', isCount),
  ...fits('uniqueItems nullable deprecated readOnly writeOnly', isFlag),
]);
/** Names of fields that every provider takes. */
const PLAIN = /^[\w.-]{1,64}$/;
const UNIONS = ['allOf', 'anyOf', 'oneOf'] as const;
/** References within references; a type that holds itself ends here too. */
const DEEPEST = 12;
/** Schemas in one tool after its references were resolved. */
const MOST = 4_000;

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export interface RepairedSchema {
  readonly schema: JsonSchema;
  readonly repaired: readonly Repair[];
  /** Names of fields that the server knows by another: Claude takes letters, digits, `_`, `.` and `-` alone. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** @returns undefined for what cannot be repaired: its references never end, or the top takes no object. */
export function repairSchema(given: unknown): RepairedSchema | undefined {
  const root = isObject(given) ? given : {};
  const repaired = new Set<Repair>();
  let left = MOST;

  const resolve = (schema: JsonSchema, open: readonly string[]): { schema: JsonSchema; open: readonly string[] } => {
    const { $ref: given, ...own } = schema;
    if (given === undefined) return { schema, open };
    const reference = typeof given === 'string' ? given : '';
    repaired.add('reference');
    const target = pointed(root, reference);
    if (!isObject(target) || open.includes(reference) || open.length >= DEEPEST) return { schema: own, open };
    return resolve({ ...target, ...own }, [...open, reference]);
  };

  const repair = (value: unknown, before: readonly string[]): JsonSchema => {
    left -= 1;
    if (!isObject(value) || left < 0) return {};
    const { schema, open } = resolve(value, before);
    const inner = (one: unknown) => repair(one, open);
    const kept = Object.entries(schema).filter(([name, of]) => of !== undefined && KNOWN.get(name)?.(of) === true);
    const used = new Set(kept.map(([name]) => name));
    const hidden = Object.keys(schema).filter(
      (name) => !used.has(name) && !/^(\$defs|definitions|\$schema)$/.test(name),
    );
    if (hidden.length > 0) repaired.add('keyword');
    const all: Record<string, unknown> = Object.fromEntries(kept);
    typed(all);
    if (schema.properties !== undefined || all.type === 'object') propertied(all, inner);
    required(all);
    if ('items' in all || all.type === 'array') itemed(all, schema.prefixItems, inner);
    if (isObject(all.additionalProperties)) all.additionalProperties = inner(all.additionalProperties);
    for (const union of UNIONS) {
      if (!(union in all)) continue;
      const branches = Array.isArray(all[union]) ? all[union].map(inner) : [];
      if (branches.length > 0) all[union] = branches;
      else delete all[union];
    }
    return all;
  };

  function typed(all: Record<string, unknown>): void {
    if (!('type' in all)) return;
    const found = [all.type]
      .flat()
      .flatMap((one) => (typeof one === 'string' ? (TYPES.get(one.toLowerCase()) ?? []) : []));
    const type = found.length > 1 ? [...new Set(found)] : found[0];
    if (JSON.stringify(type) === JSON.stringify(all.type)) return;
    repaired.add('type');
    if (type === undefined) delete all.type;
    else all.type = type;
  }

  function propertied(all: Record<string, unknown>, inner: (one: unknown) => JsonSchema): void {
    if (!isObject(all.properties)) repaired.add('properties');
    const entries = Object.entries(isObject(all.properties) ? all.properties : {}).filter(([, one]) => one !== false);
    all.properties = Object.fromEntries(entries.map(([name, one]) => [name, inner(one)]));
  }

  /** Draft 4 had a switch on each property. */
  function required(all: Record<string, unknown>): void {
    if (!('required' in all)) return;
    const names = textsIn(all.required).filter(
      (name) => !isObject(all.properties) || Object.hasOwn(all.properties, name),
    );
    if (JSON.stringify(names) !== JSON.stringify(all.required)) repaired.add('required');
    if (names.length > 0) all.required = [...new Set(names)];
    else delete all.required;
  }

  function itemed(all: Record<string, unknown>, prefix: unknown, inner: (one: unknown) => JsonSchema): void {
    const tuple = Array.isArray(all.items) ? all.items : Array.isArray(prefix) ? prefix : undefined;
    if (tuple !== undefined || !isObject(all.items)) repaired.add('items');
    const [first = {}, ...others] = tuple?.map(inner) ?? [inner(all.items)];
    all.items = others.length === 0 ? first : { anyOf: [first, ...others] };
  }

  const whole = repair(root, []);
  const schema = folded(whole, repaired);
  if (schema === undefined || left < 0) return undefined;
  if (root.type !== 'object') repaired.add('type');
  const named = withPlainNames(schema);
  if (named.renamed !== undefined) repaired.add('name');
  return { ...named, schema: { ...named.schema, type: 'object' }, repaired: [...repaired] };
}

function withPlainNames(schema: JsonSchema): Pick<RepairedSchema, 'schema' | 'renamed'> {
  const { properties, required } = schema as { properties: JsonSchema; required?: readonly string[] };
  const plain = new Map<string, string>();
  for (const name of Object.keys(properties).toSorted((a, b) => Number(PLAIN.test(b)) - Number(PLAIN.test(a)))) {
    const stem = name.replaceAll(/[^\w.-]/g, '_').slice(0, 60) || '_';
    const taken = new Set(plain.values());
    let own = PLAIN.test(name) ? name : stem;
    for (let n = 2; taken.has(own); n += 1) own = `${stem}_${n}`;
    plain.set(name, own);
  }
  const changed = [...plain].filter(([name, own]) => name !== own);
  if (changed.length === 0) return { schema };
  const of = (name: string): string => plain.get(name) ?? name;
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          of(name),
          of(name) === name ? one : { title: name, ...(one as JsonSchema) },
        ]),
      ),
      ...(required && { required: required.map(of) }),
    },
    renamed: Object.fromEntries(changed.map(([name, own]) => [own, name])),
  };
}

/** A top without unions: its properties are those of all branches, required is what every possible one requires. */
function folded(
  { allOf, anyOf, oneOf, enum: _enum, const: _const, ...top }: JsonSchema,
  repaired: Set<Repair>,
): JsonSchema | undefined {
  const types = [top.type ?? 'object'].flat();
  if (!types.includes('object')) return undefined;
  const { properties = {}, required = [] } = top as { properties?: JsonSchema; required?: readonly string[] };
  const every = branchesOf(allOf, repaired);
  const either = [anyOf, oneOf].map((one) => branchesOf(one, repaired)).filter((branches) => branches.length > 0);
  if (every.length > 0 || either.length > 0) repaired.add('union');
  else return withRequired(top, properties, required);
  const all: Record<string, unknown> = { ...properties };
  for (const branch of [...every, ...either.flat()]) {
    for (const [name, one] of Object.entries((branch.properties ?? {}) as JsonSchema)) {
      const known = all[name];
      const isNew = known === undefined || JSON.stringify(known) === JSON.stringify(one);
      all[name] = isNew
        ? one
        : { anyOf: [...(isObject(known) && Array.isArray(known.anyOf) ? known.anyOf : [known]), one] };
    }
  }
  const needed = new Set([...required, ...every.flatMap((branch) => textsIn(branch.required))]);
  for (const branches of either) {
    const [first, ...others] = branches.map((branch) => textsIn(branch.required));
    for (const name of first ?? []) if (others.every((names) => names.includes(name))) needed.add(name);
  }
  return withRequired(top, all, needed);
}

/** Requires only properties that are described: a model cannot know others. */
function withRequired(
  { required: _before, ...top }: JsonSchema,
  properties: JsonSchema,
  needed: Iterable<string>,
): JsonSchema {
  const required = [...needed].filter((name) => Object.hasOwn(properties, name));
  return { ...top, properties, ...(required.length === 0 ? {} : { required }) };
}

/** Objects among the branches, without further unions. */
const branchesOf = (union: unknown, repaired: Set<Repair>): readonly JsonSchema[] =>
  Array.isArray(union)
    ? union.filter(isObject).flatMap((branch): JsonSchema[] => [folded(branch, repaired) ?? []].flat())
    : [];

/** `#/$defs/NAME` */
function pointed(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const parts = reference.slice(2).split('/');
  return parts.reduce<unknown>((at, part) => {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    return (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name) ? (at as JsonSchema)[name] : undefined;
  }, root);
}
