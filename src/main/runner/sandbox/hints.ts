/** Explains failures caused by the sandbox to the reader of the output, who would otherwise retry. */
import type { RunAccess } from '../../../shared/sandbox.ts';

/** Messages of the C library, Node, Python, curl and Git, in English, since runs use the C locale. */
const READ_ONLY = /Read-only file system|\bEROFS\b/;
const NO_NETWORK =
  /Network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|Could not resolve host|Temporary failure in name resolution|No address associated with hostname|Name or service not known|network connectivity is disabled/;

/** @param refused hosts that the proxy refused, reported even if the program succeeded without them. */
export function confinementNotes(
  failed: boolean,
  output: string,
  refused: readonly string[] = [],
  access?: RunAccess,
): string[] {
  const hosts = access?.hosts ?? [];
  const only = `its network reaches ${hosts.join(', ')}, and nothing else`;
  if (refused.length > 0)
    return [`This run was confined: ${only}. Refused: ${refused.join(', ')}.`, ...written(failed, output)];
  if (!failed) return [];
  const network = hosts.length === 0 ? 'it has no network' : `${only}, by the proxy in HTTP_PROXY and HTTPS_PROXY`;
  return [...written(failed, output), ...(NO_NETWORK.test(output) ? [`This run was confined: ${network}.`] : [])];
}

/** A full disk says the same: what to do is true of both. */
const NO_ROOM = /No space left on device|\bENOSPC\b/;

function written(failed: boolean, output: string): string[] {
  if (!failed) return [];
  return [
    ...(READ_ONLY.test(output)
      ? ['This run was confined: it can write to $WORK_DIR, $OUTPUT_DIR and $RUN_DIR, and nowhere else but /tmp.']
      : []),
    ...(NO_ROOM.test(output)
      ? ['This run was confined: /tmp and the home folder hold little, in memory; large files belong in $WORK_DIR.']
      : []),
  ];
}
