/** The native menus: the application's, and that of a right click. */
import {
  BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  shell,
} from 'electron';
import type { MenuCommand } from '../../../shared/window/preload-protocol.ts';
import { externalAddress } from './main-window.ts';
import type { MenuWords } from './menu-words.ts';

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

type Role = NonNullable<MenuItemConstructorOptions['role']>;
const item = (role: Role, label: string): MenuItemConstructorOptions => ({ role, label });

export interface MenuTarget {
  readonly home: string;
  /** Asks the page, in a window to the front. */
  readonly tell: (command: MenuCommand) => void;
  readonly platform?: NodeJS.Platform;
}

/** Sets the application's menu; again when the language changes. */
export function setMenu(words: MenuWords, target: MenuTarget): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(words, target)));
}

function menuTemplate(
  words: MenuWords,
  { home, tell, platform = process.platform }: MenuTarget,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const asks = (command: MenuCommand, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => tell(command),
  });
  const settings = asks('settings', words.settings, 'CommandOrControl+,');
  const own: MenuItemConstructorOptions = {
    label: 'Skilldeck',
    submenu: [
      item('about', words.about),
      SEPARATOR,
      settings,
      SEPARATOR,
      item('hide', words.hide),
      item('hideOthers', words.hideOthers),
      item('unhide', words.showAll),
      SEPARATOR,
      item('quit', words.quit),
    ],
  };
  const print: MenuItemConstructorOptions = {
    label: words.print,
    accelerator: 'CommandOrControl+P',
    click: (_item, window) => {
      if (window instanceof BrowserWindow) window.webContents.print();
    },
  };
  const file = [
    asks('new-conversation', words.newConversation, 'CommandOrControl+N'),
    SEPARATOR,
    ...(mac ? [] : [settings, SEPARATOR]),
    print,
    SEPARATOR,
    item('close', words.close),
    ...(mac ? [] : [SEPARATOR, item('quit', words.quit)]),
  ];
  const edit = [
    item('undo', words.undo),
    item('redo', words.redo),
    SEPARATOR,
    item('cut', words.cut),
    item('copy', words.copy),
    item('paste', words.paste),
    item('pasteAndMatchStyle', words.pastePlain),
    item('selectAll', words.selectAll),
  ];
  const view = [
    item('reload', words.reload),
    SEPARATOR,
    item('resetZoom', words.actualSize),
    item('zoomIn', words.zoomIn),
    item('zoomOut', words.zoomOut),
    SEPARATOR,
    item('togglefullscreen', words.fullScreen),
    item('toggleDevTools', words.developerTools),
  ];
  const window = [item('minimize', words.minimize), ...(mac ? [item('front', words.front)] : [])];
  const help = [asks('shortcuts', words.shortcuts), { label: words.openData, click: () => void shell.openPath(home) }];
  return [
    ...(mac ? [own] : []),
    { label: words.file, submenu: file },
    { label: words.edit, submenu: edit },
    { label: words.view, submenu: view },
    { label: words.window, role: 'windowMenu', submenu: window },
    { label: words.help, role: 'help', submenu: [...help, ...(mac ? [] : [item('about', words.about)])] },
  ];
}

/** Electron has no default context menu. @param words read at each click, as the language may change */
export function offerContextMenu(window: BrowserWindow, words: () => MenuWords): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextTemplate(words(), params);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

function contextTemplate(words: MenuWords, params: ContextMenuParams): MenuItemConstructorOptions[] {
  const link = externalAddress(params.linkURL);
  const copyLink = { label: words.copyLink, click: () => clipboard.writeText(link ?? '') };
  const { editFlags } = params;
  if (params.isEditable) {
    return [
      { ...item('cut', words.cut), enabled: editFlags.canCut },
      { ...item('copy', words.copy), enabled: editFlags.canCopy },
      { ...item('paste', words.paste), enabled: editFlags.canPaste },
      SEPARATOR,
      { ...item('selectAll', words.selectAll), enabled: editFlags.canSelectAll },
    ];
  }
  const copy = params.selectionText.trim() === '' ? [] : [item('copy', words.copy)];
  return link === undefined ? copy : [...copy, copyLink];
}
