import type * as en from '../../en/chat/steps.ts';
import type { Words } from '../../types.ts';

export const step: Words<typeof en.step> = {
  waiting: '等待你的回答',
  denied: '已拒绝',
  cut: '已停止',
  queued: '排队中',
  arguments: '输入',
  command: '命令',
  asJson: '显示为 JSON',
  asRows: '显示为字段',
  result: '输出',
  terminal: '终端',
  noOutput: '没有输出。',
  confined: '在沙箱中（{{kind}}）',
  confinedByPython: '由内置 Python 隔离',
  unconfined: '未使用沙箱',
  bareNote: '这台电脑上的脚本不在沙箱中运行。自带技能的脚本照常运行，其他脚本每次都会征求你的同意。',
  exitOk: '成功（退出码 0）',
  exitBad: '失败（退出码 {{code}}）',
  exitSignal: '已被终止',
  timedOut: '超时后被终止',
  truncated: '交给模型的只有开头和结尾，全部输出见终端。',
  files: '文件',
  allowedOnce: '已允许一次。',
  allowedSession: '已在本次对话内允许。',
  allowedAlways: '已始终允许。',
  withdraw: '撤销授权',
  withdrawn: '授权已撤销，下次会再次询问。',
  allowAgain: '重新允许',
  deniedNote: '你拒绝了，因此没有运行。',
  unaskedNote: '未运行：需要批准，但当时无人可以批准。',
};

export const file: Words<typeof en.file> = {
  open: '打开 {{name}}',
  calendar: '加入日历',
  itinerary: '可打印的行程单',
  blocked: '浏览器拦截了新标签页，已改为下载 {{name}}。',
};
