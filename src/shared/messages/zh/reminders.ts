import type { reminders as en } from '../en/reminders.ts';
import type { Words } from '../types.ts';

export const reminders: Words<typeof en> = {
  allow: '在这台电脑上提醒我',
  allowHint: '开始值机和该出发去机场时，会弹出系统通知。',
  on: '提醒已开启，Skilldeck 运行期间有效。',
  denied: '此浏览器不允许本页显示通知。可以在浏览器地址栏旁更改。',
};
