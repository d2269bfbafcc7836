/**
 * Reads a command line that is one simple command: words only (CONTRACT §8 "A bundled script"). Rejects anything that
 * could make a shell do more, or see other words: this reader is strict, not complete.
 */
import { invisibleExcept } from './invisible.ts';
import { withoutEnd } from './text.ts';

export type SimpleCommand =
  | { readonly words: readonly string[] }
  /** Reason why it is not one, for a person. */
  | { readonly reason: string };

const SEPARATORS = new Set([' ', '\t']);
/** Unquoted characters that mean nothing to a POSIX shell anywhere in a word. Letters beyond ASCII too. */
const PLAIN = /^[A-Za-z0-9_./:@%+=,-]$|^[^\p{ASCII}\p{Cc}]$/u;
const ESCAPABLE_IN_DOUBLE_QUOTES = new Set(['"', '\\', '$', '`']);

/** Allowed: tabs, and the joiners of emoji and of some scripts. */
const INVISIBLE = invisibleExcept('\\t\\u200C\\u200D', 'v');
const UNSEEN = { reason: 'it has a line break or an invisible character' } as const;

export function parseSimpleCommand(command: string, shell: 'posix' | 'cmd'): SimpleCommand {
  const trimmed = withoutEnd(command, ' \t\n').replace(/^[ \t]+/, '');
  const parsed = shell === 'posix' ? posixWords(trimmed) : windowsWords(trimmed);
  if ('reason' in parsed) return parsed;
  if (parsed.words.some((word) => INVISIBLE.test(word))) return UNSEEN;
  const [first] = parsed.words;
  if (first === undefined) return { reason: 'it is empty' };
  if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(first)) return { reason: 'it sets a variable' };
  return parsed;
}

/** The words that a POSIX shell would start, or undefined where it would do more. Quotes may hold any character. */
export function simpleWords(command: string): readonly string[] | undefined {
  const simple = posixWords(command.trim());
  return 'words' in simple ? simple.words : undefined;
}

function posixWords(command: string): SimpleCommand {
  const words: string[] = [];
  let word: string | undefined;
  const characters = [...command];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (SEPARATORS.has(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = characters.indexOf("'", index + 1);
      if (end === -1) return { reason: 'a quote is not closed' };
      word = (word ?? '') + characters.slice(index + 1, end).join('');
      index = end;
    } else if (character === '"') {
      word ??= '';
      for (index += 1; characters[index] !== '"'; index += 1) {
        let inside = characters[index];
        if (inside === undefined) return { reason: 'a quote is not closed' };
        if (inside === '\\') {
          const next = characters[index + 1] ?? '';
          if (next === '\n') {
            index += 1;
            continue;
          }
          if (ESCAPABLE_IN_DOUBLE_QUOTES.has(next)) {
            inside = next;
            index += 1;
          }
        } else if (inside === '$' || inside === '`' || inside === '!')
          return { reason: `it has ${inside} inside double quotes` };
        word += inside;
      }
    } else if (character === '\\') {
      const next = characters[index + 1];
      if (next === undefined) return { reason: 'it ends in a backslash' };
      // A line that goes on in the next: the shell reads both as one.
      if (next !== '\n') word = (word ?? '') + next;
      index += 1;
    } else if (PLAIN.test(character)) {
      word = (word ?? '') + character;
    } else return INVISIBLE.test(character) ? UNSEEN : { reason: `it has ${character} outside quotes` };
  }
  if (word !== undefined) words.push(word);
  return { words };
}

/** `cmd.exe`: only what it and every program's own reading of the line agree on. */
function windowsWords(command: string): SimpleCommand {
  const words: string[] = [];
  for (const [, quoted, plain, other] of command.matchAll(
    /"([^"%!^&|<>]*)"(?=[ \t]|$)|([\p{L}\p{N}_.\\/:@+=,-]+)(?=[ \t]|$)|([^ \t])/gu,
  )) {
    if (other !== undefined || quoted?.endsWith('\\'))
      return { reason: 'it has a character that means something to the shell' };
    words.push(quoted ?? plain ?? '');
  }
  return { words };
}
