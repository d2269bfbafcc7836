import { codePoint, invisibleExcept } from '../../../shared/text/invisible.ts';

/** A longer line is emitted in pieces; a carriage return then only reaches the piece's start. */
const MAX_LINE = 64 * 1024;
const MAX_COLUMN = 1000;
/** A colour sequence is never this long; what is longer is no sequence. */
const MAX_SEQUENCE = 64;

/** Allowed: the joiners of emoji and of some scripts, and the icons of terminal fonts. */
const SPECIAL = invisibleExcept('\\u200C\\u200D\\p{Co}', 'v');

const ESC = '\u001b';
const COMPLETE = new RegExp(`^${ESC}\\[([0-9;:]*)([A-Za-z])`);
/** Cursor shown or not, keypad keys, pasting in brackets: what line editors set at a prompt; none of it shows anything. */
const QUIET_MODE = new RegExp(`^${ESC}\\[\\?(?:1|12|25|2004)[hl]`);
const BEGUN = new RegExp(`^${ESC}(\\[\\??[0-9;:]*)?$`);

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<${codePoint(character)}>`;
};

/**
 * Converts terminal output to plain text for a model: overwritten lines resolved, colours removed. Obeys only the
 * sequences known here (line breaks, tab, carriage return, backspace, column, erase-in-line); makes every other control
 * or invisible character visible, so that no sequence can hide or forge anything.
 * @param emit is given text piece by piece; joined, the pieces are the whole.
 */
export function createTerminalText(emit: (text: string) => void) {
  /** Text of the current line, and the column in code points, or at the end. */
  let line = '';
  let column: number | 'end' = 'end';
  /** An escape sequence that is not complete yet. */
  let pending = '';

  const put = (text: string): void => {
    if (column === 'end') {
      line += text;
    } else {
      const cells = [...line];
      const added = [...text];
      while (cells.length < column) cells.push(' ');
      cells.splice(column, added.length, ...added);
      column += added.length;
      line = cells.join('');
      if (column >= cells.length) column = 'end';
    }
    if (line.length > MAX_LINE) {
      emit(line);
      line = '';
      column = 'end';
    }
  };
  const at = (): number => (column === 'end' ? [...line].length : column);
  const newLine = (): void => {
    emit(`${line}\n`);
    line = '';
    column = 'end';
  };
  const erase = (mode: string): void => {
    const cells = [...line];
    const here = at();
    if (mode === '' || mode === '0') line = cells.slice(0, here).join('');
    else if (mode === '1') line = cells.map((cell, index) => (index <= here ? ' ' : cell)).join('');
    else line = ' '.repeat(here);
    column = mode === '1' ? here : 'end';
  };

  const control = (character: string): void => {
    if (character === '\n') newLine();
    else if (character === '\r') column = line === '' ? 'end' : 0;
    else if (character === '\t') put('\t');
    else if (character === '\b') column = Math.max(0, at() - 1);
    else if (character !== '\u0007') put(visible(character)); // The bell says nothing.
  };

  /** Takes one escape sequence off the front of `text` and returns how much; 0 where it is not complete. */
  const takeSequence = (text: string): number => {
    const quiet = QUIET_MODE.exec(text);
    if (quiet !== null) return quiet[0].length;
    const match = COMPLETE.exec(text);
    const number = Number(match?.[1] || '1');
    // Moves to a column, as line editors do to draw their prompt; limited to a plausible line width.
    if (match?.[2] === 'G' && number >= 1 && number <= MAX_COLUMN) {
      column = number - 1;
      return match[0].length;
    }
    // Below the last line there is nothing to erase.
    if (match?.[2] === 'J' && /^0?$/.test(match[1] ?? '')) {
      erase('0');
      return match[0].length;
    }
    if (match?.[2] === 'm') return match[0].length;
    if (match?.[2] === 'K' && /^[012]?$/.test(match[1] ?? '')) {
      erase(match[1] ?? '');
      return match[0].length;
    }
    if (match === null && BEGUN.test(text) && text.length < MAX_SEQUENCE) return 0;
    put(visible(ESC));
    return 1;
  };

  const write = (added: string): void => {
    let text = pending + added;
    pending = '';
    while (text !== '') {
      const next = text.search(SPECIAL);
      if (next === -1) {
        put(text);
        return;
      }
      if (next > 0) put(text.slice(0, next));
      text = text.slice(next);
      if (text.startsWith('\r\n')) {
        newLine();
        text = text.slice(2);
      } else if (text.startsWith(ESC)) {
        const taken = takeSequence(text);
        if (taken === 0) {
          pending = text;
          return;
        }
        text = text.slice(taken);
      } else {
        const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
        control(character);
        text = text.slice(character.length);
      }
    }
  };

  return {
    write,
    line: () => line,
    end() {
      if (pending !== '')
        put([...pending].map((character) => (character === ESC ? visible(character) : character)).join(''));
      pending = '';
      if (line !== '') emit(line);
      line = '';
      column = 'end';
    },
  };
}
