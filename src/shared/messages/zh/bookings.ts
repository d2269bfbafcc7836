import type { bookings as en } from '../en/bookings.ts';
import type { Words } from '../types.ts';

export const bookings: Words<typeof en> = {
  title: '我的预订',
  description: '所有对话里的预订，最近要出发的排在最前。',
  open: '我的预订',
  loading: '正在查找你的预订…',
  failed: '没能读取预订。',
  again: '再试一次',
  upcoming: '即将出行',
  past: '已结束或已取消',
  cancelled: '已取消',
  confirmed: '已确认',
  flown: '已出行',
  travellers: '乘客：{{names}}',
  inConversation: '来自“{{title}}”',
  unnamed: '未命名的对话',
  openLabel: '打开预订 {{reference}} 所在的对话',
  empty: '还没有预订',
  emptyHint: '聊天就能订票：说出去哪里、哪天走，再选一个航班。',
  example: '我想订下周五从北京去东京的机票',
  tryExample: '试一个例子',
};
