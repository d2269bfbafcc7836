import { detailed } from '../../../shared/messages/detail.ts';
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
    const code = version !== undefined ? 'result-version' : names === '' ? 'result-none' : 'result-missing';
    throw detailed('artifact-not-found', code, { file: name, version: version ?? '', files: names });
  }
  const content = await runner.readArtifact(artifact.sha256);
  if (content === undefined) throw detailed('artifact-not-found', 'result-lost', { file: name });
  return { mime: artifact.mime, base64: content.toString('base64') };
}
