/** 命令行关于模型的文字，中文。 */
import type { ModelsWords } from '../../en/cli/models.ts';

const STEPS: Readonly<Record<string, string>> = {
  address: '地址',
  list: '连接与密钥',
  'tool-call': '流式工具调用',
  answer: '对工具结果的回答',
  usage: '词元用量',
};

export const models: ModelsWords = {
  help: {
    models: '模型：有哪些可选，能否正常工作',
    list: '已命名的模型、端点提供的模型和模型表',
    test: '像一次预订那样测试两轮，并指出哪里失败；失败时退出状态为 3',
    wire: '端点使用的协议',
    header: '每个请求都发送的“名称: 值”（可重复）；$NAME 是环境变量',
    param: '加入每个请求正文的 KEY=JSON（可重复）；会写入日志，请勿放入密钥',
    effort: '模型的思考强度',
    maxOutput: '最长回答，以词元计',
  },
  from: { named: 'models.jsonc', endpoint: '端点', table: '模型表' },
  retired: (day) => `已于 ${day} 停用`,
  age: (day) => `模型表核对于 ${day}。`,
  step: (name) => STEPS[name] ?? name,
  wire: (wire) => `协议：${wire}`,
  refuses: (fields) => `此服务器拒绝以下字段，请求中已省略：${fields}。`,
  proxied: (proxy) => `经由代理 ${proxy}。`,
  holds: (tokens) => `服务器的上下文为 ${tokens} 词元。`,
  offered: (names) => `可用模型：${names}`,
  bounds: (option, value, min, max) => `${option} 需要 ${min} 到 ${max} 之间的整数，而不是“${value}”。`,
  badHeader: () => `--header 的格式是 'Name: value'，名称和值都不能为空。`,
  refusedHeader: (name) =>
    `--header：不能设置“${name}”，或者它的值不是单行纯文本。host、content-type 等由 Skilldeck 自己设置。`,
  manyHeaders: '--header 最多可以给出 32 次。',
  noVariable: (header, name) => `--header ${header}：环境变量 ${name} 是空的。请设置它，或修改这个值。`,
  badParam: (text) =>
    `--param 的格式是 KEY=JSON，例如 temperature=0.2 或 'style="short"'，而不是 ${JSON.stringify(text)}。`,
  secretParam: '--param：参数会写入日志，不能包含密钥或密码。请用 --header 发送。',
  refusedParam: (keys) =>
    `--param：不能发送 ${keys}。model、messages、input、instructions、system、tools 和 stream 由 Skilldeck 自己设置；所有参数合计最多 16384 个字符。`,
};
