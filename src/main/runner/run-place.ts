/** The folders of one run, made before it and thrown away after it where it is a preview, and the card that it leaves. */
import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../shared/errors.ts';
import type { RunFolders } from './run-environment.ts';
import { runDirName, type Workspace } from './workspace.ts';

const MAX_CARD_BYTES = 1024 * 1024;

export interface Place {
  readonly folders: RunFolders;
  readonly runDir: string;
  /** When it was made: milliseconds since the epoch. */
  readonly since: number;
  /** Also where it fails. */
  dispose(): Promise<void>;
}

/** RUN_DIR is new and empty, so that a card in it can only be this run's. */
export async function ordinaryPlace(workspace: Workspace, callId: string, data: string | undefined): Promise<Place> {
  const runDir = path.join(workspace.runs, runDirName(callId));
  await rm(runDir, { recursive: true, force: true });
  await mkdir(runDir, { mode: 0o700 });
  if (data !== undefined) await mkdir(data, { recursive: true, mode: 0o700 });
  const { root, skills, work, out } = workspace;
  return {
    folders: { workspace: root, skills, work, out, run: runDir, data },
    runDir,
    since: Date.now(),
    dispose: async () => {},
  };
}

const PREVIEW = 'preview-';

export async function previewPlace(workspace: Workspace, data: string | undefined): Promise<Place> {
  for (const left of await readdir(workspace.runs)) {
    if (left.startsWith(PREVIEW)) await rm(path.join(workspace.runs, left), { recursive: true, force: true });
  }
  const dir = await mkdtemp(path.join(workspace.runs, PREVIEW));
  const place = { out: path.join(dir, 'out'), run: path.join(dir, 'run'), data: path.join(dir, 'data') };
  for (const folder of Object.values(place)) await mkdir(folder, { mode: 0o700 });
  if (data !== undefined && (await stat(data).catch(() => undefined)) !== undefined) {
    await cp(data, place.data, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  }
  const { root, skills, work } = workspace;
  return {
    folders: {
      ...{ workspace: root, skills, work, out: place.out, run: place.run },
      data: data === undefined ? undefined : place.data,
    },
    runDir: place.run,
    since: Date.now(),
    dispose: () => rm(dir, { recursive: true, force: true }),
  };
}

/** RUN_DIR/card.json, where the run wrote one that can be read. */
export async function readCard(runDir: string): Promise<{ card?: unknown; notes: string[] }> {
  const handle = await open(
    path.join(runDir, 'card.json'),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(() => undefined);
  if (handle === undefined) return { notes: [] };
  try {
    const info = await handle.stat();
    if (!info.isFile()) return { notes: ['card.json is no regular file and was ignored.'] };
    if (info.size > MAX_CARD_BYTES)
      return { notes: [`card.json has ${info.size} bytes, over the limit of ${MAX_CARD_BYTES}; it was ignored.`] };
    const card: unknown = JSON.parse(await handle.readFile('utf8'));
    return { card, notes: [] };
  } catch (error) {
    return { notes: [`card.json could not be read and was ignored: ${messageOf(error)}`] };
  } finally {
    await handle.close();
  }
}
