import type { timeline as en } from '../en/timeline.ts';
import type { Words } from '../types.ts';

export const timeline: Words<typeof en> = {
  title: '时间线',
  columns: '逐次请求',
  facts_other: '{{requests}} 次请求 · 最多 {{peak}} 词元（{{share}}）',
  againstLimit: '对照上限',
  hide: '隐藏时间线',
  toggle: '显示或隐藏时间线',
  scale: '最高 {{tokens}}',
  request: '第 {{n}} 次请求，{{time}}',
  summary: '第 {{n}} 次请求（生成摘要），{{time}}',
  fill: '{{tokens}} / {{max}} 词元，{{share}}',
  cached: '其中 {{tokens}} 来自服务商缓存',
  before: '在此之前：{{what}}',
};
