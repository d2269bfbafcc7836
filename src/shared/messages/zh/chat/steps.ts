import type * as en from '../../en/chat/steps.ts';
import type { Words } from '../../types.ts';

export const step: Words<typeof en.step> = {
  waiting: '等待你的回答',
  denied: '你没有同意',
  cut: '已停止',
  queued: '未开始',
  arguments: '请求内容',
  command: '命令',
  asJson: '显示为 JSON',
  asRows: '显示为字段',
  result: '返回内容',
  terminal: '终端',
  noOutput: '没有输出。',
  confined: '在沙箱中（{{kind}}）',
  confinedByPython: '由内置 Python 隔离',
  unconfined: '未使用沙箱',
  bareNote: '这里的脚本不在沙箱中运行。Skilldeck 自带的照常运行，其他的每次都会问你。',
  exitOk: '正常结束（退出码 0）',
  exitBad: '以退出码 {{code}} 结束',
  exitSignal: '被外部终止',
  timedOut: '超时后被终止',
  truncated: '交给模型的只有开头和结尾，全部输出见终端。',
  files: '文件',
  allowedOnce: '你允许了这一次。',
  allowedSession: '你允许了在本次对话内运行。',
  allowedAlways: '你允许了以后一直运行。',
  withdraw: '收回',
  withdrawn: '你允许过，现已收回：下次会再问你。',
  allowAgain: '重新允许',
  deniedNote: '你没有同意，所以没有运行。',
  unaskedNote: '需要有人同意，但当时没有人可以询问，所以没有运行。',
};

export const file: Words<typeof en.file> = {
  open: '打开 {{name}}',
  calendar: '加入日历',
  itinerary: '可打印的行程单',
  blocked: '浏览器拦截了新标签页，已改为下载 {{name}}。',
};
