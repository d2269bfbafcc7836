import { cpSync, lstatSync, renameSync, rmSync } from 'node:fs';

/** A folder or a link to one. Where it has to go to another disk it is copied whole before it is removed. */
export function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const half = `${to}.part`;
    rmSync(half, { recursive: true, force: true });
    cpSync(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    renameSync(half, to);
    rmSync(from, { recursive: true });
  }
}

/** There in any form, a link to nothing included. */
export const isThere = (place: string): boolean => lstatSync(place, { throwIfNoEntry: false }) !== undefined;
