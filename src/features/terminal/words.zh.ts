import type { Words } from '../../shared/messages/types.ts';
import type { terminal as en } from './words.en.ts';

export const terminal: Words<typeof en> = {
  asks: '程序在问你',
  asksHidden: '程序需要你输入保密内容',
  hiddenNote: '你输入的内容只交给这个程序：不显示，不保存，也不会给模型。',
  visibleNote: '你输入的内容会交给这个程序，并保存在对话记录里，模型也能读到。',
  answer: '你的回答',
  send: '发送',
  pressEnter: '按回车',
  /** Replaces a script's output. */
  removed: '这里的输出已在 {{date}} 清理这个对话的文件时删除。',
  limit: {
    time: '超时后被终止',
    idle: '已终止：太久没有输出或输入',
    cpu: '已终止：占用的计算时间超过上限',
    memory: '已终止：需要的内存超过上限（可在 config.jsonc 中用 scriptMemory 调高）',
    processes: '同时运行的程序数达到上限',
    'file-size': '单个文件的大小达到上限',
    'workspace-size': '已终止：文件夹超过大小上限',
    'workspace-files': '已终止：创建的文件超过数量上限',
    'workspace-depth': '已终止：文件夹嵌套过深',
    output: '已终止：输出超过上限',
  },
};
