/**
 * A control group for a run, where this process may make one: it counts the processes of the real root too, and the
 * memory of all of them together. Without one the limits of each process hold.
 */
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunLimits } from './limits.ts';

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'skilldeck-';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

function mayMakeIn(folder: string): boolean {
  try {
    // A process moves only where it may write to the common ancestor's list too.
    accessSync(folder, constants.W_OK);
    accessSync(path.join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where groups can be made. Version 2: in our own group or beside it, where its children are counted; version 1: among those of processes. */
function parentFolder(): { readonly folder: string; readonly version: 1 | 2 } | undefined {
  const own = new Map(
    read('/proc/self/cgroup')
      .split('\n')
      .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? '/'] as const])),
  );
  const unified = path.join(ROOT, own.get('') ?? '/');
  for (const folder of new Set([unified, path.dirname(unified)])) {
    const counted = read(path.join(folder, 'cgroup.subtree_control')).split(/\s+/);
    if (folder.startsWith(ROOT) && counted.includes('pids') && mayMakeIn(folder)) return { folder, version: 2 };
  }
  const pids = path.join(ROOT, 'pids', own.get('pids') ?? '/');
  return own.has('pids') && mayMakeIn(pids) ? { folder: pids, version: 1 } : undefined;
}

/** Groups whose processes are gone; the kernel refuses to remove any other. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      rmdirSync(path.join(folder, name));
    } catch {
      // In use.
    }
  }
}

export interface ControlGroups {
  /** @returns the file that a process writes its number to in order to join; undefined where none can be had. */
  make(id: string): string | undefined;
}

/** May a run's processes be counted here whoever starts them? Else the kernel counts those of all but the real root. */
export const countsProcesses = (): boolean => parentFolder() !== undefined;

export function controlGroups(limits: RunLimits): ControlGroups {
  const parent = process.platform === 'linux' ? parentFolder() : undefined;
  return {
    make(id) {
      if (parent === undefined) return undefined;
      const group = path.join(parent.folder, `${PREFIX}${id}`);
      try {
        sweep(parent.folder);
        mkdirSync(group);
        writeFileSync(path.join(group, 'pids.max'), String(limits.processes));
        const memory = path.join(group, 'memory.max');
        if (parent.version === 2 && read(memory) !== '') writeFileSync(memory, String(limits.memoryBytes));
        return path.join(group, 'cgroup.procs');
      } catch {
        return undefined;
      }
    },
  };
}
