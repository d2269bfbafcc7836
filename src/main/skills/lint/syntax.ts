/** The scripts of several skills, each looked at by the program of its language. */

import { execFile } from 'node:child_process';
import { defined } from '../../../shared/defined.ts';
import { AS_NODE, findProgram } from '../../lib/processes.ts';
import { sha256 } from '../../lib/text.ts';
import type { LintSkill, SkillFile, SyntaxOutcome } from './types.ts';

export type Language = 'python' | 'javascript' | 'shell';

const BY_ENDING: Readonly<Record<string, Language>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  sh: 'shell',
  bash: 'shell',
};

/** The program that a `#!` line names: `zsh`; '' where there is none. */
function interpreterOf({ content }: SkillFile): string {
  const first = content.kind === 'text' ? /^#![ \t]{0,10}([^\r\n]{1,200})/.exec(content.text)?.[1] : undefined;
  const words = (first ?? '').split(/[ \t]+/).filter((word) => !word.startsWith('-') && !/\/env$/.test(word));
  return words[0]?.replace(/^.*\//, '') ?? '';
}

/** Determined by the file extension, else by its first line. Shells other than bash's kind are a separate language. */
export function languageOf(file: SkillFile): Language | undefined {
  if (file.content.kind !== 'text') return undefined;
  const interpreter = interpreterOf(file);
  if (/^(?:zsh|fish|pwsh|csh|tcsh|nu)$/.test(interpreter)) return undefined;
  const ending = /\.([a-z0-9]+)$/i.exec(file.path)?.[1]?.toLowerCase();
  if (ending !== undefined) return BY_ENDING[ending];
  if (/^python[\d.]*$/.test(interpreter)) return 'python';
  if (interpreter === 'node') return 'javascript';
  return /^(?:ba|da|k)?sh$/.test(interpreter) ? 'shell' : undefined;
}

// Caches a script's result by its text: while the user types, the other scripts are not checked again.

/** Outcomes; a small object each. */
const MOST = 2_000;
const known = new Map<string, SyntaxOutcome>();

/** Undefined for what is no text. */
const keyOf = ({ path, content }: SkillFile): string | undefined =>
  content.kind === 'text' ? `${path}\n${sha256(content.text)}` : undefined;

/** Only what holds for the text: a program that is missing may come. */
function remember(file: SkillFile, outcome: SyntaxOutcome): void {
  const key = keyOf(file);
  if (key === undefined || outcome.kind === 'unchecked' || known.has(key)) return;
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(key, outcome);
}

/** Starts a program that looks at a text on its stdin: with a clean environment, a time limit and bounded output. */
const TIMEOUT_MS = 20_000;
/** Characters kept of each stream. */
const MAX_OUTPUT = 4 * 1024 * 1024;

interface CheckerOutput {
  /** Null where it was ended by a signal or the time limit. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Environment without variables that load or run code (`NODE_OPTIONS`, `BASH_ENV`, `PYTHONSTARTUP`). */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C.UTF-8', ...AS_NODE };
}

/** Undefined where the program cannot be started. @param program a name on PATH, or an absolute path. */
function runChecker(program: string, args: readonly string[], input: string): Promise<CheckerOutput | undefined> {
  const file = program.includes('/') || program.includes('\\') ? program : findProgram([program]);
  if (file === undefined) return Promise.resolve(undefined);
  const options = { env: cleanEnvironment(), timeout: TIMEOUT_MS, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    const child = execFile(file, [...args], { ...options, maxBuffer: MAX_OUTPUT }, (error, out, err) => {
      const status = error === null ? 0 : Number(error.code);
      resolve(error?.syscall === undefined ? { status: Number.isNaN(status) ? null : status, out, err } : undefined);
    });
    // It may end before it has read everything; how it ended says why.
    child.stdin?.on('error', () => {}).end(input);
  });
}

/** `bash -n`, which reads and runs nothing. */
const PLACE = /^[^\n]*?: line (\d+): (.*)$/m;

async function checkShell(source: string): Promise<SyntaxOutcome> {
  const ended = await runChecker('bash', ['--norc', '--noprofile', '-n'], source);
  if (ended === undefined) return { kind: 'unchecked', why: 'missing', program: 'bash' };
  if (ended.status === null) return { kind: 'unchecked', why: 'silent', program: 'bash' };
  if (ended.status === 0) return { kind: 'ok' };
  const place = PLACE.exec(ended.err);
  const lines = source.split('\n').length;
  return {
    kind: 'error',
    line: Math.min(Number(place?.[1] ?? lines), lines),
    column: 1,
    message: place?.[2] ?? (ended.err.trim().replace(/^bash: /, '') || 'it is not valid shell'),
  };
}

