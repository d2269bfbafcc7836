/** The options of `skill_run` that `skill_exec` shares (seeds/002), as JSON Schema and as what the runner takes. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { OutputSpec } from '../../runner/collect-outputs.ts';
import { figuresIn, type RunStages } from '../../runner/run-stages.ts';
import { MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES } from '../../runner/workspace/artifacts.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { type ToolContext, ToolFailure } from '../define-tool.ts';
import { findSummary } from '../skills.ts';
import { TIMEOUT } from './command-call.ts';
import type { CommandArgs, CommandKind } from './command-kind.ts';
import { placesOf, realReadable, resolvePath } from './workspace-paths.ts';

/** Each is a walk through the workspace. */
const MAX_PATTERNS = 100;
const PREFIX = z
  .string()
  .max(200)
  .regex(/^(?![/\\])(?!.*(^|[/\\])\.\.([/\\]|$))[^\p{Cc}]*$/u, 'must be the beginning of a name, such as "report/"')
  .optional();
const limit = (what: string, most: number) =>
  z.int().min(0).optional().describe(`${what}; at most ${most}, the default.`);

export const RUN_OPTIONS = z.object({
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
    .max(MAX_PATTERNS)
    .optional()
    .describe('Workspace paths or globs of files to give back, such as out/*.txt or $OUTPUT_DIR/*.txt.'),
  inputs: z
    .array(
      z.object({
        from: z
          .string()
          .min(1)
          .describe('artifact://NAME[@VERSION], host:///ABSOLUTE/PATH, workspace://PATH or skill://SKILL/PATH.'),
        to: z
          .string()
          .optional()
          .describe('Where it goes, relative to the workspace. Default: work/inputs/ and its name.'),
        mode: z.enum(['copy', 'link']).optional().describe('copy (default) or link.'),
      }),
    )
    .optional()
    .describe('Files or folders to put into the workspace before the command runs.'),
  outputs: z
    .object({
      globs: z
        .array(z.string().min(1))
        .max(MAX_PATTERNS)
        .optional()
        .describe('Patterns relative to the workspace, such as out/**/*.csv or $OUTPUT_DIR/**.'),
      inline: z.boolean().optional().describe('Give back the text of the files.'),
      save: z.boolean().optional().describe('Save the files as artifacts.'),
      name_template: PREFIX.describe('Prefix of the artifact names, such as report/.'),
      max_files: limit('Most files', MAX_FILES),
      max_file_bytes: limit('Most bytes of one file', MAX_FILE_BYTES),
      max_total_bytes: limit('Most bytes of all files', MAX_TOTAL_BYTES),
    })
    .optional()
    .describe('Files to give back, with limits.'),
  timeout: TIMEOUT,
  save_as_artifacts: z.boolean().optional().describe('Save the files of output_files as artifacts.'),
  omit_inline_content: z
    .boolean()
    .optional()
    .describe('With save_as_artifacts: leave the text of the files out of the result.'),
  artifact_prefix: PREFIX.describe('With save_as_artifacts: prefix of the artifact names.'),
});
export type RunOptions = z.infer<typeof RUN_OPTIONS>;

/** Both ways to declare outputs as one; undefined where there is neither. */
function outputsOf(options: RunOptions): OutputSpec | undefined {
  const { output_files = [], outputs, save_as_artifacts = false, omit_inline_content = false } = options;
  const globs = [...output_files, ...(outputs?.globs ?? [])];
  if (globs.length === 0) {
    // Limits or saving without patterns apply to the files in out/.
    if (outputs === undefined && !save_as_artifacts) return undefined;
    globs.push('out/**');
  }
  return {
    globs,
    inline: outputs?.inline ?? (output_files.length > 0 && !(omit_inline_content && save_as_artifacts)),
    save: outputs?.save === true || save_as_artifacts,
    prefix: outputs?.name_template ?? options.artifact_prefix ?? '',
    maxFiles: outputs?.max_files,
    maxFileBytes: outputs?.max_file_bytes,
    maxTotalBytes: outputs?.max_total_bytes,
  };
}

/** The call as all command tools have it. @throws ToolFailure */
export function skillCommand(
  options: RunOptions,
  context: ToolContext,
): { readonly args: CommandArgs; readonly kind: Omit<CommandKind, 'tool' | 'present'> } {
  const summary = findSummary(options.skill, context);
  const { id, dir } = summary;
  const { command, env, timeout, cwd, inputs } = options;
  const notes: string[] = [];
  return {
    args: { command, env, timeout },
    kind: {
      skill: { id, dir },
      folder: () => startFolder(dir, cwd, context),
      runIn: (folder, stages) => stagedFolder(summary, folder, context, notes, stages),
      notes,
      inputs,
      outputs: outputsOf(options),
    },
  };
}

/** Folder inside the skill's folder or any readable place. @throws ToolFailure */
async function startFolder(dir: string, cwd: string | undefined, context: ToolContext): Promise<string> {
  if (cwd === undefined) return dir;
  const places = await placesOf(context);
  if (cwd.startsWith('$') || path.isAbsolute(cwd)) {
    const given = resolvePath(cwd, places);
    return realReadable(given, { ...places, readable: [...places.readable, dir] });
  }
  const real = await realpath(path.join(dir, cwd)).catch(() => undefined);
  if (real !== undefined && isInside(await realpath(dir), real)) return real;
  throw new ToolFailure(`"cwd": there is no folder ${JSON.stringify(cwd)} in the skill's folder ${dir}.`);
}

/** The same folder in the workspace's copy of the skill, brought up to date. */
async function stagedFolder(
  skill: SkillSummary,
  folder: string,
  { runner, host }: ToolContext,
  notes: string[],
  stages: RunStages,
): Promise<string> {
  const source = await realpath(skill.dir);
  const inSkill = path.relative(source, await realpath(folder));
  if (!isInside(source, path.join(source, inSkill))) return folder;
  const stage = async () => runner.staged.stage(await runner.workspace(host.sessionId), skill);
  const staged = await stages.during('workspace.stage.skill', stage, figuresIn);
  if (staged === undefined) return folder;
  notes.push(...staged.notes);
  const there = path.join(staged.folder, inSkill);
  return (await realpath(there).catch(() => undefined)) === there ? there : folder;
}
