import type { common as en } from '../en/common.ts';
import type { Words } from '../types.ts';

export const common: Words<typeof en> = {
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  copyFailed: '没能复制，请选中文字手动复制。',
  loading: '加载中',
  undo: '撤销',
  tokens_other: '{{n}} 个词元',
  unexpected: '详情已写入日志文件。{{message}}',
  notConnected: '没有丢失任何内容，请稍后再试。',
};
