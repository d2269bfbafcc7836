/** The native menus' words. The page has its own, in `src/renderer/i18n`. */
export type MenuLanguage = 'en' | 'zh';

const en = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  about: 'About Skilldeck',
  hide: 'Hide Skilldeck',
  hideOthers: 'Hide Others',
  showAll: 'Show All',
  quit: 'Quit Skilldeck',
  print: 'Print…',
  close: 'Close Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pastePlain: 'Paste without Formatting',
  selectAll: 'Select All',
  copyLink: 'Copy Link',
  reload: 'Reload',
  actualSize: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Full Screen',
  developerTools: 'Developer Tools',
  minimize: 'Minimize',
  front: 'Bring All to Front',
  openData: 'Open Data Folder',
  cannotStart: 'Skilldeck cannot start',
};
export type MenuWords = Readonly<typeof en>;

const zh: MenuWords = {
  file: '文件',
  edit: '编辑',
  view: '视图',
  window: '窗口',
  help: '帮助',
  about: '关于 Skilldeck',
  hide: '隐藏 Skilldeck',
  hideOthers: '隐藏其他',
  showAll: '全部显示',
  quit: '退出 Skilldeck',
  print: '打印…',
  close: '关闭窗口',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  pastePlain: '粘贴为纯文本',
  selectAll: '全选',
  copyLink: '复制链接',
  reload: '重新加载',
  actualSize: '实际大小',
  zoomIn: '放大',
  zoomOut: '缩小',
  fullScreen: '全屏',
  developerTools: '开发者工具',
  minimize: '最小化',
  front: '前置全部窗口',
  openData: '打开数据文件夹',
  cannotStart: 'Skilldeck 无法启动',
};

/** @param chosen the setting; @param system BCP 47, of the person's system */
export function menuWords(chosen: MenuLanguage | 'system', system: string): MenuWords {
  const language = chosen === 'system' ? system : chosen;
  return /^zh\b/i.test(language) ? zh : en;
}
