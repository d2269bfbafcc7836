import os from 'node:os';
import type { Core } from '../../core/core.ts';

/** The name that reviews of the person who uses this data folder carry. */
export function reviewerName({ settings }: Pick<Core, 'settings'>): string {
  return settings.config().reviewer ?? accountName() ?? 'reviewer';
}

/** Undefined for an account without an entry, as in some containers. */
function accountName(): string | undefined {
  try {
    return os.userInfo().username.slice(0, 100) || undefined;
  } catch {
    return undefined;
  }
}
