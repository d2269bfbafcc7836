import type { Words } from '../../shared/messages/types.ts';
import type { bookings as en, reminders as enWordsEn } from './words.en.ts';

export const bookings: Words<typeof en> = {
  title: '我的行程',
  open: '我的行程',
  loading: '正在读取你的行程…',
  failed: '没能读取行程。',
  again: '再试一次',
  upcoming: '即将出行',
  past: '已结束',
  cancelled: '已取消',
  over: '已结束',
  next: '接下来',
  nextTrip: '下一次出行',
  calendar: '加入日历',
  remind: '提醒',
  remindHint: '保存一个日历文件；即使 Skilldeck 没有打开，也会提醒你。',
  print: '打印',
  share: '复制为文字',
  copyKey: '复制 {{key}}',
  conversation: '对话',
  openLabel: '打开预订 {{reference}} 所在的对话',
  empty: '还没有行程',
  emptyHint: '聊天就能预订：说出需要什么、哪一天，再选一个报价。',
  unreadable_other: '有 {{count}} 条记录无法读取，因此没有列在这里',
  unreadableHint:
    '每一条都可能是一个预订，所以处理好之前不会再预订。请从备份恢复文件；如果被其他程序更改或删除，请从数据文件夹的 kept 中复制回来；如果是更新版本的 Skilldeck 写入的，请先更新。确认文件里订了什么之后，才可以把它移走。',
  tryExample: '试一个例子',
};

export const reminders: Words<typeof enWordsEn> = {
  allow: '在这台电脑上提醒我',
  allowHint: '开始值机和该出发去机场时，会弹出系统通知。',
  on: '提醒已开启，Skilldeck 运行期间有效。',
  denied: '此浏览器不允许本页显示通知。可以在浏览器地址栏旁更改。',
};
