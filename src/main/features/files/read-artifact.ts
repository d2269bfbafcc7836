import { SkilldeckError } from '../../../shared/errors.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { Runner } from '../../runner/runner.ts';

/** @throws SkilldeckError `artifact-not-found`. The latest version where none is named. */
export async function readArtifact(
  runner: Runner,
  state: SessionState,
  name: string,
  version: number | undefined,
): Promise<{ mime: string; base64: string }> {
  const artifact = state.artifacts.findLast(
    (candidate) => candidate.name === name && (version === undefined || candidate.version === version),
  );
  if (artifact === undefined) {
    const names = [...new Set(state.artifacts.map((other) => other.name))].join(', ');
    throw new SkilldeckError(
      'artifact-not-found',
      `This conversation has no file '${name}'${version === undefined ? '' : ` in version ${version}`}. It has: ${names === '' ? 'none' : names}.`,
    );
  }
  const content = await runner.readArtifact(artifact.sha256);
  if (content === undefined) {
    throw new SkilldeckError(
      'artifact-not-found',
      `The file '${name}' is no longer in the data folder, or was changed there.`,
    );
  }
  return { mime: artifact.mime, base64: content.toString('base64') };
}
