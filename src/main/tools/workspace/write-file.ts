import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { codeOf, putEntry } from '../../lib/held-folder.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { defineTool, type ToolContext, ToolFailure } from '../define-tool.ts';
import { artifactEvents } from './logged-run.ts';
import { placesOf, resolvePath, showPath, type WritableTarget, writableTarget } from './workspace-paths.ts';

/** The limit of an artifact (CONTRACT §7). UTF-8 bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Atomic: keeps the old content until the new one is complete. */
export async function putContent({ folder, name }: WritableTarget, content: string | Uint8Array): Promise<void> {
  const mode = (await lstat(await folder.entry(name)).catch(() => undefined))?.mode ?? 0o644;
  await putEntry(folder, name, `.${randomUUID()}.part`, async (temporary) => {
    const handle = await open(temporary, 'wx', mode & 0o777);
    await handle.writeFile(content).finally(() => handle.close());
  });
}

async function extend({ folder, name }: WritableTarget, content: string, flags: number): Promise<void> {
  const handle = await folder.open(name, constants.O_WRONLY | constants.O_CREAT | flags, 0o644);
  try {
    if (!(await handle.stat()).isFile()) throw new ToolFailure('it is no regular file');
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

const schema = z.object({
  path: z.string().min(1).describe('Relative to the work folder, such as "notes.md" or "out/summary.md".'),
  content: z.string().describe('The text, as it shall stand in the file.'),
  mode: z
    .enum(['overwrite', 'append', 'create'])
    .optional()
    .describe('overwrite (default) replaces the file, append adds to its end, create fails where it exists.'),
});
export type WriteFileArgs = z.infer<typeof schema>;

/** Writes where it may be, and keeps as an artifact what is in out/. @throws ToolFailure */
export async function writeText(args: WriteFileArgs, context: ToolContext): Promise<ToolResult> {
  const size = Buffer.byteLength(args.content);
  if (size > MAX_BYTES)
    throw new ToolFailure(
      `"content" has ${size} bytes, over the limit of ${MAX_BYTES}: write it in parts with mode "append".`,
    );
  const places = await placesOf(context);
  const target = await writableTarget(resolvePath(args.path, places), places);
  const name = showPath(target.path, places);
  const mode = args.mode ?? 'overwrite';
  try {
    const there = await lstat(await target.folder.entry(target.name)).catch(() => undefined);
    if (there?.isDirectory()) throw new ToolFailure(`${name} is a folder; give a file's path.`);
    if (mode === 'overwrite') await putContent(target, args.content);
    else await extend(target, args.content, mode === 'append' ? constants.O_APPEND : constants.O_EXCL);
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new ToolFailure(`${name} exists already: use mode "overwrite" or "append", or another name.`);
    if (error instanceof ToolFailure && error.message.startsWith(name)) throw error;
    throw new ToolFailure(`${name} could not be written: ${messageOf(error)}`);
  } finally {
    await target.folder.close();
  }
  const notes: string[] = [];
  if (isInside(places.workspace.out, target.path)) {
    const { host, secrets } = context;
    const collected = await context.runner.collect(host.sessionId, host.state().artifacts, await secrets?.values());
    host.append(...artifactEvents(collected.files, context.callId));
    notes.push(...collected.notes);
  }
  const did = { overwrite: 'Wrote', append: 'Added', create: 'Created' }[mode];
  return { ok: true, content: [`${did} ${name} (${size} bytes).`, ...notes].join('\n') };
}

export const writeFile = defineTool('write_file', 'workspace', {
  description:
    'Write a text file into work/, out/ or runs/ of the workspace. Files in out/ are kept as artifacts and shown to the person. Missing folders are made.',
  schema,
  ready: (args, context) => ({ execute: () => writeText(args, context) }),
});
