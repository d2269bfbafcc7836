/** trpc-agent-go's command tool (seeds/002): one command in the skill's folder, its result as JSON. */
import { glob, realpath } from 'node:fs/promises';
import path from 'node:path';
import mime from 'mime';
import { z } from 'zod';
import type { ToolResult } from '../agent/ports.ts';
import type { RunResult } from '../runner/run-request.ts';
import { isInside } from '../runner/workspace.ts';
import { commandCall, TIMEOUT } from './command-call.ts';
import { defineTool } from './define-tool.ts';
import { findSkill, SKILL_ALIASES } from './skill-ids.ts';
import { type ToolContext, ToolFailure } from './types.ts';
import { openForReading, type Places, placesOf, realReadable, resolvePath } from './workspace-paths.ts';

/** CONTRACT §7: files that a run gives back. */
const MAX_FILES = 100;
/** UTF-8 bytes of a file's text that stand in the result; longer ones are named with their size. */
const MAX_INLINE_BYTES = 16 * 1024;

interface OutputEntry {
  readonly name: string;
  readonly content?: string;
  readonly mime_type: string;
  readonly size: number;
}

export const skillRun = defineTool({
  name: 'skill_run',
  group: 'skills',
  description:
    "Run one command in a skill's folder and get its output, exit code and output files as JSON. Give scripts by their interpreter and path, as one simple command. Name the files that you want back in output_files.",
  schema: z.object({
    skill: z.string().min(1).describe('Skill name, as listed.'),
    command: z.string().trim().min(1).describe('Shell command.'),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe("Folder to start in, relative to the skill's. Default: the skill's folder."),
    env: z.record(z.string(), z.string()).optional().describe('Further environment variables.'),
    output_files: z
      .array(z.string().min(1))
      .optional()
      .describe('Workspace paths or globs of files to give back, such as out/*.txt or $OUTPUT_DIR/*.txt.'),
    timeout: TIMEOUT,
  }),
  aliases: SKILL_ALIASES('skill'),
  ready(args, context) {
    const { id } = findSkill(args.skill, context);
    const summary = context.library.catalog().skills.find((one) => one.id === id);
    if (summary === undefined) throw new ToolFailure(`Skill '${id}' is no longer on this computer.`);
    const { command, env, timeout } = args;
    return commandCall(
      { command, env, timeout },
      {
        tool: 'skill_run',
        separateStderr: true,
        skill: { id, dir: summary.dir, ownsData: false },
        folder: () => startFolder(summary.dir, args.cwd, context),
        present: (result) => resultOf(result, args.output_files ?? [], context),
      },
      context,
    );
  },
});

/** In the skill's folder or anywhere that may be read. @throws ToolFailure */
async function startFolder(dir: string, cwd: string | undefined, context: ToolContext): Promise<string> {
  if (cwd === undefined) return dir;
  const places = await placesOf(context);
  if (cwd.startsWith('$') || path.isAbsolute(cwd)) {
    const given = resolvePath(cwd, places);
    return realReadable(given, { ...places, readable: [...places.readable, dir] });
  }
  const real = await realpath(path.join(dir, cwd)).catch(() => undefined);
  if (real !== undefined && isInside(dir, real)) return real;
  throw new ToolFailure(`"cwd": there is no folder ${JSON.stringify(cwd)} in the skill's folder ${dir}.`);
}

async function resultOf(result: RunResult, patterns: readonly string[], context: ToolContext): Promise<ToolResult> {
  const { exitCode, timedOut, stopped, ms, output, stderr = '', notes, card } = result;
  const places = await placesOf(context);
  const warnings = [...(stopped ? ['stopped by the person'] : []), ...notes];
  const named = patterns.length === 0 ? [] : await outputFiles(patterns, places, warnings);
  // Without a pattern the new files of out/ are named all the same: they are kept as artifacts.
  const files: OutputEntry[] =
    patterns.length > 0
      ? named
      : result.files.map((file) => ({ name: `out/${file.name}`, mime_type: file.mime, size: file.bytes }));
  const content = JSON.stringify({
    ...{ stdout: output, stderr, exit_code: exitCode ?? -1, timed_out: timedOut, duration_ms: Math.round(ms) },
    output_files: files,
    ...(warnings.length === 0 ? {} : { warnings }),
  });
  return { ok: exitCode === 0 && !timedOut && !stopped, content, ...(card === undefined ? {} : { data: card }) };
}

/** `$OUTPUT_DIR/*.txt` is `out/*.txt`; all of it inside the workspace. */
async function outputFiles(patterns: readonly string[], places: Places, warnings: string[]): Promise<OutputEntry[]> {
  const { root } = places.workspace;
  const inside = { ...places, readable: [root] };
  const found = new Set<string>();
  for (const pattern of patterns) {
    const absolute = resolvePath(pattern, places);
    if (!isInside(root, absolute)) {
      warnings.push(`output_files: ${pattern} leads outside the workspace and was left out.`);
      continue;
    }
    for await (const file of glob(path.relative(root, absolute), { cwd: root }))
      found.add(file.split(path.sep).join('/'));
  }
  const entries: OutputEntry[] = [];
  for (const name of [...found].sort()) {
    if (entries.length === MAX_FILES) {
      warnings.push(`output_files: more than ${MAX_FILES} files match; the rest was left out.`);
      break;
    }
    try {
      const { handle, bytes } = await openForReading(path.join(root, name), inside);
      const content = bytes <= MAX_INLINE_BYTES ? await handle.readFile().finally(() => handle.close()) : undefined;
      if (content === undefined) await handle.close();
      const text = content === undefined || content.includes(0) ? undefined : content.toString('utf8');
      entries.push({
        name,
        ...(text === undefined || text.includes('\ufffd') ? {} : { content: text }),
        mime_type: mime.getType(name) ?? (text === undefined ? 'application/octet-stream' : 'text/plain'),
        size: bytes,
      });
    } catch (error) {
      // A folder is no output file; anything else that cannot be read is told.
      if (error instanceof ToolFailure && !error.message.includes('is a folder')) {
        warnings.push(`output_files: ${error.message.split('\n')[0]}`);
      }
    }
  }
  return entries;
}
