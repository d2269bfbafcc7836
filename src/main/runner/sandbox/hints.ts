/** What a program could not do because it was confined, told to whoever reads its output: else they would try it again. */

/** As the C library, Node, Python, curl and Git say it, in English; the run's language is the C locale's. */
const READ_ONLY = /Read-only file system|\bEROFS\b/;
const NO_NETWORK =
  /Network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|Could not resolve host|Temporary failure in name resolution|No address associated with hostname|Name or service not known|network connectivity is disabled/;

export function confinementNotes(failed: boolean, output: string): string[] {
  if (!failed) return [];
  return [
    ...(READ_ONLY.test(output)
      ? ['This run was confined: it can write to $WORK_DIR, $OUTPUT_DIR and $RUN_DIR, and nowhere else but /tmp.']
      : []),
    ...(NO_NETWORK.test(output) ? ['This run was confined: it has no network.'] : []),
  ];
}
