import type { IpcMainEvent } from 'electron';
import { isPageUrl } from './page-scheme.ts';

/** True if a message comes from the app's own page: not from a frame in it, nor from a page it navigated to. */
export function isTrustedSender(event: Pick<IpcMainEvent, 'sender' | 'senderFrame'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}
