import type { Words } from '../../shared/messages/types.ts';
import type { watches as en } from './words.en.ts';

export const watches: Words<typeof en> = {
  title: '关注',
  start: '关注',
  terms: 'Skilldeck 运行期间每{{every}}检查一次，到{{until}}为止',
  below: '低于 {{value}} 时提醒',
  stop: '停止关注',
  remove: '移除',
  open: '打开对话',
  now: '现在 {{value}}',
  checked: '上次检查 {{at}}',
  next: '下次检查 {{at}}',
  failed: '上次检查失败：{{why}}',
  empty: '没有正在关注的内容。可以关注的结果上有相应的按钮。',
};
