import type * as en from '../en/mcp.ts';
import type { Words } from '../types.ts';

export const mcp: Words<typeof en.mcp> = {
  fault: {
    invalid: '定义无效：{{message}}。',
    'not-found': '找不到程序 {{command}}。请安装它，或填写完整路径。',
    'start-failed': '程序无法启动：{{message}}。',
    'folder-missing': '没有文件夹 {{folder}}。请创建它，或修改服务器设置。',
    'too-broad': '{{folder}} 范围太大，包含整个主目录或系统文件。请指定其中的一个文件夹。',
    'variable-missing': '{{variable}} 没有值。请在“设置 > MCP 服务器”中填写，或设置同名环境变量。',
    ended: '程序意外退出（{{how}}）。原因可能在它的日志里。',
    'too-many-ends': '程序连续退出 {{count}} 次（{{how}}），不再自动重启。请查看日志，然后重新测试。',
    'no-answer': '{{seconds}} 秒内没有响应。',
    unreachable: '无法连接：{{message}}。请检查地址和网络。',
    'sign-in': '需要登录（HTTP {{status}}）。请添加带令牌的请求头；暂不支持通过浏览器登录。',
    refused: '服务器返回错误：{{message}}。',
    'not-mcp': '返回的内容不是 MCP：{{message}}。请检查命令或地址。',
    'plain-http': '未加密的地址（http://）只能用于本机。{{host}} 请使用 https。',
    'other-origin': '它会重定向到 {{host}}。Skilldeck 不会向那里发送任何内容，请填写最终地址。',
    'too-large': '响应超过 {{size}} MB，已丢弃。',
  },
  event: {
    ready_other: 'MCP 服务器 {{server}} 已就绪：{{count}} 个工具',
    failed: 'MCP 服务器 {{server}} 无法使用：{{why}}',
    restarting: 'MCP 服务器 {{server}} 正在重启：{{why}}',
  },
  source: {
    environment: '当前环境',
    everywhere: '所有环境',
    project: '来自项目文件夹的 .mcp.json',
  },
};
