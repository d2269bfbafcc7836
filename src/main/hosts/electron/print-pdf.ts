/** A page printed to PDF by the window's own engine: unseen, without scripts, from a file that is gone afterwards. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BrowserWindow } from 'electron';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';

/** @throws SkilldeckError `not-supported`, with what to do instead. */
export async function printPdf(page: string): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skilldeck-print-'));
  const window = new BrowserWindow({
    show: false,
    webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  try {
    const file = path.join(folder, 'session.html');
    await writeFile(file, page, { mode: 0o600 });
    await window.loadFile(file);
    const options = { printBackground: true, preferCSSPageSize: true, pageSize: 'A4' as const };
    return await window.webContents.printToPDF({ ...options, generateTaggedPDF: true });
  } catch (error) {
    throw detailed('not-supported', 'pdf-window', { why: messageOf(error) }, { cause: error });
  } finally {
    if (!window.isDestroyed()) window.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
