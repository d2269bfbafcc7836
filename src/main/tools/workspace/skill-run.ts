/** trpc-agent-go's command tool (seeds/002): one command in the skill's folder, its result as JSON. */

import { z } from 'zod';
import type { ToolResult } from '../../agent/ports.ts';
import type { RunResult } from '../../runner/run-request.ts';
import { defineTool } from '../define-tool.ts';
import { SKILL_ALIASES } from '../skills.ts';
import { commandCall } from './command-call.ts';
import { RUN_OPTIONS, skillCommand } from './run-options.ts';

/** UTF-16 units. */
const MAX_STDIN = 1024 * 1024;

export const skillRun = defineTool({
  name: 'skill_run',
  group: 'skills',
  description:
    "Run one command in a skill's folder and get its output, exit code and output files as JSON. Give scripts by their interpreter and path, as one simple command. Name the files that you want back in output_files or outputs, those that it needs in inputs. Nobody can type into it: use skill_exec for a program that asks questions.",
  schema: RUN_OPTIONS.extend({
    stdin: z.string().max(MAX_STDIN).optional().describe('Text that the command reads as its standard input.'),
  }),
  aliases: SKILL_ALIASES('skill'),
  ready({ stdin, ...options }, context) {
    const { args, kind } = skillCommand(options, context);
    return commandCall(
      { ...args, stdin },
      { ...kind, tool: 'skill_run', separateStderr: true, present: resultOf },
      context,
    );
  },
});

interface OutputEntry {
  readonly name: string;
  readonly content?: string;
  readonly mime_type: string;
  readonly size: number;
  readonly truncated?: boolean;
}

/** The files of a result, under the names of seeds/002. */
export function filesOf({ files, logs, declared, notes, truncated, stopped }: RunResult) {
  // Without a pattern the new files of out/ are returned: they are artifacts already.
  const entries: OutputEntry[] =
    declared === undefined
      ? files.map((file) => ({ name: `out/${file.name}`, mime_type: file.mime, size: file.bytes }))
      : declared.files.map(({ name, content, mime, bytes, cut }) => ({
          name,
          ...(content === undefined ? {} : { content }),
          mime_type: mime,
          size: bytes,
          ...(cut === true ? { truncated: true } : {}),
        }));
  const kept = [...(declared === undefined ? files : declared.saved), ...logs];
  const artifacts = kept.flatMap(({ name, version }) => (version === undefined ? [] : [{ name, version }]));
  const told = [...(stopped ? ['stopped by the person'] : []), ...notes];
  return {
    output_files: entries,
    artifact_files: artifacts,
    ...(truncated || declared?.truncated === true ? { truncated: true } : {}),
    ...(told.length === 0 ? {} : { notes: told }),
  };
}

function resultOf(result: RunResult): ToolResult {
  const { exitCode, timedOut, stopped, ms, output, stderr = '', card } = result;
  const content = JSON.stringify({
    stdout: output,
    stderr,
    exit_code: exitCode ?? -1,
    timed_out: timedOut,
    duration_ms: Math.round(ms),
    ...filesOf(result),
  });
  return { ok: exitCode === 0 && !timedOut && !stopped, content, ...(card === undefined ? {} : { data: card }) };
}
