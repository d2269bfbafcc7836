import type { Tile } from '../../../../renderer/shared/tile-map.ts';

/** Moves by key: left and right in order, up and down to the nearest tile. */
export function nextTile(tiles: readonly Tile<unknown>[], at: number, key: string): number | undefined {
  const last = tiles.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, last);
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowDown':
    case 'ArrowUp':
      return beside(tiles, at, key === 'ArrowDown' ? 1 : -1);
    default:
      return undefined;
  }
}

/** In the next row, the tile below (or above) the middle of this one. */
function beside(tiles: readonly Tile<unknown>[], at: number, direction: 1 | -1): number {
  const from = tiles[at];
  if (from === undefined) return at;
  const middle = from.x + from.width / 2;
  const isBeyond = ({ y }: Tile<unknown>) => (direction === 1 ? y > from.y + 1e-6 : y < from.y - 1e-6);
  const rows = direction === 1 ? tiles.find(isBeyond) : tiles.findLast(isBeyond);
  if (rows === undefined) return at;
  const row = tiles.findIndex(
    (tile) => Math.abs(tile.y - rows.y) < 1e-6 && tile.x <= middle && middle < tile.x + tile.width + 1e-6,
  );
  return row < 0 ? at : row;
}
