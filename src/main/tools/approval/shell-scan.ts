/**
 * A rough reading of any shell command, for suspicion and not for trust: which programs with which words, quotes
 * undone, known variables filled in, what is inside `$(…)` included; and which words only the shell will know.
 */
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

export interface Scan {
  readonly commands: readonly ScannedCommand[];
  /** Names set in the command itself, with what is known of their values. */
  readonly variables: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 8;
/** Give a value to the variables that they name. */
const SETS_VARIABLES = new Set('for select read readarray mapfile printf getopts unset declare local'.split(' '));

/** The text from after an opening `(` to its closing one, quotes respected. */
function balanced(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === "'" || character === '"') {
      const end = text.indexOf(character, index + 1);
      if (end === -1) return text.length;
      index = end;
    } else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return text.length;
}

const decodeAnsi = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.))/gs,
    (_whole, x, u, big, octal, other) => {
      const hex = x ?? u ?? big;
      const code =
        hex === undefined ? (octal === undefined ? undefined : Number.parseInt(octal, 8)) : Number.parseInt(hex, 16);
      if (code === undefined) return other ?? '';
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

export function scanCommand(
  command: string,
  known: Readonly<Record<string, string>>,
  depth = 0,
  variables = new Map<string, string>(Object.entries(known)),
): Scan {
  const commands: ScannedCommand[] = [];
  let words: ScannedWord[] = [];
  let piped = false;
  let text = '';
  let prefix: string | undefined;
  let begun = false;

  const add = (added: string): void => {
    text += added;
    begun = true;
  };
  const unknown = (): void => {
    prefix ??= text;
    begun = true;
  };
  const endWord = (): void => {
    if (!begun) return;
    const assigned = /^([A-Za-z_][A-Za-z0-9_]*)\+?=(.*)$/s.exec(text);
    if (assigned?.[1] !== undefined) {
      const before = text[assigned[1].length] === '+' ? (variables.get(assigned[1]) ?? '') : '';
      if (prefix === undefined) variables.set(assigned[1], before + (assigned[2] ?? ''));
      else variables.delete(assigned[1]);
    }
    words.push({ text, dynamic: prefix !== undefined, prefix: prefix ?? text });
    text = '';
    prefix = undefined;
    begun = false;
  };
  const endCommand = (nextPiped: boolean): void => {
    endWord();
    if (words.length > 0) commands.push({ words, piped });
    if (SETS_VARIABLES.has(words[0]?.text ?? '')) for (const word of words.slice(1)) variables.delete(word.text);
    words = [];
    piped = nextPiped;
  };
  const nested = (inner: string): void => {
    if (depth < MAX_DEPTH) commands.push(...scanCommand(inner, {}, depth + 1, variables).commands);
  };

  /** Call at a `$`; returns the index of the last character consumed. */
  const dollar = (index: number): number => {
    const rest = command.slice(index + 1);
    if (rest.startsWith('(')) {
      const end = balanced(command, index + 2);
      unknown();
      nested(command.slice(index + 2, end));
      return end;
    }
    const simple = /^(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/.exec(rest);
    const value = variables.get(simple?.[1] ?? simple?.[2] ?? '');
    if (simple !== null && value !== undefined) {
      add(value);
      return index + simple[0].length;
    }
    unknown();
    const skipped = simple?.[0] ?? /^(\{[^}]*\}|.)/s.exec(rest)?.[0] ?? '';
    return index + skipped.length;
  };
  const backtick = (index: number): number => {
    const end = command.indexOf('`', index + 1);
    const last = end === -1 ? command.length : end;
    unknown();
    nested(command.slice(index + 1, last));
    return last;
  };

  for (let index = 0; index < command.length; index += 1) {
    const character = command[index] ?? '';
    switch (character) {
      case ' ':
      case '\t':
        endWord();
        break;
      case "'": {
        const ansi = command[index - 1] === '$';
        const inside = (ansi ? /^(?:\\.|[^'\\])*/s : /^[^']*/).exec(command.slice(index + 1))?.[0] ?? '';
        add(ansi ? decodeAnsi(inside) : inside);
        index += inside.length + 1;
        break;
      }
      case '"':
        begun = true;
        for (index += 1; index < command.length && command[index] !== '"'; index += 1) {
          const inside = command[index] ?? '';
          if (inside === '\\') {
            index += 1;
            add(command[index] === '\n' ? '' : (command[index] ?? ''));
          } else if (inside === '$') index = dollar(index);
          else if (inside === '`') index = backtick(index);
          else add(inside);
        }
        break;
      case '\\':
        index += 1;
        if (command[index] !== '\n') add(command[index] ?? '');
        break;
      case '$':
        // `$'…'` and `$"…"` are quotes.
        if (command[index + 1] === "'" || command[index + 1] === '"') begun = true;
        else index = dollar(index);
        break;
      case '`':
        index = backtick(index);
        break;
      case '*':
      case '?':
      case '[':
      case '{':
        // Alone it is a command (`[ -f x ]`, `{ …; }`), inside a word a pattern.
        if (begun || character === '*' || character === '?' || !/^([\s[]|$)/.test(command.slice(index + 1))) unknown();
        add(character);
        break;
      case '~':
        if (begun) add('~');
        else add(variables.get('HOME') ?? '~');
        break;
      case '|':
        endCommand(command[index + 1] !== '|');
        if (command[index + 1] === '|' || command[index + 1] === '&') index += 1;
        break;
      case ';':
      case '&':
      case '\n':
      case '\r':
      case '(':
      case ')':
        endCommand(false);
        break;
      case '<':
      case '>':
        endWord();
        break;
      default:
        add(character);
    }
  }
  endCommand(false);
  return { commands, variables };
}
