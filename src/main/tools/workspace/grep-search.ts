/** Finds lines by a pattern: ripgrep where it is, else our own search; the same files, order and limits for both. */
import { spawn } from 'node:child_process';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../../../shared/errors.ts';
import { entryFile } from '../../lib/app-files.ts';
import { globMatcher } from '../../runner/glob-match.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
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
  readonly ripgrep?: string | undefined;
  readonly signal: AbortSignal;
}

/** Larger files are passed over. */
const MAX_SEARCHED_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 50_000;
const TIMEOUT_MS = 20_000;

/** Folders that are searched only where they are named: Git's, and what the app records of runs. */
const PASSED_OVER = ['.git', RECORDS];

/** Regular files below `root`, links not followed, in order of name. */
async function filesBelow(request: GrepRequest): Promise<string[]> {
  if ((await stat(request.root)).isFile()) return [request.root];
  const matches = takesPath(request.glob);
  const files: string[] = [];
  const walk = async (relative: string): Promise<void> => {
    const entries = await readdir(path.join(request.root, relative), { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (request.signal.aborted || files.length >= MAX_FILES) return;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!PASSED_OVER.includes(entry.name)) await walk(below);
      } else if (entry.isFile() && matches(below)) {
        const file = path.join(request.root, below);
        const info = await lstat(file).catch(() => undefined);
        if (info !== undefined && info.size <= MAX_SEARCHED_BYTES) files.push(file);
      }
    }
  };
  await walk('');
  return files;
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

async function searchOurselves(request: GrepRequest): Promise<GrepFinding[]> {
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

interface RipgrepLine {
  readonly type: string;
  readonly data: {
    readonly path?: { readonly text?: string };
    /** `bytes` (base64) where the line is no UTF-8. */
    readonly lines?: { readonly text?: string; readonly bytes?: string };
    readonly line_number?: number;
  };
}

/** Undefined for half a line: what a program that was ended leaves. */
function parseLine(line: string): RipgrepLine | undefined {
  try {
    return JSON.parse(line) as RipgrepLine;
  } catch {
    return undefined;
  }
}

/** @returns undefined where ripgrep cannot do it (a pattern that only JavaScript knows): the caller searches itself. */
function searchByRipgrep(request: GrepRequest, program: string): Promise<GrepFinding[] | undefined> {
  const isInGlob = takesPath(request.glob);
  const args = ['--json', '--no-config', '--no-ignore', '--hidden', '--crlf', '--sort', 'path'];
  args.push(...PASSED_OVER.flatMap((name) => ['--glob', `!${name}`]));
  args.push('--max-filesize', String(MAX_SEARCHED_BYTES), '--regexp', request.pattern, '--', request.root);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '' },
      timeout: TIMEOUT_MS,
      signal: request.signal,
    });
    const found: GrepFinding[] = [];
    let full = false;
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (full) return;
      const { type, data } = parseLine(line) ?? {};
      const file = data?.path?.text;
      if (type !== 'match' || file === undefined || data?.line_number === undefined) return;
      const below = path.relative(request.root, file).split(path.sep).join('/');
      if (below !== '' && !isInGlob(below)) return;
      found.push({
        file,
        line: data.line_number,
        text: (data.lines?.text ?? Buffer.from(data.lines?.bytes ?? '', 'base64').toString('utf8')).replace(
          /\r?\n$/,
          '',
        ),
      });
      full = found.length >= request.limit;
      if (full) child.kill();
    });
    child.once('error', () => resolve(undefined));
    child.once('close', (status) => resolve(full || status === 0 || status === 1 ? found : undefined));
  });
}

/** Decodes like ripgrep. */
function decoded(content: Buffer): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return content.toString('utf16le', 2);
  if (first === 0xfe && second === 0xff)
    return Buffer.from(content.subarray(2, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return content.toString('utf8').replace(/^\ufeff/, '');
}

/** ripgrep opens files by path: keeps only findings that the real file contains. */
async function confirmed(root: string, found: readonly GrepFinding[]): Promise<GrepFinding[]> {
  const lines = new Map<string, readonly string[]>();
  const kept: GrepFinding[] = [];
  for (const finding of found) {
    const { file, line, text } = finding;
    if (!lines.has(file)) {
      const opened = await openInside(file === root ? path.dirname(root) : root, file);
      const content = opened?.real === file ? await opened.handle.readFile().catch(() => undefined) : undefined;
      await opened?.handle.close();
      lines.set(file, content === undefined ? [] : decoded(content).split(/\r?\n/));
    }
    if (lines.get(file)?.[line - 1] === text.replace(/^\ufeff/, '')) kept.push(finding);
  }
  return kept;
}

/** Returns at most `limit` findings. @throws ToolFailure for a bad pattern, a stop, or the time limit. */
export async function grepSearch(request: GrepRequest): Promise<readonly GrepFinding[]> {
  const byRipgrep = request.ripgrep === undefined ? undefined : await searchByRipgrep(request, request.ripgrep);
  if (request.signal.aborted) throw new ToolFailure('The search was stopped.');
  if (byRipgrep !== undefined) return confirmed(request.root, byRipgrep);
  try {
    compilePattern(request.pattern);
  } catch (error) {
    throw new ToolFailure(
      `"pattern" is no regular expression: ${messageOf(error)}. To search for the text itself, put \\ before . * + ? ( ) [ ] { } | ^ $ \\.`,
    );
  }
  return searchOurselves(request);
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
    // OmniEmployee's; ripgrep and our own search both take it in the pattern.
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
        ripgrep: context.ripgrep,
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
