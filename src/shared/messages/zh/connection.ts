import type { connection as en } from '../en/connection.ts';
import type { Words } from '../types.ts';

export const connection: Words<typeof en> = {
  'address-empty': { what: '模型地址为空', fix: '请输入地址，例如 https://HOST/v1。' },
  'address-without-scheme': { what: '模型地址缺少 http:// 或 https://', fix: '是不是 {{suggestion}}？' },
  'address-invalid': { what: '模型地址不是网址', fix: '请输入地址，例如 https://HOST/v1。' },
  'address-scheme': { what: '模型地址以 {{scheme}}// 开头', fix: '必须以 http:// 或 https:// 开头。' },
  'address-account': { what: '模型地址中有用户名或密码', fix: '请去掉它们，把密钥填在密钥栏里。' },
  'address-ending': { what: '地址不完整', fix: '请改用 {{address}}。' },
  'lists-nothing': { what: '{{address}} 没有提供模型列表' },
  'lists-nothing-status': { what: '{{address}} 没有提供模型列表（状态 {{status}}）' },
  'model-answers': { what: '{{address}} 用“{{model}}”作出了回答' },
  'model-demo': { what: '演示模型是 Skilldeck 自带的，无需连接' },
  'model-missing': { what: '请输入 {{address}} 上的模型名称' },
  'model-missing-none': { what: '{{address}} 的服务器上还没有模型', fix: '请在那里加载或下载一个。' },
  'model-missing-offered': { what: '请选择一个模型，{{address}} 提供 {{n}} 个' },
  'model-unknown': { what: '{{address}} 上没有模型“{{model}}”', fix: '请检查名称。' },
  'model-unknown-nearest': { what: '{{address}} 上没有模型“{{model}}”', fix: '是不是 {{nearest}}？' },
  'model-unknown-offered': { what: '{{address}} 上没有模型“{{model}}”', fix: '它提供：{{offered}}。' },
  'tools-refused': { what: '“{{model}}”不能调用工具，而技能需要工具', fix: '请换一个模型。' },
  'tools-unused': {
    what: '要求“{{model}}”调用工具时，它却用文字作了回答',
    fix: '技能需要工具：请换一个模型，或在服务器上开启工具调用。',
  },
  'tokens-unreported': { what: '服务器不报告词元数：数字和费用均为估算' },
  'wire-other': {
    what: '“{{model}}”在协议“{{other}}”上调用工具，而不是“{{wire}}”',
    fix: '请改选该协议（--wire {{other}}）。',
  },
};
