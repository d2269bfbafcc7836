/** What a machine lacks for a command that could not be started, in words for whoever would try it again. */
import type { Interpreters } from './interpreters.ts';

/** As `cmd` and a POSIX shell say that a command was not found. */
const NOT_FOUND: ReadonlySet<number> = new Set([127, 9009]);

/** Undefined where nothing of what scripts are started with is missing. */
export function missingProgramNote(
  words: readonly string[],
  exitCode: number | null,
  { found, shell, python }: Pick<Interpreters, 'found' | 'shell' | 'python'>,
): string | undefined {
  const windows = shell.name === 'cmd';
  // `cmd` answers 1 too, by how it was asked.
  if (exitCode === null || !(NOT_FOUND.has(exitCode) || (windows && exitCode === 1))) return undefined;
  const [first = ''] = words;
  if ((first === 'bash' || (windows && first === 'sh')) && found.bash === undefined) {
    const instead = windows
      ? 'Install Git for Windows, which brings bash along and puts it on PATH, or use a .py, .js, .ps1 or .bat script.'
      : 'Start the script with sh.';
    return `This machine has no bash, so a .sh script cannot be started with it. ${instead}`;
  }
  if (/^(powershell|pwsh)$/.test(first)) {
    return 'This machine has no PowerShell on PATH, so a .ps1 script cannot be started. Use a .py or .js script.';
  }
  if (
    /^(python3?|py)$/.test(first) &&
    found[first === 'py' ? 'py' : first === 'python' ? 'python' : 'python3'] === undefined
  ) {
    return `This machine has no ${first}; Python scripts are started with ${python === 'embedded' ? 'skilldeck-python' : python === 'uv' ? 'uv run' : python} here.`;
  }
  return undefined;
}
