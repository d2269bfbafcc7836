/** The folders of one run, made before it and thrown away after it where it is a preview, and the card that it leaves. */

import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../shared/defined.ts';
import { messageOf } from '../../shared/errors.ts';
import type { OutputFile } from '../../shared/events.ts';
import type { RunLimit } from '../../shared/sandbox.ts';
import { syncFolder } from '../lib/files.ts';
import { type HeldFolder, holdFolder, inFolder } from '../lib/held-folder.ts';
import type { Mask } from '../lib/mask-secrets.ts';
import { collectOutputs } from './collect-outputs.ts';
import type { Interpreters } from './interpreters.ts';
import type { RunFolders } from './run-environment.ts';
import { newRecords } from './run-records.ts';
import type { RunRequest, RunResult } from './run-request.ts';
import { figuresOf, type RunStages } from './run-stages.ts';
import type { RunLimits } from './sandbox/sandbox.ts';
import type { KeptOutput } from './terminal/kept-output.ts';
import type { PtyEnd } from './terminal/pty.ts';
import { MAX_PRINTED_BYTES } from './watch-flood.ts';
import type { ArtifactStore } from './workspace/artifacts.ts';
import { removeTree } from './workspace/remove-tree.ts';
import { runDirName, type Workspace } from './workspace/workspace.ts';

/** Tells the model why a run ended early or could not start, and what would work. */
const MIB = 1024 * 1024;
const amount = (bytes: number): string =>
  bytes >= 1024 * MIB ? `${bytes / (1024 * MIB)} GiB` : `${Math.round(bytes / MIB)} MiB`;

/** Undefined for limits the caller reports itself: the time limit and the idle time. */
export function limitNote(limit: RunLimit, limits: Omit<RunLimits, 'scratchBytes'>): string | undefined {
  const { cpuSeconds, memoryBytes, processes, fileBytes, workspaceBytes, workspaceEntries } = limits;
  const notes: Readonly<Record<Exclude<RunLimit, 'time' | 'idle'>, string>> = {
    cpu: `Ended by the CPU time limit of ${cpuSeconds} s. Do less at a time.`,
    memory: `Ended by the memory limit of ${amount(memoryBytes)} for all of its processes together. Work on smaller parts, or read files piece by piece; the user can raise it by "scriptMemory" in config.jsonc.`,
    processes: `Met the limit of ${processes} processes at a time. Start fewer at once.`,
    'file-size': `Met the file size limit of ${amount(fileBytes)}. Write several smaller files.`,
    'workspace-size': `Ended by the workspace size limit of ${amount(workspaceBytes)}. Remove files that are no longer needed, or write less.`,
    'workspace-files': `Met the limit of ${workspaceEntries} new files and folders in a run. Write fewer, for example by putting many into one archive.`,
    'workspace-depth':
      'Ended because its folders are nested deeper than a path can be long, so that they cannot be measured. Use fewer levels or shorter names.',
    output: `Ended by the output limit: it printed over ${amount(MAX_PRINTED_BYTES)}. Print less, or write to a file in $OUTPUT_DIR.`,
  };
  return limit === 'time' || limit === 'idle' ? undefined : notes[limit];
}

/** Exit codes of a POSIX shell and of `cmd` for a command not found. */
const NOT_FOUND: ReadonlySet<number> = new Set([127, 9009]);

