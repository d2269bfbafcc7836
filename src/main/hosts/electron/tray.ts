/** The app's place beside the clock: there as long as it runs, also without a window. */
import { Menu, nativeImage, Tray } from 'electron';
import type { MenuWords } from './menu-words.ts';

/** Two cards, one behind the other: PNG, 32 by 32, drawn at 16 by 16. A Mac draws its own colour into the black one. */
const ICON =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAk0lEQVR42u3X0QnAIAwEUDfoKA7mMI6S0RzBKrTQjxZyMUEK93GfrQ85SExHKWlnEgF/A+QRGelg5Pp2CTB/0AyH32lvCAQgC4c/b8IM6E4JLeG84roToOmLCuDR9mwFeLa9WgCebc8WgHfbCSCAAHgYRQHU4zgCAC0kIWMXWckICFm9EEDI8omu5e7rN19GBHzlBBVYRyOLtyejAAAAAElFTkSuQmCC';
const BLACK_ICON =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAd0lEQVR42u2WwQ3AIAwD2SijMkpGYwTKo0h9EidpHtiSnygnZMlujaJskmVdnkbr+9Z9fADHt4cXQh3Hvz8BawY5PSO9EuAkL7+lXVCAyLR3BCAy7YIARKedAAQggLmMsgCO6zgDwDRIymuXAOXTq3x8ls9v6i49ynSy5zKNn2cAAAAASUVORK5CYII=';

export interface TrayTarget {
  readonly show: () => void;
  readonly newConversation: () => void;
  readonly quit: () => void;
  readonly platform?: NodeJS.Platform;
}

/** @returns how to set its words; again when the language changes. */
export function openTray(target: TrayTarget): (words: MenuWords) => void {
  const { show, newConversation, quit, platform = process.platform } = target;
  const mac = platform === 'darwin';
  const icon = nativeImage.createFromBuffer(Buffer.from(mac ? BLACK_ICON : ICON, 'base64'), { scaleFactor: 2 });
  icon.setTemplateImage(mac);
  const tray = new Tray(icon);
  tray.setToolTip('Skilldeck');
  // A Mac opens the menu with the press itself.
  if (!mac) tray.on('click', show);
  return (words) =>
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words.openWindow, click: show },
        { label: words.newConversation, click: newConversation },
        { type: 'separator' },
        { label: words.quit, click: quit },
      ]),
    );
}
