import type { log as en, onDisk as onDiskEn } from '../en/log.ts';
import { parts } from './parts.ts';

const onDisk: typeof onDiskEn = {
  changed: '磁盘上的文件已更改；重新加载前仍使用已加载的版本',
  deleted: '磁盘上的文件已删除；卸载前仍使用已加载的版本',
  broken: '磁盘上的文件已损坏；仍使用已加载的版本',
  current: '已与磁盘上的文件一致',
};

export const log: typeof en = {
  skillLoaded: (skill, tokens) => `已加载技能 ${skill}（${tokens} 词元）`,
  skillUnloaded: (skill, reason) => `已卸载技能 ${skill}（${parts.unloaded[reason]}）`,
  skillOnDisk: (skill, state) => `${skill}：${onDisk[state]}`,
  referenceLoaded: (skill, path, tokens) => `已加载 ${skill} 的参考资料 ${path}（${tokens} 词元）`,
  compacted: {
    turns: (messages, before, after) => `已将 ${messages} 条消息压缩为摘要，${before} → ${after} 词元`,
    'tool-results': (messages, before, after) => `已缩短 ${messages} 条较早的工具结果，${before} → ${after} 词元`,
    skills: (_messages, before, after) => `已卸载一个未使用的技能，${before} → ${after} 词元`,
  },
  compactionUndone: (seq) => `已撤销事件 ${seq} 的压缩`,
};
