import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../../renderer/i18n.ts';
import { type Ghost, KindShares } from '../../../../renderer/shared/ghost.tsx';
import type { MapPart } from '../../../../renderer/shared/map-parts.ts';
import { kindsOf } from '../../../../renderer/shared/runs.ts';
import { SEGMENT_INKS, SEGMENT_TINTS } from '../../../../renderer/shared/segments.ts';
import { type Tile, tileMap } from '../../../../renderer/shared/tile-map.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { type PartWords, useWhatIfWords } from './words.ts';

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

/** Pixels that a name needs to be read at all. */
const ROOM = { width: 64, height: 22, second: 40 };

interface ShownGhost {
  readonly ghost: Ghost<MapPart>;
  readonly kind: MapPart['of']['kind'];
  readonly tokens: number;
}

/** The request as an area, in reading order. One stop of the Tab key; the arrows go over it as the eye does. */
export function Tiles({
  ghosts,
  words: { nameOf },
  selected,
  onSelect,
}: {
  readonly ghosts: readonly Ghost<MapPart>[];
  readonly words: PartWords;
  readonly selected: string | undefined;
  /** @param open by Enter or a click. */
  readonly onSelect: (id: string, open: boolean) => void;
}) {
  const { t, format } = useText();
  const { signed } = useWhatIfWords();
  const area = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const tiles = useMemo(() => {
    const shown = ghosts.map(
      (ghost): ShownGhost => ({ ghost, kind: ghost.part.of.kind, tokens: Math.max(ghost.before, ghost.after) }),
    );
    return tileMap(shown, size.width, size.height, isOneKind, isAlike);
  }, [ghosts, size]);
  const at = Math.max(
    0,
    tiles.findIndex((tile) => tile.parts.some(({ ghost }) => ghost.id === selected)),
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTile(tiles, at, event.key);
    const id = next === undefined ? undefined : tiles[next]?.parts[0]?.ghost.id;
    if (next === undefined || id === undefined) return;
    event.preventDefault();
    onSelect(id, false);
    area.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  const label = (tile: Tile<ShownGhost>): string => {
    const [only] = tile.parts;
    const tokens = t('common.tokens', { count: tile.tokens, n: format.number(tile.tokens) });
    if (only === undefined || tile.parts.length > 1) {
      return `${t('map.small', { count: tile.parts.length, n: format.number(tile.parts.length) })}: ${tokens}`;
    }
    const { name, detail } = nameOf(only.ghost.part);
    const change = only.ghost.after - only.ghost.before;
    return `${name}${detail === '' ? '' : `, ${detail}`}: ${change === 0 ? tokens : `${tokens}, ${signed(change)}`}`;
  };

  return (
    <div
      ref={area}
      role="toolbar"
      aria-label={t('map.tiles')}
      onKeyDown={onKeyDown}
      className="keep-colors relative h-full min-h-0 w-full overflow-hidden"
    >
      {tiles.map((tile, index) => {
        const [first] = tile.parts;
        if (first === undefined) return null;
        const { ghost } = first;
        const many = tile.parts.length > 1;
        const kinds = kindsOf(tile.parts);
        const [{ kind } = first] = kinds;
        const said = label(tile);
        const isNew = !many && ghost.before === 0 && ghost.after > 0;
        const isGone = !many && ghost.after === 0;
        const isSelected = tile.parts.some((part) => part.ghost.id === selected);
        const { name, detail } = nameOf(ghost.part);
        const change = ghost.after - ghost.before;
        return (
          <button
            key={ghost.id}
            type="button"
            tabIndex={index === at ? 0 : -1}
            // Names of tools and what was said: they are as they are in any language.
            translate="no"
            aria-label={said}
            aria-pressed={isSelected}
            title={said}
            data-tile={ghost.id}
            data-tokens={tile.tokens}
            onClick={() => onSelect(ghost.id, true)}
            onFocus={() => onSelect(ghost.id, false)}
            className="absolute cursor-default text-left outline-offset-[-2px]"
            style={{ left: tile.x, top: tile.y, width: tile.width, height: tile.height }}
          >
            <span
              className={cn(
                'absolute inset-px flex flex-col overflow-hidden rounded-[3px] transition-[background-color] duration-fast',
                SEGMENT_TINTS[kind],
                isSelected ? 'outline-2 outline-accent -outline-offset-2' : 'hover:brightness-95',
                (isNew || isGone) && 'border border-current border-dashed',
                (isNew || isGone) && SEGMENT_INKS[kind],
              )}
            >
              <span
                aria-hidden
                className={cn('absolute inset-y-0 left-0 flex w-1 flex-col', (isNew || isGone) && 'hatched')}
              >
                {isNew || isGone ? null : <KindShares kinds={kinds} />}
              </span>
              {tile.width < ROOM.width || tile.height < ROOM.height ? null : (
                <span className={cn('truncate pt-0.5 pr-1 pl-2.5 text-ink text-xs', isGone && 'line-through')}>
                  {many ? t('map.small', { count: tile.parts.length, n: format.number(tile.parts.length) }) : name}
                </span>
              )}
              {tile.width < ROOM.width || tile.height < ROOM.second ? null : (
                <span className="truncate pr-1 pl-2.5 text-ink-soft text-xs tabular-nums">
                  {change === 0 || many ? format.number(tile.tokens) : signed(change)}
                  {detail === '' || many ? '' : ` · ${detail}`}
                </span>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}

const isAlike = (one: ShownGhost, other: ShownGhost): boolean => isChanged(one) === isChanged(other);

const isOneKind = (one: ShownGhost, other: ShownGhost): boolean => one.kind === other.kind && isAlike(one, other);

const isChanged = ({ ghost: { before, after } }: ShownGhost): boolean => before !== after;
