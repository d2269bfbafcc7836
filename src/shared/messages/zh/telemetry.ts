import type * as en from '../en/telemetry.ts';
import type { Words } from '../types.ts';

export const telemetry: Words<typeof en.telemetry> = {
  hint: '对话进行时以 OpenTelemetry 链路的形式发送，供 Jaeger、Langfuse 等工具使用。运行不会为此等待。',
  where: '发送链路',
  to: {
    off: '不发送',
    address: '发送到以下地址',
    environment: '按环境变量 OTEL_EXPORTER_OTLP_ENDPOINT；未设置时不发送',
  },
  addressHint: 'OTLP/HTTP 端点的基础地址，会自动加上 /v1/traces。',
  badAddress: '这不是有效的网址，必须以 https:// 或 http:// 开头。',
  protocol: '格式',
  noHeaders: '如果端点需要密钥，请在 config.jsonc 的 “telemetry” 中添加 “headers”。',
  headers: '同时发送 config.jsonc 中的请求头：{{names}}。换成其他地址时会删除它们。',
  contents: '发送内容',
  contentsHint: '包括消息、参数和结果，其中的密钥和个人信息会隐去。关闭时只发送名称、时间和数值。',
  standing: '链路',
  target: '发送到',
  nowhere: '不发送',
  waiting: '待发送',
  conversations_other: '{{n}} 个对话',
  sentAt: '上次发送',
  never: '尚未发送',
  send: '立即发送',
  problemAt: '发生于 {{when}}',
  problem: {
    address: '链路的地址不是 http 地址：{{url}}。请修改。',
    protocol: 'OTEL_EXPORTER_OTLP_PROTOCOL 的值是 {{protocol}}。请改为 http/json 或 http/protobuf。',
    variable: '请求头需要环境变量 {{name}}，但它没有设置。请设置后重新启动 Skilldeck。',
    answered: '{{url}} 返回了 {{status}}。链路已保留，稍后发送。',
    unreachable: '无法连接 {{url}}（{{reason}}）。链路已保留，稍后发送。',
    refused: '{{url}} 以状态 {{status}} 拒绝了请求：{{session}} 的 {{n}} 个 span 未发送。',
    partly: '端点拒绝了 {{session}} 的 {{n}} 个 span。',
    'given-up': '等待发送的对话太多，已放弃发送 {{session}}，请改为导出它。',
    other: '无法发送链路：{{reason}}',
  },
};
