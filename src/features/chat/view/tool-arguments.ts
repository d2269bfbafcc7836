/** A tool call's arguments, read leniently: the model may have written anything. */

export interface ArgumentRow {
  readonly name: string;
  readonly value: string;
}

/** The arguments as an object, or undefined where the JSON is malformed or no object. */
export function parseArguments(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** One row a field, text as text. Undefined: show the original. */
export function argumentRows(json: string): readonly ArgumentRow[] | undefined {
  const parsed = parseArguments(json);
  if (parsed === undefined) return undefined;
  return Object.entries(parsed).map(([name, value]) => ({ name, value: asText(value) }));
}

/** The first of `names` that holds some text. */
export function textArgument(args: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
