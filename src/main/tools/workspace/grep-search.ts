/** Finds lines by a pattern, in a worker: the same files, order and limits on every machine. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import { entryFile } from '../../lib/app-files.ts';
import { globMatcher } from '../../runner/glob-match.ts';
import { walkFiles } from '../../runner/workspace/copy-workspace.ts';
import { RECORDS } from '../../runner/workspace/workspace.ts';
import { defineTool, ToolFailure } from '../define-tool.ts';
import { compilePattern } from './grep-matcher.ts';
import type { GrepAnswer, GrepJob } from './grep-worker.ts';
import { isHidden, placesOf, realReadable, resolvePath, showPath } from './workspace-paths.ts';

export interface GrepRequest {
  readonly pattern: string;
  /** Real path of a file or a folder. */
  readonly root: string;
  /** Without `/` it matches the file's name, else the path below `root`. */
  readonly glob?: string | undefined;
  readonly limit: number;
  /** @param real path of a folder, which is then as good as not there. */
  readonly hides?: (real: string) => boolean;
  readonly signal: AbortSignal;
}

const MAX_ENTRIES = 50_000;
const TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;
/** Largest file in MiB: one that was found, and one that was named itself. */
const MAX_MIB = { found: 8, named: 256 };

/** Folders that are searched only where they are named: Git's, and what the app records of runs. */
const PASSED_OVER = ['.git', RECORDS];

interface GrepResult extends GrepAnswer {
  /** False where there was more than could be looked at. */
  readonly complete: boolean;
  readonly maxMib: number;
}

/** Files below `root`, links not followed, in order of name. */
async function filesBelow({ root, glob, hides, signal }: GrepRequest) {
  if ((await stat(root)).isFile()) return { files: [root], complete: true, maxMib: MAX_MIB.named };
  const enters = (name: string) => !PASSED_OVER.includes(path.posix.basename(name)) && !hides?.(path.join(root, name));
  const takes = takesPath(glob);
  const { names, complete } = await walkFiles(root, { takes, enters, maxEntries: MAX_ENTRIES, signal });
  return { files: names.map((name) => path.join(root, name)), complete, maxMib: MAX_MIB.found };
}

/** A glob without `/` is about the file's name, one with `!` before it about all others. @throws ToolFailure. */
function takesPath(glob: string | undefined): (relative: string) => boolean {
  if (glob === undefined) return () => true;
  const wanted = glob.startsWith('!') ? glob.slice(1) : glob;
  const matches = globMatcher(wanted.includes('/') ? wanted.replace(/^\.?\//, '') : `**/${wanted}`);
  if (matches === undefined)
    throw new ToolFailure('"glob" is too long or stands for too many patterns, by its braces.');
  return wanted === glob ? matches : (relative) => !matches(relative);
}

async function searchInWorker(request: GrepRequest): Promise<GrepResult> {
  const { pattern, limit } = request;
  const { files, complete, maxMib } = await filesBelow(request);
  const job: GrepJob = { pattern, limit, files, maxBytes: maxMib * MIB };
  const worker = new Worker(entryFile(import.meta.dirname, 'grep-worker'), { workerData: job });
  return new Promise<GrepResult>((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      settle();
      void worker.terminate();
    };
    const fail = (message: string): void => end(() => reject(new ToolFailure(message)));
    const timer = setTimeout(
      () =>
        fail(`The search took longer than ${TIMEOUT_MS / 1000} s: use a simpler pattern, a glob or a smaller folder.`),
      TIMEOUT_MS,
    );
    const onAbort = (): void => fail('The search was stopped.');
    request.signal.addEventListener('abort', onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    worker.once('message', (answer: GrepAnswer) => end(() => resolve({ ...answer, complete, maxMib })));
    worker.once('error', (error) => fail(`The search failed: ${messageOf(error)}`));
  });
}

/** Returns at most `limit` findings. @throws ToolFailure for a bad pattern, a stop, or the time limit. */
export async function grepSearch(request: GrepRequest): Promise<GrepResult> {
  try {
    compilePattern(request.pattern);
  } catch (error) {
    throw new ToolFailure(
      `"pattern" is no regular expression: ${messageOf(error)}. To search for the text itself, put \\ before . * + ? ( ) [ ] { } | ^ $ \\.`,
    );
  }
  return searchInWorker(request);
}

const MAX_MATCHES = 200;
const MAX_LINE_CHARACTERS = 400;

const MAX_NAMED = 5;

/** Lines for the model that name the files left out. */
function notSearched({ complete, tooLarge, maxMib }: GrepResult, show: (file: string) => string): string[] {
  const named = tooLarge.slice(0, MAX_NAMED).map(show).join(', ');
  const more = tooLarge.length > MAX_NAMED ? ` and ${tooLarge.length - MAX_NAMED} more` : '';
  const alone = maxMib === MAX_MIB.found ? '; give one of them as "path" to search it' : '';
  return [
    ...(tooLarge.length === 0 ? [] : [`[over ${maxMib} MiB, so not searched: ${named}${more}${alone}]`]),
    ...(complete ? [] : ['[there are too many files and folders to search them all: give a smaller folder as "path"]']),
  ];
}

const shorten = (line: string): string =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()} […]` : line;

export const grep = defineTool('grep', 'workspace', {
  description: `Search file contents by a regular expression and get path:line: text of each match. At most ${MAX_MATCHES} matches are given; binary files, links and .git are passed over.`,
  schema: z.object({
    pattern: z.string().min(1).describe('A regular expression; start it with (?i) to ignore case.'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A file or folder: relative to the work folder, or absolute inside a loaded skill. Default: the whole workspace.',
      ),
    glob: z.string().min(1).optional().describe('Only files that fit, such as "*.md" or "references/**".'),
  }),
  translate({ case_sensitive, ...fields }) {
    // OmniEmployee's.
    if (case_sensitive === undefined || case_sensitive === true) return fields;
    if (case_sensitive !== false || typeof fields.pattern !== 'string') return { ...fields, case_sensitive };
    return { ...fields, pattern: `(?i)${fields.pattern}` };
  },
  ready: (args, context) => ({
    async execute(signal) {
      const places = await placesOf(context);
      const asked = args.path === undefined ? places.workspace.root : resolvePath(args.path, places);
      const root = await realReadable(asked, places);
      const result = await grepSearch({
        pattern: args.pattern,
        root,
        glob: args.glob,
        limit: MAX_MATCHES + 1,
        hides: (real) => isHidden(real, places),
        signal,
      });
      const { found } = result;
      const notes = notSearched(result, (file) => showPath(file, places));
      if (found.length === 0) {
        const searched = notes.length === 0 ? 'Nothing' : 'Nothing that was searched';
        const within = args.glob === undefined ? '' : ` in files ${args.glob}`;
        const none = `${searched} in ${showPath(root, places)} matches ${args.pattern}${within}.`;
        return { ok: true, content: [none, ...notes].join('\n') };
      }
      const lines = found
        .slice(0, MAX_MATCHES)
        .map((match) => `${showPath(match.file, places)}:${match.line}: ${shorten(match.text)}`);
      if (found.length > MAX_MATCHES)
        lines.push(`[more than ${MAX_MATCHES} matches: narrow the pattern, the path or the glob]`);
      return { ok: true, content: [...lines, ...notes].join('\n') };
    },
  }),
});
