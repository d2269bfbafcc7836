import type { EventBody, OutputFile } from '../../../shared/events.ts';

interface Version {
  readonly name: string;
  readonly version: number;
}

/** One for each file that was kept as a version that the session does not have yet. */
export function artifactEvents(
  files: readonly OutputFile[],
  callId: string,
  known: readonly Version[] = [],
): EventBody[] {
  const seen = new Set(known.map(({ name, version }) => `${version}/${name}`));
  return files.flatMap(({ name, mime, bytes, sha256, version }) => {
    if (sha256 === undefined || version === undefined || seen.has(`${version}/${name}`)) return [];
    seen.add(`${version}/${name}`);
    return [{ type: 'artifact-saved', name, version, mime, bytes, sha256, callId }];
  });
}
