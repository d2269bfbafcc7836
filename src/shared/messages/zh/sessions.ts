import type { sessions as en } from '../en/sessions.ts';
import type { Words } from '../types.ts';

export const sessions: Words<typeof en> = {
  search: '搜索对话',
  clearSearch: '清除搜索',
  loading: '正在加载你的对话…',
  empty: { description: '你的对话保存在这台电脑上，会显示在这里。' },
  noMatch: { title: '没有找到对话', description: '没有标题包含“{{search}}”。' },
  group: { today: '今天', yesterday: '昨天', thisWeek: '最近 7 天', thisMonth: '最近 30 天' },
  copy: '以 Markdown 复制整个对话',
  makeSkill: '由此创建技能…',
  copied: '已复制整个对话',
  more: '“{{title}}”的更多操作',
  environment: '环境',
  titleField: '对话标题',
  found_other: '{{n}} 个对话',
  state: { running: '进行中', waiting: '等待你的确认', failed: '因错误结束', stopped: '已停止' },
};
