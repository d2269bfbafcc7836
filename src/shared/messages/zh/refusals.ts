import type { refusals as en } from '../en/refusals.ts';
import type { Words } from '../types.ts';

export const refusals: Words<typeof en> = {
  stopped: '没有运行：你在这次调用之前停止了。',
  ended: '没有运行：这次调用之前运行已结束。',
  'too-many': '没有运行：一次回答最多调用 {{most}} 次。',
  undecided: '还没有运行：你先发了消息。',
  denied: '没有运行：你拒绝了。',
  unasked: '没有运行：需要批准，但当时无人可问。',
  off: '没有运行：这个对话停用了命令，只运行内置技能的脚本。',
  'trials-off': '没有运行：这个对话停用了技能的试用。',
  'servers-off': '没有运行：这个对话停用了 MCP 服务器的工具。',
  unconfined: '没有运行：脚本属于技能 {{skill}}，它不是 Skilldeck 自带的，而这里没有沙箱可以限制它。',
  'terminal-unusable':
    '未运行：无法加载 Skilldeck 用于 {{system}} 的终端组件（{{why}}），因此无法启动脚本。请重新安装与这台电脑的系统和处理器相符的 Skilldeck。',
  listed: '没有运行：你的禁用命令列表中有 {{rule}}。',
};
