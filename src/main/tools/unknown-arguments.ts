/** Reports arguments that a tool does not take; never drops them silently (CONTRACT §8 "Unknown arguments"). */
import { isRecord } from '../../shared/defined.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Names by which other frameworks call the same field. */
const ALIASES: readonly (readonly [alias: string, field: string])[] = [
  ...(['working_dir', 'workdir', 'working_directory'] as const).map((alias) => [alias, 'cwd'] as const),
  ['start_line', 'offset'],
  ['max_lines', 'limit'],
  ...(['timeout_sec', 'timeout_seconds'] as const).map((alias) => [alias, 'timeout'] as const),
  ...(['resourcePath', 'resource_path', 'file_path'] as const).map((alias) => [alias, 'path'] as const),
];

const propertiesOf = (schema: Schema): Schema => (isRecord(schema.properties) ? schema.properties : {});

/**
 * Renames arguments to the tool's own names. An alias given along with its field is kept and reported as unknown.
 * @param own of this tool only; applied first.
 */
export function withAliases(
  value: unknown,
  parameters: Schema,
  own: readonly (readonly [alias: string, field: string])[] = [],
): unknown {
  if (!isRecord(value)) return value;
  const properties = propertiesOf(parameters);
  const fields: Record<string, unknown> = { ...value };
  for (const [alias, field] of [...own, ...ALIASES]) {
    if (!Object.hasOwn(fields, alias) || Object.hasOwn(properties, alias) || !Object.hasOwn(properties, field))
      continue;
    if (Object.hasOwn(fields, field) && fields[field] !== fields[alias]) continue;
    fields[field] = fields[alias];
    delete fields[alias];
  }
  return fields;
}

/** An object schema that lists its fields and says nothing of others is taken to list them all. */
function isClosed(schema: Schema): boolean {
  const open = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf', 'allOf', 'if', '$ref', '$dynamicRef'];
  return schema.type === 'object' && open.every((key) => schema[key] === undefined || schema[key] === false);
}

/** @returns the paths of fields that the schema does not name, such as `inputs.0.form`. */
export function unknownFields(value: unknown, schema: unknown, at = ''): readonly string[] {
  if (!isRecord(schema)) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownFields(item, schema.items, `${at}${index}.`));
  if (!isRecord(value)) return [];
  const properties = propertiesOf(schema);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (Object.hasOwn(properties, name)) return unknownFields(inner, properties[name], `${at}${name}.`);
    return isClosed(schema) ? [`${at}${name}`] : [];
  });
}

/** The fault in words; undefined where there is none. */
export function unknownFault(value: unknown, schema: unknown): string | undefined {
  const names = unknownFields(value, schema).map((name) => JSON.stringify(name));
  if (names.length === 0) return undefined;
  return `there is no field ${names.join(', ')}; nothing was done`;
}
