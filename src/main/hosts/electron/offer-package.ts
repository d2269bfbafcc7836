import { app, dialog, shell } from 'electron';
import type { MenuWords } from './menu-words.ts';
import type { Installed } from './update-record.ts';

/** Offers the version before where the system's installer has to bring it back. @returns true if the app ends for it. */
export async function offerPackage(installed: Installed | undefined, words: MenuWords): Promise<boolean> {
  if (installed?.kept === undefined) return false;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: `${words.updateFailed}: ${installed.to}`,
    detail: words.updateFailedDetail,
    buttons: [words.tryAgain, words.showInstaller],
    cancelId: 0,
  });
  if (response === 0) return false;
  shell.showItemInFolder(installed.kept);
  app.exit(0);
  return true;
}
