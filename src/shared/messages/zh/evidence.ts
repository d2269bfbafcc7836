import type * as en from '../en/evidence.ts';
import type { Words } from '../types.ts';

export const evidence: Words<typeof en.evidence> = {
  chained_other: '全部 {{n}} 个事件都与写入时一致，包括每个回答、用量、时间和批准。',
  chainedFrom: '事件 {{n}} 之前没有哈希链：那一部分由旧版本写入。从那里起，所有事件都与写入时一致。',
  unchained: '该对话由旧版本写入，没有哈希链：最后的回答、用量、时间和批准不在校验范围内。',
  broken: '事件 {{n}} 与写入时不同：哈希链在此中断。',
  open: '没有记录结尾：最后一个事件不在校验范围内，之后可能还缺少事件。',
  signed: '由密钥 {{key}} 签名，此后文件没有改动。请与发送者核对这个密钥。',
  signedOwn: '由你的密钥 {{key}} 签名，此后文件没有改动。',
  badSignature: '与密钥 {{key}} 的签名不符：文件在签名之后被改动过。',
  notCovered: '终端录像和文件不在校验范围内。',
  altered: '事件 {{n}} 被改动',
  forged: '签名不符',
  unclosed: '没有记录结尾',
};
