/** Position, size and theme of the window: `HOME/window-state.json`. */
import path from 'node:path';
import { z } from 'zod';
import { THEMES } from '../../../shared/settings/schema.ts';
import { makeFolder, readSmallJson, replaceFile } from '../../lib/files.ts';

const rectangleSchema = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Rectangle = Readonly<z.infer<typeof rectangleSchema>>;

const stateSchema = z.object({
  bounds: rectangleSchema.optional().catch(undefined),
  maximized: z.boolean().catch(false),
  /** Last theme, so that the first paint has the right background before the settings are read. */
  theme: z.enum(THEMES).catch('system'),
});
export type WindowState = z.infer<typeof stateSchema>;

/** Device-independent pixels. */
const DEFAULT_SIZE = { width: 1320, height: 860 };
export const LEAST_SIZE = { width: 760, height: 520 };
/** Size at a window's top that has to be on a screen, so that a person can grab it. */
const GRASPABLE = { width: 120, height: 40 };

const fileIn = (home: string) => path.join(home, 'window-state.json');

/** A file that is missing or damaged is as good as none. */
export const readWindowState = (home: string): WindowState =>
  stateSchema.safeParse(readSmallJson(fileIn(home))).data ?? stateSchema.parse({});

/** Never throws: a window must close on a full disk too. */
export function writeWindowState(home: string, state: WindowState): void {
  try {
    makeFolder(home);
    replaceFile(fileIn(home), JSON.stringify(state), 0o600);
  } catch {
    // The next window opens where it would have opened the first time.
  }
}

/** The bounds to open with: those remembered, restored where the screen they were on is gone or smaller. Without `x` and `y`: centred. */
export function fittingBounds(
  remembered: Rectangle | undefined,
  screens: readonly Rectangle[],
): Partial<Rectangle> & typeof DEFAULT_SIZE {
  if (remembered === undefined) return DEFAULT_SIZE;
  const screen = screens.find((area) => isGraspable(remembered, area));
  if (screen === undefined) return DEFAULT_SIZE;
  const width = Math.max(LEAST_SIZE.width, Math.min(remembered.width, screen.width));
  const height = Math.max(LEAST_SIZE.height, Math.min(remembered.height, screen.height));
  return { x: remembered.x, y: Math.max(remembered.y, screen.y), width, height };
}

function isGraspable(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const below = screen.y + screen.height - Math.max(window.y, screen.y);
  const top = window.y >= screen.y - GRASPABLE.height;
  return across >= GRASPABLE.width && below >= GRASPABLE.height && top;
}
