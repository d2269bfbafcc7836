/**
 * Converts a script's output to lines with their colours, for a page: resolves overwritten lines, and obeys no sequence
 * except colours and those that draw a line. Pure.
 */
interface Styled {
  readonly text: string;
  /** Class in `html-style.ts`: `t1` to `t15` for colours, `tb` for bold; empty for none. */
  readonly style: string;
}
export type TerminalLine = readonly Styled[];

/** A line longer than this is cut into several. */
const MAX_LINE = 20_000;
const ESC = '\u001b';
const BEL = '\u0007';
/** Sequences of ECMA-48: control sequences, strings for the terminal's system, and two-character ones. */
const SEQUENCE = new RegExp(
  `^${ESC}(?:\\[([0-9;:?<=>]*)([ -/]*)([@-~])|\\][^${BEL}${ESC}]{0,2000}(?:${BEL}|${ESC}\\\\)|[PX^_][^${ESC}]{0,2000}${ESC}\\\\|[ -/]*[0-~])`,
);

interface Cell {
  readonly character: string;
  readonly style: string;
}

export function terminalLines(printed: string): TerminalLine[] {
  const lines: TerminalLine[] = [];
  let cells: Cell[] = [];
  let column = 0;
  let colour = '';
  let bold = false;
  const style = () => [colour, bold ? 'tb' : ''].filter((one) => one !== '').join(' ');
  const end = () => {
    lines.push(joined(cells));
    cells = [];
    column = 0;
  };
  let index = 0;
  while (index < printed.length) {
    const character = String.fromCodePoint(printed.codePointAt(index) ?? 0);
    const sequence = character === ESC ? SEQUENCE.exec(printed.slice(index, index + 2_100)) : null;
    if (sequence !== null) {
      const [whole, numbers = '', , final = ''] = sequence;
      index += whole.length;
      if (final === 'm') [colour, bold] = coloured(numbers, colour, bold);
      else if (final === 'K') cells = numbers === '' || numbers === '0' ? cells.slice(0, column) : [];
      else if (final === 'G') column = Math.min(1_000, Math.max(0, Number(numbers || '1') - 1));
      continue;
    }
    index += character.length;
    if (character === '\n') end();
    else if (character === '\r') column = 0;
    else if (character === '\b') column = Math.max(0, column - 1);
    else if (character !== BEL) {
      while (cells.length < column) cells.push({ character: ' ', style: '' });
      cells[column] = { character, style: style() };
      column += 1;
      if (column >= MAX_LINE) end();
    }
  }
  if (cells.length > 0) end();
  return lines;
}

function joined(cells: readonly Cell[]): TerminalLine {
  const line: { text: string; style: string }[] = [];
  for (const { character, style } of cells) {
    const last = line.at(-1);
    if (last !== undefined && last.style === style) last.text += character;
    else line.push({ text: character, style });
  }
  return line;
}

/** Select Graphic Rendition (ECMA-48), as far as a page shows it: sixteen colours and bold. */
function coloured(numbers: string, before: string, wasBold: boolean): [colour: string, bold: boolean] {
  const codes = (numbers === '' ? '0' : numbers).split(/[;:]/).map(Number);
  let [colour, bold] = [before, wasBold];
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 0) [colour, bold] = ['', false];
    else if (code === 1) bold = true;
    else if (code === 22) bold = false;
    else if (code === 39) colour = '';
    else if (code >= 30 && code <= 37) colour = `t${code - 30}`;
    else if (code >= 90 && code <= 97) colour = `t${code - 82}`;
    else if (code === 38 || code === 48) {
      const isIndexed = codes[index + 1] === 5;
      const named = codes[index + 2] ?? 0;
      if (code === 38) colour = isIndexed && named < 16 ? `t${named}` : '';
      index += isIndexed ? 2 : 4;
    }
  }
  return [colour, bold];
}

export const textOf = (line: TerminalLine): string => line.map(({ text }) => text).join('');

/** Output without its colours. */
export const printedText = (lines: readonly TerminalLine[]): string => lines.map(textOf).join('\n');
