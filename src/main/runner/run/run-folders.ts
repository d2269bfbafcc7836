/** The folders of one run, made before it and thrown away after it where it is a preview, and the card that it leaves. */

import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';
import { syncFolder } from '../../lib/sync-folder.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import { runDirName, type Workspace } from '../workspace/workspace.ts';
import type { RunFolders } from './run-environment.ts';
import { newRecords } from './run-records.ts';

const MAX_CARD_BYTES = 1024 * 1024;

export interface Place {
  readonly folders: RunFolders;
  /** RUN_DIR, opened before the run begins: the original folder, even if the run replaces it. */
  readonly run: HeldFolder;
  /** Folder of the app's records; undefined if none are kept. No run can write there. */
  readonly records: string | undefined;
  /** When it was made: milliseconds since the epoch. */
  readonly since: number;
  /** Also where it fails. */
  dispose(): Promise<void>;
}

/** A folder of this name in `runs/`, new and empty. The caller closes it. */
async function newRunDir({ runs }: Workspace, name: string): Promise<HeldFolder> {
  await removeTree(path.join(runs, name));
  return inFolder(await holdFolder(runs), async (held) => {
    // Not one that another run of the session has put there in the meantime.
    await mkdir(await held.entry(name), 0o700);
    return held.folder(name);
  });
}

/** Makes a skill's data folder so that it outlives a power cut: a script cannot flush the folders above its own. */
async function keptFolder(data: string): Promise<void> {
  const first = await mkdir(data, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = data; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** RUN_DIR is new and empty, so that a card in it can only be this run's. */
export async function ordinaryPlace(workspace: Workspace, callId: string, data: string | undefined): Promise<Place> {
  const records = await newRecords(workspace, callId);
  if (data !== undefined) await keptFolder(data);
  const run = await newRunDir(workspace, runDirName(callId));
  const { root, skills, work, out } = workspace;
  return {
    folders: { workspace: root, skills, work, out, run: run.path, data },
    run,
    records,
    since: Date.now(),
    dispose: () => run.close(),
  };
}

const PREVIEW = 'preview-';

/** Among the records: no other run of the session can write there. */
export async function previewPlace(workspace: Workspace, data: string | undefined): Promise<Place> {
  const { root, skills, work, records } = workspace;
  for (const left of await readdir(records)) {
    if (left.startsWith(PREVIEW)) await removeTree(path.join(records, left));
  }
  const dir = await mkdtemp(path.join(records, PREVIEW));
  const place = { out: path.join(dir, 'out'), run: path.join(dir, 'run'), data: path.join(dir, 'data') };
  for (const folder of Object.values(place)) await mkdir(folder, { mode: 0o700 });
  if (data !== undefined && (await stat(data).catch(() => undefined)) !== undefined) {
    await cp(data, place.data, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  }
  const run = await holdFolder(place.run);
  return {
    folders: {
      workspace: root,
      skills,
      work,
      out: place.out,
      run: place.run,
      data: data === undefined ? undefined : place.data,
    },
    run,
    records: undefined,
    since: Date.now(),
    async dispose() {
      await run.close();
      await removeTree(dir);
    },
  };
}

/**
 * The command names these files by their path, which is that of the ordinary run in its preview too.
 * @param given texts by file name.
 */
export async function putGiven(
  { runs }: Workspace,
  callId: string,
  place: Place,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(given).length === 0) return;
  const put = async (folder: HeldFolder): Promise<void> => {
    for (const [name, text] of Object.entries(given)) {
      const handle = await folder.open(name, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
      await handle.writeFile(text).finally(() => handle.close());
    }
  };
  if (place.records !== undefined) return put(place.run);
  await inFolder(await holdFolder(runs), async (held) =>
    inFolder(await held.makeFolder(runDirName(callId), 0o700), put),
  );
}

/** RUN_DIR/card.json, where the run wrote one that can be read. */
export async function readCard(run: HeldFolder): Promise<{ card?: unknown; notes: string[] }> {
  const handle = await run.open('card.json', constants.O_RDONLY).catch(() => undefined);
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
