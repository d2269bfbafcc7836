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
  onScreen: '（我屏幕上的第 {{n}} 个是 {{row}}。）',
  compared: {
    region: '你的要求',
    differs: '与你的要求不同',
    same: '符合你的要求',
    fact: '项目',
    asked: '你要的',
    is: '实际是',
    line: '{{field}}：你要的是 {{asked}}，实际是 {{is}}',
    between: '：',
  },
};
