import type { EventBody, OutputFile } from '../../shared/events.ts';

/** One for each file that was kept as a new version. */
export function artifactEvents(files: readonly OutputFile[], callId: string): EventBody[] {
  return files.flatMap(({ name, mime, bytes, sha256, version }) =>
    sha256 === undefined || version === undefined
      ? []
      : [{ type: 'artifact-saved', name, version, mime, bytes, sha256, callId }],
  );
}
