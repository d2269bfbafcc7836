/** Tells the model why a run ended early or could not start, and what would work. */
import type { RunLimit } from '../../../shared/sandbox.ts';
import type { RunLimits } from '../sandbox/limits.ts';
import type { Interpreters } from './interpreters.ts';
import { MAX_PRINTED_BYTES } from './watch-flood.ts';

const MIB = 1024 * 1024;
const amount = (bytes: number): string =>
  bytes >= 1024 * MIB ? `${bytes / (1024 * MIB)} GiB` : `${Math.round(bytes / MIB)} MiB`;

/** Undefined for limits the caller reports itself: the time limit and the idle time. */
export function limitNote(limit: RunLimit, limits: Omit<RunLimits, 'scratchBytes'>): string | undefined {
  const { cpuSeconds, memoryBytes, processes, fileBytes, workspaceBytes, workspaceEntries } = limits;
  switch (limit) {
    case 'cpu':
      return `Ended by the CPU time limit of ${cpuSeconds} s. Do less at a time.`;
    case 'memory':
      return `Ended by the memory limit of ${amount(memoryBytes)} for all of its processes together. Work on smaller parts, or read files piece by piece; the user can raise it by "scriptMemory" in config.jsonc.`;
    case 'processes':
      return `Met the limit of ${processes} processes at a time. Start fewer at once.`;
    case 'file-size':
      return `Met the file size limit of ${amount(fileBytes)}. Write several smaller files.`;
    case 'workspace-size':
      return `Ended by the workspace size limit of ${amount(workspaceBytes)}. Remove files that are no longer needed, or write less.`;
    case 'workspace-files':
      return `Met the limit of ${workspaceEntries} new files and folders in a run. Write fewer, for example by putting many into one archive.`;
    case 'workspace-depth':
      return 'Ended because its folders are nested deeper than a path can be long, so that they cannot be measured. Use fewer levels or shorter names.';
    case 'output':
      return `Ended by the output limit: it printed over ${amount(MAX_PRINTED_BYTES)}. Print less, or write to a file in $OUTPUT_DIR.`;
    case 'time':
    case 'idle':
      return undefined;
  }
}

/** Exit codes of a POSIX shell and of `cmd` for a command not found. */
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