/** Python's own compiler reads many scripts in one start; compiling runs nothing of them. */
const PROGRAM = `
import json, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin.buffer:
    source = json.loads(line).encode("utf-8", "replace")
    found = None
    try:
        compile(source, "script", "exec", dont_inherit=True)
    except SyntaxError as error:
        found = [error.lineno or 1, error.offset or 1, error.msg]
    except (ValueError, OverflowError, RecursionError, MemoryError) as error:
        found = [1, 1, "%s: %s" % (type(error).__name__, error)]
    sys.stdout.write(json.dumps(found) + "\\n")
    sys.stdout.flush()
`;
/** Number of scripts that may crash the compiler before it is no longer used. */
const MAX_CRASHES = 3;

/** Outcomes in the order of `sources`. */
async function checkPython(sources: readonly string[]): Promise<readonly SyntaxOutcome[]> {
  const outcomes: SyntaxOutcome[] = [];
  for (let crashes = 0; outcomes.length < sources.length && crashes < MAX_CRASHES; crashes += 1) {
    const input = sources
      .slice(outcomes.length)
      .map((source) => `${JSON.stringify(source.toWellFormed())}\n`)
      .join('');
    const ended = await runChecker('python3', ['-I', '-S', '-B', '-c', PROGRAM], input);
    if (ended === undefined) return sources.map(() => unchecked('missing'));
    outcomes.push(...ended.out.split('\n').slice(0, -1).map(readOutcome));
    if (outcomes.length < sources.length) outcomes.push(unchecked('silent'));
  }
  while (outcomes.length < sources.length) outcomes.push(unchecked('silent'));
  return outcomes;
}

const unchecked = (why: 'missing' | 'silent'): SyntaxOutcome => ({ kind: 'unchecked', why, program: 'python3' });

function readOutcome(line: string): SyntaxOutcome {
  const found = JSON.parse(line) as null | [line: number, column: number, message: string];
  return found === null ? { kind: 'ok' } : { kind: 'error', line: found[0], column: found[1], message: found[2] };
}

/** `node --check`, by the Node that this program runs on. */
const JAVASCRIPT_PLACE = /^\[stdin\]:(\d+)\r?\n[^\n]*\n([ \t]*)\^/m;
const MESSAGE = /^(?:SyntaxError|RangeError): (.*)$/m;

async function checkAs(source: string, type: 'commonjs' | 'module'): Promise<SyntaxOutcome> {
  const ended = await runChecker(process.execPath, ['--check', `--input-type=${type}`, '-'], source);
  if (ended === undefined || ended.status === null) return { kind: 'unchecked', why: 'silent', program: 'Node' };
  if (ended.status === 0) return { kind: 'ok' };
  const place = JAVASCRIPT_PLACE.exec(ended.err);
  return {
    kind: 'error',
    line: Number(place?.[1] ?? 1),
    column: (place?.[2]?.length ?? 0) + 1,
    message: MESSAGE.exec(ended.err)?.[1] ?? 'it is not valid JavaScript',
  };
}

/** A `.js` is a module or not by what it says; it is wrong only if it is neither. */
async function checkJavaScript(path: string, source: string): Promise<SyntaxOutcome> {
  if (path.endsWith('.mjs')) return checkAs(source, 'module');
  const script = await checkAs(source, 'commonjs');
  if (script.kind !== 'error' || path.endsWith('.cjs')) return script;
  const module = await checkAs(source, 'module');
  const isModule = /^\s*(?:import\b|export\b)/m.test(source);
  return module.kind === 'ok' || isModule ? module : script;
}

const AT_ONCE = 4;

export const textOf = ({ content }: SkillFile): string => (content.kind === 'text' ? content.text : '');

/** The same skills, with the outcome at each script. */
export async function withSyntax(skills: readonly LintSkill[]): Promise<readonly LintSkill[]> {
  const outcomes = new Map<SkillFile, SyntaxOutcome>();
  const scripts: SkillFile[] = [];
  for (const file of skills.flatMap((skill) => skill.scripts)) {
    const outcome = known.get(keyOf(file) ?? '');
    if (outcome === undefined) scripts.push(file);
    else outcomes.set(file, outcome);
  }
  const python = scripts.filter((file) => languageOf(file) === 'python');
  const found = python.length === 0 ? [] : await checkPython(python.map(textOf));
  for (const [index, file] of python.entries()) {
    const outcome = found[index];
    if (outcome !== undefined) outcomes.set(file, outcome);
  }
  for (const file of scripts) {
    const interpreter = languageOf(file) === undefined ? interpreterOf(file) : '';
    if (interpreter !== '') outcomes.set(file, { kind: 'unchecked', why: 'language', program: interpreter });
  }
  const others = scripts.filter((file) => ['javascript', 'shell'].includes(languageOf(file) ?? ''));
  const next = others.values();
  const work = async (): Promise<void> => {
    for (const file of next) {
      const isShell = languageOf(file) === 'shell';
      outcomes.set(file, isShell ? await checkShell(textOf(file)) : await checkJavaScript(file.path, textOf(file)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const [file, outcome] of outcomes) remember(file, outcome);
  const withOutcome = (file: SkillFile): SkillFile => ({ ...file, ...defined({ syntax: outcomes.get(file) }) });
  return skills.map((skill) => ({ ...skill, scripts: skill.scripts.map(withOutcome) }));
}
