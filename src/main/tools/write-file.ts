import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf } from '../../shared/errors.ts';
import type { ToolResult } from '../agent/ports.ts';
import { isInside } from '../runner/workspace.ts';
import { artifactEvents } from './artifact-events.ts';
import { defineTool } from './define-tool.ts';
import { type ToolContext, ToolFailure } from './types.ts';
import { placesOf, resolvePath, showPath, writableTarget } from './workspace-paths.ts';

/** The limit of an artifact (CONTRACT §7). UTF-8 bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The old content stands until the new one is whole. */
async function replace(target: string, content: string): Promise<void> {
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o644;
  const temporary = `${target}.${randomUUID()}.part`;
  try {
    const handle = await open(temporary, 'wx', mode & 0o777);
    await handle.writeFile(content).finally(() => handle.close());
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function extend(target: string, content: string, flags: number): Promise<void> {
  const handle = await open(
    target,
    constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags,
    0o644,
  );
  try {
    if (!(await handle.stat()).isFile()) throw new ToolFailure('it is no regular file');
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

export interface WriteFileArgs {
  readonly path: string;
  readonly content: string;
  readonly mode?: 'overwrite' | 'append' | 'create' | undefined;
}

/** Writes where it may be, and keeps as an artifact what is in out/. @throws ToolFailure */
export async function writeText(args: WriteFileArgs, context: ToolContext): Promise<ToolResult> {
  const size = Buffer.byteLength(args.content);
  if (size > MAX_BYTES)
    throw new ToolFailure(
      `"content" has ${size} bytes, over the limit of ${MAX_BYTES}: write it in parts with mode "append".`,
    );
  const places = await placesOf(context);
  const target = await writableTarget(resolvePath(args.path, places), places);
  const name = showPath(target, places);
  const mode = args.mode ?? 'overwrite';
  if ((await stat(target).catch(() => undefined))?.isDirectory())
    throw new ToolFailure(`${name} is a folder; give a file's path.`);
  try {
    if (mode === 'overwrite') await replace(target, args.content);
    else await extend(target, args.content, mode === 'append' ? constants.O_APPEND : constants.O_EXCL);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new ToolFailure(`${name} exists already: use mode "overwrite" or "append", or another name.`);
    }
    throw new ToolFailure(`${name} could not be written: ${messageOf(error)}`);
  }
  const notes: string[] = [];
  if (isInside(places.workspace.out, target)) {
    const collected = await context.runner.collect(context.host.sessionId, context.host.state().artifacts);
    context.host.append(...artifactEvents(collected.files, context.callId));
    notes.push(...collected.notes);
  }
  const did = { overwrite: 'Wrote', append: 'Added', create: 'Created' }[mode];
  return { ok: true, content: [`${did} ${name} (${size} bytes).`, ...notes].join('\n') };
}

export const writeFile = defineTool({
  name: 'write_file',
  group: 'workspace',
  description:
    'Write a text file into work/, out/ or runs/ of the workspace. Files in out/ are kept as artifacts and shown to the person. Missing folders are made.',
  schema: z.object({
    path: z.string().min(1).describe('Relative to the workspace, such as "out/summary.md".'),
    content: z.string().describe('The text, as it shall stand in the file.'),
    mode: z
      .enum(['overwrite', 'append', 'create'])
      .optional()
      .describe('overwrite (default) replaces the file, append adds to its end, create fails where it exists.'),
  }),
  ready: (args, context) => ({ execute: () => writeText(args, context) }),
});
