import type { request as en } from '../en/request.ts';
import type { Words } from '../types.ts';

export const request: Words<typeof en> = {
  region: '你的要求',
  edit: '{{field}} {{value}}：修改',
  missing: '？',
  add: '添加条件',
  addTitle: '还有什么要求？',
  apply: '确定',
  remove: '去掉',
};
