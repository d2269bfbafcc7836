import type { DetailCode } from '../../../shared/messages/detail.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import { listBackups } from './backup-list.ts';

const command = (home: string, options: string): string => `skilldeck doctor --repair${options} --home '${home}'`;

/** Figures that name the user's options for an unusable database. @param readable true if some of it may be. */
export function repairChoices(home: string, readable: boolean): { next: DetailCode } & Figures {
  const backups = listBackups(home).slice(0, 3);
  const figures = { save: command(home, ''), fresh: command(home, ' --new') };
  if (backups.length === 0) return { next: readable ? 'repair-save' : 'repair-fresh', ...figures };
  const restore = backups.map(({ name }) => command(home, ` --restore ${name}`)).join('; ');
  return { next: 'repair-restore', restore, ...figures };
}
