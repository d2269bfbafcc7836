/** Puts the declared inputs of a run where it finds them. Each appears whole or not at all. */
import { randomUUID } from 'node:crypto';
import { lstat, open, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { inFolder, putEntry } from '../../lib/held-folder.ts';
import { figuresIn, type RunStages } from '../../runner/run/run-stages.ts';
import { MAX_TOTAL_BYTES } from '../../runner/workspace/artifacts.ts';
import { walkFiles } from '../../runner/workspace/copy-workspace.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { type ToolContext, ToolFailure } from '../types.ts';
import type { InputPlan, InputSource, PlannedInput } from './run-inputs.ts';
import { type Places, placesOf, writableTarget } from './workspace-paths.ts';

/** Max entries of one folder. */
const MAX_ENTRIES = 1000;

interface Staged {
  /** Deviations from the request. */
  readonly notes: string[];
  readonly files: number;
  readonly bytes: number;
}

type Content = AsyncIterable<Buffer> | readonly Buffer[];

/** Writes a temporary file and renames it: an existing link is replaced or, inside the workspace, followed. */
async function put(
  target: string,
  places: Places,
  write: (temporary: string, real: string) => Promise<void>,
): Promise<void> {
  const { folder, name, path: real } = await writableTarget(target, places);
  await inFolder(folder, (held) => putEntry(held, name, `.${randomUUID()}.part`, (file) => write(file, real)));
}

const putFile = (target: string, content: Content, places: Places): Promise<void> =>
  put(target, places, async (temporary) => {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const part of content) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
  });

async function copyFile(file: string, within: string, target: string, places: Places): Promise<number> {
  const opened = await openInside(within, file);
  if (opened === undefined) throw new ToolFailure(`${file} is gone, or leads outside ${within} now.`);
  try {
    await putFile(target, opened.handle.createReadStream({ autoClose: false }), places);
    return opened.bytes;
  } finally {
    await opened.handle.close();
  }
}

async function copyFolder(
  { real, within }: Extract<InputSource, { kind: 'folder' | 'file' }>,
  target: string,
  places: Places,
): Promise<Staged> {
  const notes: string[] = [];
  let total = 0;
  const { names, complete } = await walkFiles(real, { maxEntries: MAX_ENTRIES });
  if (!complete)
    throw new ToolFailure(`${real} holds more than ${MAX_ENTRIES} files. Name a smaller folder, or single files.`);
  for (const name of names) {
    const opened = await openInside(within, path.join(real, name));
    if (opened === undefined) {
      notes.push(`${path.join(real, name)} leads outside, or is no regular file; it was left out.`);
      continue;
    }
    try {
      total += opened.bytes;
      if (total > MAX_TOTAL_BYTES)
        throw new ToolFailure(
          `${real} holds more than ${MAX_TOTAL_BYTES} bytes. Name a smaller folder, or single files.`,
        );
      await putFile(path.join(target, name), opened.handle.createReadStream({ autoClose: false }), places);
    } finally {
      await opened.handle.close();
    }
  }
  if (names.length === 0) await (await writableTarget(path.join(target, 'x'), places)).folder.close();
  return { notes, files: names.length, bytes: total };
}

/** A link to it could lead back to itself, now or through the links in it: a copy that follows links would have no end. */
async function couldLeadBack({ kind, real }: Exclude<InputSource, { kind: 'artifact' }>, at: string): Promise<boolean> {
  if (kind !== 'folder') return false;
  if (isInside(real, at)) return true;
  const { names, complete } = await walkFiles(real);
  for (const name of names) {
    const info = await lstat(path.join(real, name)).catch(() => undefined);
    if (info === undefined || info.isSymbolicLink()) return true;
  }
  return !complete;
}

async function stage(input: PlannedInput, context: ToolContext, places: Places): Promise<Staged> {
  const { source, mode, from } = input;
  const isFolder = (await stat(input.target).catch(() => undefined))?.isDirectory() === true;
  const base = path.basename(source.kind === 'artifact' ? source.name : source.real);
  const target = isFolder && source.kind !== 'folder' ? path.join(input.target, base) : input.target;
  const notes: string[] = [];
  let [files, bytes] = [1, 0];
  if (source.kind === 'artifact') {
    const content = await context.runner.readArtifact(source.sha256);
    if (content === undefined)
      throw new ToolFailure(`its content is no longer in the data folder, or was changed there.`);
    await putFile(target, [content], places);
    bytes = content.length;
  } else {
    if (source.real === target) return { notes, files: 0, bytes };
    if (mode === 'link' && !source.host) {
      try {
        await put(target, places, async (temporary, at) => {
          if (await couldLeadBack(source, at)) throw new Error('it could lead back to itself');
          // A data folder may be moved, and takes along what is in it.
          const moves = isInside(path.dirname(path.dirname(places.workspace.root)), source.real);
          await symlink(moves ? path.relative(path.dirname(at), source.real) : source.real, temporary);
        });
        return { notes, files, bytes };
      } catch (error) {
        if (error instanceof ToolFailure) throw error;
        notes.push(`${from} was copied, as no link could be made (${messageOf(error)}).`);
      }
    }
    if (source.kind === 'folder') {
      const copied = await copyFolder(source, target, places);
      notes.push(...copied.notes);
      ({ files, bytes } = copied);
    } else bytes = await copyFile(source.real, source.within, target, places);
  }
  if (mode === 'link' && (source.kind === 'artifact' || source.host)) {
    notes.push(`${from} was copied: through a link the command could change the original.`);
  }
  return { notes, files, bytes };
}

/** @throws ToolFailure */
export async function stageInputs(plan: InputPlan, context: ToolContext, stages: RunStages): Promise<string[]> {
  if (plan.inputs.length === 0) return [];
  const { notes } = await stages.during('workspace.stage.inputs', () => stageAll(plan, context), figuresIn);
  return notes;
}

async function stageAll(plan: InputPlan, context: ToolContext): Promise<Staged> {
  const places = await placesOf(context);
  const { work, out, runs } = places.workspace;
  const inside = { ...places, writable: [work, out, runs] };
  const notes: string[] = [];
  let [files, bytes] = [0, 0];
  for (const [index, input] of plan.inputs.entries()) {
    try {
      const staged = await stage(input, context, inside);
      notes.push(...staged.notes);
      files += staged.files;
      bytes += staged.bytes;
    } catch (error) {
      throw new ToolFailure(`inputs[${index}]: ${input.from}: ${messageOf(error)}\nNothing was run.`);
    }
  }
  return { notes, files, bytes };
}
