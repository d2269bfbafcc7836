/** 命令行关于密钥的文字。 */
import type { SecretsWords } from '../../en/cli/secrets.ts';

export const secrets: SecretsWords = {
  help: {
    secrets: '交给某个技能脚本使用的密钥和令牌',
    set: '把一个密钥交给技能；值从标准输入或提示中读取',
    list: '哪些技能有哪些密钥；从不显示值',
    remove: '移除技能的一个密钥',
    name: '脚本读取它的环境变量名',
  },
  prompt: (skill, name) => `请输入 ${skill} 的 ${name}（不显示）：`,
  empty: '没有给出值。请通过标准输入传入，或在提示处输入。',
  given: (skill, name) => `技能“${skill}”的脚本现在可以在环境变量 ${name} 中读取它，其他程序都不能。`,
  reach: (what) => `该技能可以访问：${what}。`,
  noReach: '在沙箱中，该技能无法访问网络，也无法访问你的文件夹。',
  notAsked: (skill, name) => `技能“${skill}”的 SKILL.md 没有要求 ${name}（requires-env、optional-env）。`,
  removed: (skill, name) => `已移除“${skill}”的 ${name}。`,
  noSuch: (skill, name) => `“${skill}”没有名为 ${name} 的密钥。`,
  none: '没有任何技能持有密钥。',
  lapsed: '需要重新提供',
};
