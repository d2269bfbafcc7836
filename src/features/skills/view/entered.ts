/** Place of a loaded skill or reference in the next request. Pure. */
import type { ManifestPart } from '../../../shared/context-views.ts';

export interface Entered {
  /** Id of the part, for the map. */
  readonly id: string;
  readonly tokens: number;
  /** The part that the model reads before it; undefined where it is the first. */
  readonly after: Pick<ManifestPart, 'id' | 'kind' | 'label'> | undefined;
}

/** Part id as in the manifest. */
export const partOf = (skill: string, path?: string): string =>
  path === undefined ? `skill:${skill}` : `reference:${skill}/${path}`;

/** Undefined where the request does not have it. */
export function entered(parts: readonly ManifestPart[], id: string): Entered | undefined {
  const at = parts.findIndex((part) => part.id === id);
  const part = parts[at];
  if (part === undefined) return undefined;
  // A heading between two parts is neither's text.
  const before = parts.slice(0, at).findLast(({ reason }) => reason !== 'heading');
  return {
    id,
    tokens: part.tokens,
    after: before === undefined ? undefined : { id: before.id, kind: before.kind, label: before.label },
  };
}
