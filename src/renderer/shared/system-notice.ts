import { FRONT_REQUEST } from '../../shared/window/preload-protocol.ts';

export const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';
export const looksElsewhere = (): boolean => document.hidden || !document.hasFocus();

interface SystemNotice {
  readonly title: string;
  readonly body: string;
  /** A later one takes the place of an earlier one with the same tag. */
  readonly tag: string;
  onOpen(): void;
  /** Shows it in the page, where the system does not. */
  inPage(): void;
}

/** A notification of the system; pressing it brings the window to the front. */
export function systemNotice({ title, body, tag, onOpen, inPage }: SystemNotice): void {
  const notice = new Notification(title, { body, tag });
  notice.onclick = () => {
    window.focus();
    // The desktop app's window may be hidden, which a page's own focus does not change.
    window.postMessage(FRONT_REQUEST, '/');
    onOpen();
    notice.close();
  };
  // macOS shows notices of signed apps alone.
  notice.onerror = inPage;
}
