import type { event as en } from '../en/event.ts';
import type { Words } from '../types.ts';

export const event: Words<typeof en> = {
  'session-created': '对话开始',
  'settings-changed': '对话的设置已更改',
  'prompt-changed': '基础提示或工具有变化',
  'catalog-changed': '技能列表有变化',
  'skill-loaded': '已加载 {{name}}',
  'skill-unloaded': '已卸载 {{name}}',
  'reference-loaded': '已加载 {{name}}',
  'reference-unloaded': '已卸载 {{name}}',
  'loaded-skill-changed': '{{name}} 在磁盘上有改动',
  'context-compacted': '已压缩上下文',
  'compaction-undone': '已撤销压缩',
  'history-rewound': '从更早的地方继续',
  'tool-finished': '{{name}} 的结果',
  'user-message-added': '消息：{{text}}',
  'model-responded': '回答',
  pinned: '已固定 {{name}}',
  unpinned: '已取消固定 {{name}}',
  messagePinned: '固定了一条消息',
  messageUnpinned: '取消固定了一条消息',
  entered: '{{what}}，{{n}} 词元',
  became: '{{what}}：{{before}} → {{after}} 词元',
  other: '第 {{seq}} 个事件',
  more: '另有 {{n}} 项',
  goTo: '在对话中显示这个位置',
};
