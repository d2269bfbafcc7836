import type { failures as en } from '../en/failures.ts';
import type { Words } from '../types.ts';
import { connection } from './connection.ts';

export const failures: Words<typeof en> = {
  ...connection,
  'answer-endless': {
    what: '来自 {{address}} 的回答 {{minutes}} 分钟后仍未结束，已被 Skilldeck 中止',
    fix: '请一次少问一些，或换一个模型。',
  },
  'answer-stalled': {
    what: '回答中断：{{address}} 在 {{seconds}} 秒内没有传来内容',
    fix: '请重试，或换一个模型。',
  },
  'answer-too-large': {
    what: '来自 {{address}} 的回答超过 {{most}} MiB，已被 Skilldeck 中止',
    fix: '请一次少问一些，或换一个模型。',
  },
  'answer-too-long': {
    what: '模型还没有给出内容就达到了输出上限',
    fix: '请允许更长的回答（--max-output）、减少思考（--effort low），或换一个模型。',
  },
  'bad-request': { what: '{{address}} 拒绝了请求', fix: '它可能需要别的设置。' },
  'bad-request-status': { what: '{{address}} 拒绝了请求（状态 {{status}}）', fix: '它可能需要别的设置。' },
  branched: { what: '对话在运行途中从这里分支', fix: '发送消息或重试即可继续。' },
  'content-filter': { what: '服务商的内容过滤拦下了回答', fix: '请换一种说法。' },
  'context-full': {
    what: '这次请求需要 {{n}} 词元，超过模型的上限 {{most}}，因此没有发送',
    fix: '请卸载一个技能、新建对话，或在设置中提高上限。',
  },
  'context-full-of-skills': {
    what: '这次请求需要 {{n}} 词元，超过模型的上限 {{most}}，因此没有发送。仅技能列表就占 {{listed}}',
    fix: '请停用不需要的技能（skilldeck skills disable），或使用技能较少的文件夹（--skills）。',
  },
  'context-full-of-tools': {
    what: '这次请求需要 {{n}} 词元，超过模型的上限 {{most}}，因此没有发送。仅 MCP 服务器 {{server}} 的工具就占 {{listed}}',
    fix: '请停用这个服务器或它的部分工具（设置 → MCP 服务器，或 skilldeck mcp disable {{server}}）。',
  },
  'context-too-long': {
    what: '对话太长，超出模型“{{model}}”的容量',
    fix: '请卸载技能、新建对话，或换一个上下文更大的模型。',
  },
  'cut-off': { what: '来自 {{address}} 的回答没有传完就断开了' },
  forbidden: { what: '{{address}} 的服务器不允许这个请求', fix: '请确认密钥可以使用模型“{{model}}”。' },
  internal: { what: 'Skilldeck 内部出错：{{detail}}', fix: '详情见日志文件。' },
  interrupted: { what: 'Skilldeck 在智能体工作时关闭了，已完成的内容都已保留', fix: '发送消息或重试即可继续。' },
  loop: {
    what: '模型连续 {{times}} 次以相同的输入调用 {{name}}，结果也相同，因此 Skilldeck 结束了这次运行',
    fix: '请告诉它该做什么，或换一个模型。',
  },
  'no-endpoint': {
    what: '{{address}} 没有对话接口（状态 {{status}}）',
    fix: '请检查地址，多数以 /v1 结尾。',
  },
  'no-model': { what: '{{address}} 没有模型“{{model}}”', fix: '请在设置中另选一个。' },
  'not-a-stream': { what: '{{address}} 的回答不像模型的回答', fix: '请检查地址，多数以 /v1 结尾。' },
  'not-a-stream-nothing': { what: '{{address}} 没有返回内容', fix: '请检查地址，多数以 /v1 结尾。' },
  'not-a-stream-page': { what: '{{address}} 返回的是网页', fix: '请检查地址，多数以 /v1 结尾。' },
  'rate-limited': { what: '这个账号向 {{address}} 的模型发送的请求太多' },
  'rate-limited-quota': { what: '{{address}} 的账号没有额度或余额了', fix: '请在那里充值，或连接其他模型。' },
  redirected: {
    what: '{{address}} 的服务器重定向到 {{to}}，没有向那里发送任何内容',
    fix: '如果没有问题，请把它填为地址。',
  },
  'redirected-unnamed': { what: '{{address}} 的服务器要求重定向，但没有说明去向，因此没有发送', fix: '请检查地址。' },
  'server-error': { what: '{{address}} 的服务器出了问题' },
  'server-error-status': { what: '{{address}} 的服务器出了问题（状态 {{status}}）' },
  timeout: { what: '{{address}} 的模型在 {{seconds}} 秒内没有开始回答', fix: '它可能过载，请稍后重试。' },
  'too-long-after-compaction': {
    what: '“{{model}}”的服务商以过长为由拒绝了请求：按我们的计算是 {{n}} 词元，这里的上限是 {{most}}。已从 {{before}} 词元压缩，仍然不够',
    fix: '请卸载一个技能、新建对话，或换一个上下文更大的模型。',
  },
  'too-long-to-compact': {
    what: '“{{model}}”的服务商以过长为由拒绝了请求：按我们的计算是 {{n}} 词元，这里的上限是 {{most}}。已没有内容可以压缩',
    fix: '请卸载一个技能、新建对话，或换一个上下文更大的模型。',
  },
  unauthorized: { what: '{{address}} 不接受这个密钥', fix: '请在设置中检查密钥。' },
  unreachable: { what: '无法连接 {{address}} 的模型', fix: '请检查地址和网络连接。' },
  'unreachable-certificate': { what: '这台电脑不信任 {{address}} 的证书', fix: '请检查地址，或安装证书。' },
  'unreachable-dns': { what: '找不到 {{address}} 中的主机名', fix: '请检查地址和网络连接。' },
  'unreachable-protocol': {
    what: '{{address}} 的服务器不使用这种协议',
    fix: '请检查是 http:// 还是 https://，以及端口。',
  },
  'unreachable-refused': {
    what: '{{address}} 没有程序在监听',
    fix: '如果是本机的服务器，请启动它；否则请检查地址。',
  },
  note: {
    counted: '服务商计为 {{counted}} 词元。',
    limit: '服务商最多接受 {{limit}} 词元。',
    lower: '请在设置中把上下文窗口设为 {{lower}}（--max-context {{lower}}），以便及时压缩。',
    said: '服务器的原话：“{{said}}”',
    attempts: '共尝试 {{attempts}} 次。',
    asked: '它要求等待 {{asked}} 秒；{{wait}} 秒后重试。',
  },
};
