/** A text that somebody must judge before it runs, short enough to be in view: its beginning and its end are always there. */

export interface FoldedPiece {
  /** `blank`: empty lines. `cut`: the middle of a long text. */
  readonly kind: 'text' | 'blank' | 'cut';
  /** Joined, all of them are the whole text. */
  readonly text: string;
  readonly lines: number;
}

/** Empty lines from which a run of them is one piece. */
const LEAST_BLANK = 4;
/** Rows of at most `WIDTH` characters: a text of more is cut in the middle. */
const MOST_ROWS = 20;
const HEAD_ROWS = 10;
const TAIL_ROWS = 7;
const WIDTH = 80;

/** Drawn as nothing, and no white space to a pattern. */
const NOTHING = String.raw`\u115F\u1160\u180E\u200B\u2060\u2800\u3164\uFEFF\uFFA0`;
const BLANK = new RegExp(String.raw`(?:(?<=\n)|^)(?:(?:[^\S\n]|[${NOTHING}])*\n){${LEAST_BLANK},}`, 'g');
const linesIn = (text: string): number => text.split('\n').length - 1;
const rowsIn = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / WIDTH)), 0);

/** @param isWhole leaves the middle in; empty lines are still folded. */
export function foldedText(text: string, isWhole = false): readonly FoldedPiece[] {
  const pieces: FoldedPiece[] = [];
  const add = (kind: FoldedPiece['kind'], part: string): void => {
    if (part !== '') pieces.push({ kind, text: part, lines: linesIn(part) });
  };
  let done = 0;
  for (const { 0: run, index } of text.matchAll(BLANK)) {
    add('text', text.slice(done, index));
    add('blank', run);
    done = index + run.length;
  }
  add('text', text.slice(done));
  if (isWhole || rowsOf(pieces) <= MOST_ROWS) return pieces;
  const head = upTo(pieces, HEAD_ROWS, false);
  const tail = upTo(pieces, TAIL_ROWS, true);
  const length = (some: readonly FoldedPiece[]) => some.reduce((sum, piece) => sum + piece.text.length, 0);
  const cut = text.slice(length(head), text.length - length(tail));
  return [...head, { kind: 'cut', text: cut, lines: linesIn(cut) }, ...tail];
}

const rowsOf = (pieces: readonly FoldedPiece[]): number =>
  pieces.reduce((rows, { kind, text }) => rows + (kind === 'blank' ? 1 : rowsIn(text.replace(/\n$/, ''))), 0);

/** The first, or the last, pieces that take so many rows. */
function upTo(pieces: readonly FoldedPiece[], rows: number, isTail: boolean): readonly FoldedPiece[] {
  const taken: FoldedPiece[] = [];
  let left = rows;
  for (const piece of isTail ? pieces.toReversed() : pieces) {
    if (left <= 0) break;
    const whole = rowsOf([piece]);
    const text = whole <= left ? piece.text : partOf(piece.text, left, isTail);
    taken.push({ ...piece, text, lines: linesIn(text) });
    left = whole <= left ? left - whole : 0;
  }
  return isTail ? taken.reverse() : taken;
}

function partOf(text: string, rows: number, isTail: boolean): string {
  let row = 0;
  let width = 0;
  let at = isTail ? text.length : 0;
  while (isTail ? at > 0 : at < text.length) {
    const before = text.charCodeAt(at - 2);
    const pair = isTail ? before >= 0xd800 && before < 0xdc00 : (text.codePointAt(at) ?? 0) > 0xffff;
    const next = isTail ? at - (pair ? 2 : 1) : at + (pair ? 2 : 1);
    const isBreak = text[isTail ? next : at] === '\n';
    // The last line's own line break is no row.
    if (isBreak && !(isTail && at === text.length)) {
      row += 1;
      width = 0;
    } else width += next > at ? next - at : at - next;
    if (width > WIDTH) {
      row += 1;
      width = 1;
    }
    if (row >= rows) {
      // A head ends with its line break, a tail begins after the one before it.
      if (isBreak && !isTail) at = next;
      break;
    }
    at = next;
  }
  return isTail ? text.slice(at) : text.slice(0, at);
}
