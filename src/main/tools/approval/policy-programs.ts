/**
 * Finds the programs a command line would start, with a full shell parser. Distinguishes certain programs from words
 * known only to the shell at run time: the unknown is never considered harmless.
 */
import {
  type Assignment,
  type CommandArgument,
  forEachChild,
  type ParsedScript,
  parse,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
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

// A rough reading of any command, for suspicion and not for trust: which programs with which words, quotes undone, known
// variables filled in, what is inside `$(…)` included; and which words only the shell will know.

export interface ScannedWord {
  /** Without quotes; unknown parts are omitted. */
  readonly text: string;
  /** Holds an unknown variable, a substitution, a pattern or braces. */
  readonly dynamic: boolean;
  /** `text` up to the first thing that is not known. */
  readonly prefix: string;
}

export interface ScannedCommand {
  readonly words: readonly ScannedWord[];
  /** Reads what the command before it prints. */
  readonly piped: boolean;
}

/** Give a value to the variables that they name. */
const SETS_VARIABLES = new Set('for select read readarray mapfile printf getopts unset declare local'.split(' '));
const ASSIGNED = /^([A-Za-z_]\w*)(\+?)=(.*)$/s;
const PATTERNS: ReadonlySet<string> = new Set(['Glob', 'ExtendedGlob', 'BraceExpansion']);
/** Stands before a word outside a command, such as one of a loop's list. */
const LISTED: ScannedWord = { text: 'for', dynamic: false, prefix: 'for' };

class Scan {
  readonly commands: ScannedCommand[] = [];
  /** False where some of it is no shell language. */
  isWhole = true;
  readonly #variables: Map<string, string>;

  constructor(known: Readonly<Record<string, string>>) {
    this.#variables = new Map(Object.entries(known));
  }

  visit(node: SyntaxNode, piped = false): void {
    switch (node.type) {
      case 'Script':
        if ('errors' in node && (node.errors ?? []).length > 0) this.isWhole = false;
        break;
      case 'Pipeline':
        for (const [index, command] of node.commands.entries()) this.visit(command, piped || index > 0);
        return;
      case 'For':
      case 'Select':
        this.#variables.delete(node.name.value);
        break;
      case 'Word':
        this.commands.push({ words: [LISTED, this.#word(node)], piped: false });
        return;
      case 'HereDocBody': {
        // Any text: it may be code to who reads it.
        const { isWhole } = this;
        this.visit(parse(node.text));
        this.isWhole = isWhole;
        return;
      }
      case 'Command': {
        const words = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix].flatMap(
          (child) => (child.type === 'Word' || child.type === 'Assignment' ? [this.#assigned(child)] : []),
        );
        const targets = node.redirects.flatMap((redirect) => {
          if (redirect.type === 'HereDoc') this.visit(redirect.body);
          return redirect.type === 'HereDoc' || redirect.target === undefined ? [] : [this.#word(redirect.target)];
        });
        if (words.length + targets.length > 0) this.commands.push({ words: [...words, ...targets], piped });
        if (SETS_VARIABLES.has(words[0]?.text ?? ''))
          for (const { text } of words.slice(1)) this.#variables.delete(text);
        return;
      }
      default:
    }
    forEachChild(node, (child) => this.visit(child, piped));
  }

  /** Keeps what is known of the value that it gives to a variable. */
  #assigned(node: CommandArgument): ScannedWord {
    const word = node.type === 'Word' ? this.#word(node) : this.#assignment(node);
    const [, name, append, value = ''] = ASSIGNED.exec(word.text) ?? [];
    if (name === undefined) return word;
    const before = append === '' ? '' : (this.#variables.get(name) ?? '');
    if (word.dynamic) this.#variables.delete(name);
    else this.#variables.set(name, before + value);
    return word;
  }

  #assignment({ name, append, value, index }: Assignment): ScannedWord {
    if (index !== undefined) this.visit(index);
    const start = `${name}${append === true ? '+' : ''}=`;
    if (value.type !== 'Word') {
      this.visit(value);
      return { text: start, dynamic: true, prefix: start };
    }
    const { text, dynamic, prefix } = this.#word(value);
    return { text: start + text, dynamic: dynamic || index !== undefined, prefix: start + prefix };
  }

  #word({ text: written, value, parts }: Word): ScannedWord {
    let text = '';
    let prefix: string | undefined;
    const add = (part: WordPart): void => {
      const inner = part.type === 'DoubleQuoted' || part.type === 'LocaleString' ? part.parts : undefined;
      const name = /^\$\{?(\w+)\}?$/.exec(part.text)?.[1] ?? '';
      const known = 'value' in part && part.type !== 'Glob' ? part.value : this.#variables.get(name);
      if (inner !== undefined) for (const one of inner) add(one);
      else if (known !== undefined) text += known;
      else {
        prefix ??= text;
        if (PATTERNS.has(part.type)) text += part.text;
        forEachChild(part, (child) => this.visit(child));
      }
    };
    if (parts === undefined) text = value;
    else for (const part of parts) add(part);
    if (written.startsWith('~')) text = (this.#variables.get('HOME') ?? '~') + text.slice(1);
    return { text, dynamic: prefix !== undefined, prefix: prefix ?? text };
  }
}

/** Never throws: what cannot be read is not whole. @param known variables of the run. */
export function scanCommand(
  command: string,
  known: Readonly<Record<string, string>>,
): Pick<Scan, 'commands' | 'isWhole'> {
  const scan = new Scan(known);
  try {
    scan.visit(parse(command));
  } catch {
    scan.isWhole = false;
  }
  return scan;
}
