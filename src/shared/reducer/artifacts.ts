/** Step of the fold: artifacts that the person deleted, or restored. */
import type { ArtifactView, SessionState } from '../session-state.ts';

/** One version, or all of a name. */
export function withArtifacts(
  state: SessionState,
  { name, version }: { readonly name: string; readonly version?: number | undefined },
  deletedAt: string | undefined,
): SessionState {
  const isMeant = (one: ArtifactView) => one.name === name && (version === undefined || one.version === version);
  const artifacts = state.artifacts.map(({ deletedAt: before, ...one }): ArtifactView => {
    const now = isMeant(one) ? deletedAt : before;
    return now === undefined ? one : { ...one, deletedAt: now };
  });
  return { ...state, artifacts };
}
