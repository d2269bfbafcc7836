/** Texts of the editor itself: search, lint, folds. English is built in. */
import type { Language } from '../../../i18n/index.ts';

const ZH: Readonly<Record<string, string>> = {
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  'by word': '全词匹配',
  regexp: '正则',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'on line': '在第几行',
  'Go to line': '转到行',
  go: '转到',
  Diagnostics: '问题',
  'No diagnostics': '没有问题',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  to: '到',
  'folded code': '已折叠的内容',
  unfold: '展开',
  'Fold line': '折叠此行',
  'Unfold line': '展开此行',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
  '$ unchanged lines': '$ 行未变',
};

export const phrasesFor = (language: Language): Readonly<Record<string, string>> => (language === 'zh' ? ZH : {});
