/**
 * Finds the programs a command line would start, with a full shell parser. Distinguishes certain programs from words
 * known only to the shell at run time: the unknown is never considered harmless.
 */
import { type CommandArgument, forEachChild, type ParsedScript, parse, type SyntaxNode, type Word } from 'unbash';
import { evaluatedBy, evaluatedIn } from './policy-evaluated.ts';
import { innerOf, isPlainValue, type Started } from './policy-wrappers.ts';

export interface ProgramsOf {
  readonly programs: readonly Started[];
  /** Some of it is known only when it runs. */
  readonly unknown: boolean;
  /** Files that it writes to by `>`; undefined where the name is not known. */
  readonly writes: readonly (string | undefined)[];
  /** Names of variables that it sets, removes or redefines; `?` where the name or the value is not plain. */
  readonly sets: readonly string[];
  /** Names that loops and `read` fill. */
  readonly loops: readonly string[];
  /** Something in it reads a file or text as its input. */
  readonly readsInput: boolean;
  /** A value that is known only when it runs is read as code: a calculation, a variable's name, a prompt. */
  readonly evaluates: boolean;
}

const MAX_DEPTH = 6;
/** UTF-16 units; a longer one is not read. */
const MAX_LENGTH = 128 * 1024;
/** Builtins that take names of variables, or calculate. */
const EVALUATES = new Set(
  '[ test printf read let declare typeset local export readonly unset mapfile readarray getopts wait shift return exit'.split(
    ' ',
  ),
);
const HOLDS_CODE = /\$\(|`/;
const WRITING = new Set(['>', '>>', '>|', '<>', '&>', '&>>', '>&']);

/** Undefined where any of it is filled in by the shell. */
function textOf(word: Word): string | undefined {
  const known = (word.parts ?? []).every(
    (part) =>
      ['Literal', 'SingleQuoted', 'AnsiCQuoted'].includes(part.type) ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
  if (!known) return undefined;
  // A tilde at its start is filled in too; a name never begins with one.
  return word.text.startsWith('~') ? undefined : word.value;
}

class Reading {
  readonly programs: Started[] = [];
  readonly writes: (string | undefined)[] = [];
  readonly sets: string[] = [];
  readonly loops: string[] = [];
  /** Names that are calculated with; `?` where that is not plain. */
  readonly evaluated: string[] = [];
  unknown = false;
  readsInput = false;

  read(source: string, depth: number, piped = false): void {
    if (depth > MAX_DEPTH || source.length > MAX_LENGTH) {
      this.unknown = true;
      return;
    }
    this.#script(parse(source), depth, piped);
  }

  #script(script: ParsedScript, depth: number, piped: boolean): void {
    if ((script.errors ?? []).length > 0) this.unknown = true;
    for (const statement of script.commands) this.#visit(statement, depth, piped);
  }

  #visit(node: SyntaxNode, depth: number, piped: boolean): void {
    this.evaluated.push(...evaluatedIn(node));
    switch (node.type) {
      case 'Script':
        if ('errors' in node && (node.errors ?? []).length > 0) this.unknown = true;
        break;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        if (node.script === undefined) this.unknown = true;
        break;
      case 'Redirect':
        this.#redirect(node);
        break;
      case 'HereDoc':
      case 'HereString':
        this.readsInput = true;
        break;
      case 'Assignment':
        this.sets.push(node.value.type === 'Word' && isPlainValue(textOf(node.value) ?? '?') ? node.name : '?');
        if (node.value.type === 'Word') this.#evaluated(node.value);
        break;
      case 'For':
      case 'Select':
        this.loops.push(node.name.value);
        break;
      case 'ParameterExpansion':
        // `${PATH:=x}` gives a value; `${!X}` is another one's.
        if (node.operation?.type === 'Default' && node.operation.operator.includes('=')) this.sets.push(node.parameter);
        break;
      case 'FileDescriptorVariable':
        this.sets.push(node.name);
        break;
      case 'TestUnary':
        this.#evaluated(node.operand);
        break;
      case 'TestBinary':
        this.#evaluated(node.left);
        this.#evaluated(node.right);
        break;
      case 'Function':
        // From here on its name has another meaning; the order of calls is not tracked.
        this.sets.push(`${node.name.value}()`);
        break;
      case 'ArithmeticCommand':
        // Not every shell reads `((…))` as a calculation: to some it is one group in another.
        this.unknown = true;
        this.read(node.body, depth + 1);
        break;
      case 'ArithmeticWord':
        if (/\s/.test(node.value.trim())) {
          this.unknown = true;
          this.read(node.value, depth + 1);
        }
        break;
      case 'Pipeline':
        for (const [index, command] of node.commands.entries()) this.#visit(command, depth, index > 0);
        return;
      case 'Redirected':
        if (node.redirects.some(({ type, ...redirect }) => readsInput(type, redirect))) {
          forEachChild(node, (child) => this.#visit(child, depth, true));
          return;
        }
        break;
      case 'Command': {
        const fed = piped || node.redirects.some(({ type, ...redirect }) => readsInput(type, redirect));
        this.#command(node.name, node.args, depth, fed, this.#hereDocument(node.redirects));
        break;
      }
      default:
    }
    forEachChild(node, (child) => this.#visit(child, depth, piped));
  }

  /** Text read as arithmetic or as a variable name runs any `a[$(…)]` in it, quoted or not. */
  #evaluated(word: Word): void {
    if (HOLDS_CODE.test(textOf(word) ?? '')) this.unknown = true;
  }

  #redirect(node: Extract<SyntaxNode, { type: 'Redirect' }>): void {
    if (readsInput('Redirect', node)) this.readsInput = true;
    const target = node.target === undefined ? undefined : textOf(node.target);
    // Bash opens a connection, other shells a file; a name known only at run time may mean either.
    if (target === undefined ? node.operator === '<' : /^\/dev\/(tcp|udp)\//.test(target)) this.unknown = true;
    if (!WRITING.has(node.operator)) return;
    if (node.operator === '>&' && target !== undefined && /^(\d+|-)$/.test(target)) return;
    this.writes.push(target);
  }

  /** Text fed to a shell this way is code, if it is known. */
  #hereDocument(
    redirects: readonly Extract<SyntaxNode, { type: 'Redirect' | 'HereString' | 'HereDoc' }>[],
  ): string | undefined {
    const last = redirects.findLast(({ type }) => type !== 'Redirect');
    if (last?.type === 'HereString') return last.target === undefined ? undefined : textOf(last.target);
    if (last?.type !== 'HereDoc') return undefined;
    const { body, delimiter } = last;
    const fixed = delimiter?.quoted === true || (body.parts ?? []).every(({ type }) => type === 'Literal');
    return fixed ? body.text : undefined;
  }

  #command(
    name: Word | undefined,
    args: readonly CommandArgument[],
    depth: number,
    fed: boolean,
    typed: string | undefined,
  ): void {
    if (name === undefined) return;
    if (EVALUATES.has(textOf(name) ?? '')) for (const arg of args) if (arg.type === 'Word') this.#evaluated(arg);
    if (evaluatedBy(textOf(name), args, textOf)) this.evaluated.push('?');
    const words = [textOf(name), ...args.map((arg) => (arg.type === 'Word' ? textOf(arg) : arg.text))];
    this.#started(words, depth, fed, typed);
  }

  #started(words: readonly (string | undefined)[], depth: number, fed: boolean, typed: string | undefined): void {
    const [program, ...args] = words;
    if (program === undefined || depth > MAX_DEPTH) {
      this.unknown = true;
      return;
    }
    const inner = innerOf(program, args, { fed, typed });
    this.programs.push({ program, args, passesOn: inner.passesOn, fed });
    this.sets.push(...inner.sets);
    this.loops.push(...inner.loops);
    if (inner.unknown) this.unknown = true;
    for (const code of inner.code) this.read(code, depth + 1, fed);
    for (const command of inner.commands) this.#started(command, depth + 1, fed, typed);
  }
}

const readsInput = (type: string, redirect: object): boolean =>
  type !== 'Redirect' || ('operator' in redirect && (redirect.operator === '<' || redirect.operator === '<&'));

/** Never throws: what cannot be read is not known. */
export function programsOf(command: string): ProgramsOf {
  const reading = new Reading();
  try {
    reading.read(command, 0);
  } catch {
    reading.unknown = true;
  }
  const { programs, unknown, writes, sets, loops, readsInput, evaluated } = reading;
  const evaluates = evaluated.some((name) => name === '?' || loops.includes(name));
  return { programs, unknown, writes, sets, loops, readsInput, evaluates };
}
