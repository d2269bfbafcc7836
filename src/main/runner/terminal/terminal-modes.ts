/** Input modes of a terminal, as set by the program in it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface TerminalModes {
  /** Input is visible. Line editors also turn this off, and display it themselves. */
  readonly echo: boolean;
  /** A whole line at a time; editors of the line and menus take single keys. */
  readonly lines: boolean;
}

export const sttyArguments = (tty: string, platform: NodeJS.Platform): string[] => [
  platform === 'linux' ? '-F' : '-f',
  tty,
  '-a',
];

export function parseModes(listing: string): TerminalModes | undefined {
  const words = new Set(listing.split(/[\s;]+/));
  if (!words.has('echo') && !words.has('-echo')) return undefined;
  return { echo: words.has('echo'), lines: words.has('icanon') };
}

/** @param tty path of the program's side. Undefined where the system does not say, or the terminal is gone. */
export async function terminalModes(tty: string | undefined): Promise<TerminalModes | undefined> {
  if (tty === undefined) return undefined;
  try {
    return parseModes((await run('stty', sttyArguments(tty, process.platform))).stdout);
  } catch {
    return undefined;
  }
}
