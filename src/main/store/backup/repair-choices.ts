import { listBackups } from './backup-list.ts';

const command = (home: string, options: string): string => `skilldeck doctor --repair${options} --home '${home}'`;

/** Lists the user's options for an unusable database. @param readable true if some of it may be. */
export function repairChoices(home: string, readable: boolean): string {
  const backups = listBackups(home);
  const save = readable || backups.length > 0 ? [`To save all that can be read: ${command(home, '')}`] : [];
  const restore = backups
    .slice(0, 3)
    .map(({ name, at }) => `To restore the backup of ${at.slice(0, 16)}Z: ${command(home, ` --restore ${name}`)}`);
  const anew = `To start with an empty database and keep the old file aside: ${command(home, ' --new')}`;
  return `${[...save, ...restore, anew].join('. ')}.`;
}
