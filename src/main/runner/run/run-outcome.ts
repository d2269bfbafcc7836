/** Collects the results of a run after its end. */
import { defined } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import type { OutputFile } from '../../../shared/events.ts';
import type { Mask } from '../../lib/mask-secrets.ts';
import type { ArtifactStore } from '../artifacts/artifacts.ts';
import { collectOutputs } from '../artifacts/collect-outputs.ts';
import type { KeptOutput } from '../terminal/kept-output.ts';
import type { PtyEnd } from '../terminal/pty.ts';
import { runDirName } from '../workspace/workspace.ts';
import { type Place, readCard } from './run-folders.ts';
import type { RunRequest, RunResult } from './run-request.ts';
import { figuresOf, type RunStages } from './run-stages.ts';

export interface Streams {
  readonly kept: KeptOutput;
  readonly keptStderr: KeptOutput;
}

/** Results of a run besides how it ended: output, files, omissions. */
export async function outcomeOf(
  { folders, run, since }: Place,
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
