import type { home as en } from '../en/home.ts';
import type { Words } from '../types.ts';

export const home: Words<typeof en> = {
  forgetRecent: '清除',
  prefer: '下次也用这些选择',
  preferred: '已作为偏好保存在这台电脑上。',
};
