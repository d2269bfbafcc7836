/** OpenRouter's `reasoning_details`: a list that comes in pieces, each with the index of the entry that it continues. */
import type { JsonObject, JsonValue } from '../../../../shared/json.ts';

/** Fields whose pieces are concatenated; for all others the last value counts. */
const GROWING: ReadonlySet<string> = new Set(['text', 'summary', 'data']);

export function addDetails(before: JsonValue | undefined, pieces: readonly unknown[]): JsonValue[] {
  const details = Array.isArray(before) ? before : [];
  for (const piece of pieces as readonly JsonValue[]) {
    const known = isObject(piece) ? details.find((one) => isObject(one) && continues(one, piece)) : undefined;
    if (isObject(known) && isObject(piece)) grow(known, piece);
    else details.push(piece);
  }
  return details;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const continues = (one: JsonObject, piece: JsonObject): boolean =>
  typeof piece.index === 'number' && one.index === piece.index && one.type === piece.type;

function grow(entry: JsonObject, piece: JsonObject): void {
  for (const [field, value] of Object.entries(piece)) {
    const before = entry[field];
    const grows = GROWING.has(field) && typeof before === 'string' && typeof value === 'string';
    if (grows) entry[field] = before + value;
    else if (value !== null) entry[field] = value;
  }
}