/** Packages and programs that a failed run lacked, in its own words, and how a person gets them. @param skill its id. */
export function missingNotes(printed: string, skill: string | undefined): string[] {
  const get =
    skill === undefined
      ? 'a person can install it'
      : `a person can have it fetched: skilldeck skills packages ${skill}`;
  const python = /^(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?/m
    .exec(printed)?.[1]
    ?.split('.')[0];
  const node = /(?:Cannot find (?:package|module) '([^'./][^']*)'|code: 'ENOTCACHED')/.exec(printed);
  const program = /(?:No such file or directory: '([\w.+-]+)'|spawn ([\w.+-]+) ENOENT)/.exec(printed);
  const command = /: (?:line )?\d+: ([\w.+-]+): (?:command )?not found$/m.exec(printed)?.[1];
  const name = program?.[1] ?? program?.[2] ?? command;
  return [
    ...(python === undefined
      ? []
      : [
          `The Python module ${python} is not installed here; ${get}. Installing it from a run cannot work: runs have no network.`,
        ]),
    ...(node === null
      ? []
      : [
          `${node[1] === undefined ? 'A Node package' : `The Node package ${node[1]}`} is not installed here, and a run cannot fetch it: runs have no network.`,
        ]),
    ...(/Could not find a version that satisfies the requirement \S+ \(from versions: none\)/.test(printed)
      ? [`The package exists or not: pip could not ask, since runs have no network. If a skill needs it, ${get}.`]
      : []),
    ...(name === undefined
      ? []
      : [`The program ${name} is not installed here; a person can install it on this computer.`]),
  ];
}

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
  if (/^(powershell|pwsh)$/.test(first))
    return 'This machine has no PowerShell on PATH, so a .ps1 script cannot be started. Use a .py or .js script.';
  if (
    /^(python3?|py)$/.test(first) &&
    found[first === 'py' ? 'py' : first === 'python' ? 'python' : 'python3'] === undefined
  ) {
    return `This machine has no ${first}; Python scripts are started with ${python === 'embedded' ? 'skilldeck-python' : python === 'uv' ? 'uv run' : python} here.`;
  }
  return undefined;
}

const MAX_CARD_BYTES = 1024 * 1024;

export interface PreparedFolders {
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
export async function ordinaryPlace(
  workspace: Workspace,
  callId: string,
  data: string | undefined,
): Promise<PreparedFolders> {
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
export async function previewPlace(workspace: Workspace, data: string | undefined): Promise<PreparedFolders> {
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
  place: PreparedFolders,
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
async function readCard(run: HeldFolder): Promise<{ card?: unknown; notes: string[] }> {
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

/** Collects the results of a run after its end. */
export interface Streams {
  readonly kept: KeptOutput;
  readonly keptStderr: KeptOutput;
}

/** Results of a run besides how it ended: output, files, omissions. */
export async function outcomeOf(
  { folders, run, since }: PreparedFolders,
  end: PtyEnd,
  { kept, keptStderr }: Streams,
  request: RunRequest,
  artifacts: ArtifactStore,
  mask: Mask,
  stages: RunStages,
): Promise<Pick<RunResult, 'output' | 'stderr' | 'card' | 'files' | 'logs' | 'declared' | 'notes'>> {
  const { card, notes } = await readCard(run);
  const failed = end.exitCode !== 0 || end.timedOut || end.stopped;
  const preview = request.preview === true;
  const before = request.artifacts ?? [];
  const logs: OutputFile[] = [];
  /** Tells the model where to find the complete stream. */
  const whereIs = async (stream: KeptOutput, ending: string): Promise<string> => {
    if (stream.whole === undefined) return '';
    const { file, complete } = stream.whole;
    const name = `terminal/${runDirName(request.callId)}${ending}`;
    const what = complete ? 'the whole is' : 'its beginning is';
    try {
      const saved = await artifacts.saveTextFile(name, file, before);
      if (saved === undefined) return '';
      logs.push(saved);
      return `${what} artifact ${name} and in ${file}`;
    } catch (error) {
      notes.push(`The whole output could not be kept as an artifact: ${messageOf(error)}`);
      return `${what} in ${file}`;
    }
  };
  const output = kept.text(await whereIs(kept, '.txt'));
  const stderr =
    request.separateStderr === true ? keptStderr.text(await whereIs(keptStderr, '.stderr.txt')) : undefined;
  const collected = preview
    ? { files: [], notes: [] }
    : await stages.during(
        'workspace.collect',
        () => artifacts.collect(folders.out, before, { failed, since, mask }),
        ({ files }) => figuresOf(files),
      );
  const known = [
    ...before,
    ...collected.files.flatMap(({ name, version, sha256 }) =>
      version === undefined || sha256 === undefined ? [] : [{ name, version, sha256 }],
    ),
  ];
  const { outputs } = request;
  const declared =
    preview || outputs === undefined
      ? undefined
      : await stages.during(
          outputs.inline ? 'workspace.inline' : 'workspace.collect',
          () => collectOutputs(outputs, { folders, artifacts, known, failed, mask }),
          ({ files }) => figuresOf(files),
        );
  return {
    output,
    ...defined({ stderr, card }),
    files: collected.files,
    logs,
    ...defined({ declared }),
    notes: [...new Set([...notes, ...collected.notes, ...(declared?.notes ?? [])])],
  };
}
