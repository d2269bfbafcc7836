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
import type { GrepFinding, GrepJob } from './grep-worker.ts';
import { isHidden, placesOf, realReadable, resolvePath, showPath } from './workspace-paths.ts';

export interface GrepRequest {
  readonly pattern: string;
  /** Real path of a file or a folder. */
  readonly root: string;
  /** Without `/` it matches the file's name, else the path below `root`. */
  readonly glob?: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

const MAX_ENTRIES = 50_000;
const TIMEOUT_MS = 20_000;

/** Folders that are searched only where they are named: Git's, and what the app records of runs. */
const PASSED_OVER = ['.git', RECORDS];

/** Files below `root`, links not followed, in order of name. */
async function filesBelow({ root, glob }: GrepRequest): Promise<string[]> {
  if ((await stat(root)).isFile()) return [root];
  const enters = (name: string) => !PASSED_OVER.includes(path.posix.basename(name));
  const { names } = await walkFiles(root, { takes: takesPath(glob), enters, maxEntries: MAX_ENTRIES });
  return names.map((name) => path.join(root, name));
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

async function searchInWorker(request: GrepRequest): Promise<GrepFinding[]> {
  const { pattern, limit } = request;
  const job: GrepJob = { pattern, limit, files: await filesBelow(request) };
  const worker = new Worker(entryFile(import.meta.dirname, 'grep-worker'), { workerData: job });
  return new Promise<GrepFinding[]>((resolve, reject) => {
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
    worker.once('message', (found: GrepFinding[]) => end(() => resolve(found)));
    worker.once('error', (error) => fail(`The search failed: ${messageOf(error)}`));
  });
}

/** Returns at most `limit` findings. @throws ToolFailure for a bad pattern, a stop, or the time limit. */
export async function grepSearch(request: GrepRequest): Promise<readonly GrepFinding[]> {
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
      const all = await grepSearch({
        pattern: args.pattern,
        root,
        glob: args.glob,
        limit: MAX_MATCHES + 1,
        signal,
      });
      const found = all.filter(({ file }) => !isHidden(file, places));
      if (found.length === 0) {
        return {
          ok: true,
          content: `Nothing in ${showPath(root, places)} matches ${args.pattern}${args.glob === undefined ? '' : ` in files ${args.glob}`}.`,
        };
      }
      const lines = found
        .slice(0, MAX_MATCHES)
        .map((match) => `${showPath(match.file, places)}:${match.line}: ${shorten(match.text)}`);
      if (found.length > MAX_MATCHES)
        lines.push(`[more than ${MAX_MATCHES} matches: narrow the pattern, the path or the glob]`);
      return { ok: true, content: lines.join('\n') };
    },
  }),
});
