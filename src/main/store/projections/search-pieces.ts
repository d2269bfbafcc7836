/** Positions of a long text's pieces in the index. */
import { PIECE } from './search-words.ts';

/** Pieces of one text; an imported line has at most 1,024. */
export const MAX_PIECES = 4_096;

/** Row of a piece: below 0, where no event's own row is. */
export const pieceRow = (event: number, piece: number): number => -(event * MAX_PIECES + piece);

export const eventOfPiece = (row: number): number => Math.floor(-row / MAX_PIECES);

export const piecesOf = (text: string): number => Math.min(MAX_PIECES, Math.ceil(text.length / PIECE));
