/** The data is from a newer Skilldeck: the copy that it made before it changed the format, put back if the person wants. */
import { app, dialog } from 'electron';
import type { RepairChoice, RepairReport } from '../../../shared/database-repair.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { errorText, type MenuWords } from './menu-words.ts';

/** @throws SkilldeckError, where there is nothing to repair. */
export type Repair = (home: string, choice: RepairChoice) => RepairReport;

/** True where the copy is in place, and the app can start again. The newer database is moved aside. */
export async function offerCopy(error: unknown, home: string, repair: Repair, words: MenuWords): Promise<boolean> {
  if (!isSkilldeckError(error) || error.code !== 'database-newer') return false;
  const [latest] = repair(home, {}).backups;
  if (latest === undefined) return false;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: words.newerData,
    detail: `${words.newerDataDetail}\n\n${words.copyOf} ${new Date(latest.at).toLocaleString(app.getLocale())}\n${errorText(words, error)}`,
    buttons: [words.quit, words.restoreCopy],
    defaultId: 0,
    cancelId: 0,
  });
  if (response !== 1) return false;
  repair(home, { restore: latest.name });
  return true;
}
