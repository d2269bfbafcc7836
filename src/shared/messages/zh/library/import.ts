import type * as en from '../../en/library/import.ts';
import type { Words } from '../../types.ts';

export const importing: Words<typeof en.importing> = {
  drop: '把文件放到这里即可导入',
  reading: '正在导入 {{name}}…',
  waiting: '{{name}} 正在排队',
  read: '已读取 {{n}}，共 {{all}}',
  stored: '已保存 {{n}} 个事件，共 {{all}} 个',
  cancelled: '已取消导入 {{name}}，没有导入任何内容。',
  tooLarge: '{{name}} 有 {{size}}，最多可导入 {{most}}。请拆成单个对话。',
  unread: '无法读取 {{name}}：{{message}}',
  failed: '{{name}} 没有导入',
  done: '{{name}} 已导入',
  already: '{{name}} 之前已导入',
  events_other: '{{n}} 个事件。',
  readOnly: '已导入，可查看、搜索和对比。要继续，请新建分支。',
  verified_other: '全部 {{n}} 个请求都与当时发送的一致。',
  noRequests: '没有需要校验的请求。',
  notVerified_other: '{{n}} 个请求与当时发送的不符。',
  damaged: '记录已损坏：有事件缺失或被改动。',
  verifying: '正在校验其中的请求…',
  redacted: '它经过脱敏，因此无法校验其中的请求。',
  foreign: '已导入，只读。它来自其他程序（{{format}}，{{n}} 条消息），没有可校验的请求。',
  skipped_other: '{{n}} 条未知类型的消息被略过。',
  unknown_other: '{{n}} 个事件来自更新的版本：已保留，显示为未知。',
};
