/** The command tools, one for each dialect that has one. */
import { z } from 'zod';
import type { ToolResult } from '../../agent/ports.ts';
import { MAX_TIMEOUT_SECONDS, type RunResult } from '../../runner/run-request.ts';
import { defineTool } from '../define-tool.ts';
import { commandCall, TIMEOUT } from './command-call.ts';

/** End of a run, with further notes. */
export function endOf(result: RunResult): { ok: boolean; ended: string; notes: readonly string[] } {
  const ended = result.stopped
    ? 'stopped by the person'
    : result.timedOut
      ? `ended at the time limit after ${Math.round(result.ms / 1000)} s; what it printed before is above`
      : result.exitCode === null
        ? 'ended by a signal'
        : `exit status ${result.exitCode}`;
  const files = result.files.map((file) => `out/${file.name} (${file.mime}, ${file.bytes} bytes)`);
  return {
    ok: result.exitCode === 0 && !result.timedOut && !result.stopped,
    ended,
    notes: [...(files.length === 0 ? [] : [`new files: ${files.join(', ')}`]), ...result.notes],
  };
}

const cardOf = ({ card }: RunResult): { data?: unknown } => (card === undefined ? {} : { data: card });

/** Result for the model: the output first, unchanged, then notes in brackets. */
function describeRun(result: RunResult): ToolResult {
  const { ok, ended, notes } = endOf(result);
  const output = result.output === '' ? '(no output)' : result.output.replace(/\n$/, '');
  const lines = [ended, ...notes].map((note) => `[${note}]`);
  return { ok, content: `${output}\n\n${lines.join('\n')}`, ...cardOf(result) };
}

/** Result in AgentScope's form: both streams in tags, then notes in brackets. */
function describeStreams(result: RunResult): ToolResult {
  const { ok, ended, notes } = endOf(result);
  const { exitCode, output, stderr = '' } = result;
  const streams = `<returncode>${exitCode ?? -1}</returncode><stdout>${output}</stdout><stderr>${stderr}</stderr>`;
  const lines = [...(result.timedOut || exitCode === null ? [ended] : []), ...notes].map((note) => `[${note}]`);
  return { ok, content: [streams, ...lines].join('\n'), ...cardOf(result) };
}

export const runCommand = defineTool({
  name: 'run_command',
  group: 'workspace',
  description: `Run a shell command in the workspace and get its output, exit status and new files. Run a skill's script by the exact "run with" command of its instructions, followed by its arguments, as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR. Nobody can type into it; it ends after ${MAX_TIMEOUT_SECONDS} s at the latest.`,
  schema: z.object({
    command: z.string().trim().min(1).describe('The command line.'),
    cwd: z.string().min(1).optional().describe('Folder to start in. Default: the work folder.'),
    timeout: TIMEOUT,
    env: z.record(z.string(), z.string()).optional().describe('Further environment variables.'),
  }),
  ready: (args, context) => commandCall(args, { tool: 'run_command', present: describeRun }, context),
});

/** agent-core's. */
export const bash = defineTool({
  name: 'bash',
  group: 'workspace',
  description: `Run a shell command in the workspace and get its output, exit status and new files. Run a skill's script as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR. Nobody can type into it; it ends after ${MAX_TIMEOUT_SECONDS} s at the latest.`,
  schema: z.object({
    command: z.string().trim().min(1).describe('The command line.'),
    cwd: z.string().min(1).optional().describe('Folder to start in. Default: the work folder.'),
    timeout: TIMEOUT,
  }),
  ready: (args, context) => commandCall(args, { tool: 'bash', present: describeRun }, context),
});

/** AgentScope's: its result names both streams. */
export const executeShellCommand = defineTool({
  name: 'execute_shell_command',
  group: 'workspace',
  description: `Execute a shell command in the workspace and return its return code, standard output and standard error within <returncode></returncode>, <stdout></stdout> and <stderr></stderr> tags. Run a skill's script as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR.`,
  schema: z.object({ command: z.string().trim().min(1).describe('The shell command to execute.'), timeout: TIMEOUT }),
  ready: (args, context) =>
    commandCall(args, { tool: 'execute_shell_command', separateStderr: true, present: describeStreams }, context),
});
