import type { bookings as en } from '../en/bookings.ts';
import type { Words } from '../types.ts';

export const bookings: Words<typeof en> = {
  title: '我的预订',
  description: '所有对话里的预订，最近的排在最前。',
  open: '我的预订',
  loading: '正在查找你的预订…',
  failed: '没能读取预订。',
  again: '再试一次',
  upcoming: '即将到来',
  past: '已结束或已取消',
  over: '已结束',
  inConversation: '来自“{{title}}”',
  unnamed: '未命名的对话',
  openLabel: '打开预订 {{reference}} 所在的对话',
  empty: '还没有预订',
  emptyHint: '聊天就能预订：说出需要什么、哪一天，再选一个报价。',
  tryExample: '试一个例子',
};
