import type * as en from '../en/repositories.ts';
import type { Words } from '../types.ts';

export const repositories: Words<typeof en.repositories> = {
  fault: {
    address: '地址无法使用：{{detail}}',
    unreachable: '无法连接：{{detail}}',
    'sign-in': '登录被拒绝：{{detail}}',
    timeout: '等待时间过长：{{detail}}',
    damaged: '收到的内容已损坏：{{detail}}',
    missing: '未找到：{{detail}}',
    refused: '无法使用：{{detail}}',
  },
};
