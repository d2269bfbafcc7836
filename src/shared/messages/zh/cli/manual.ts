import type { CliWords } from '../../en/cli.ts';

export const manual: CliWords['manual'] = {
  titles: {
    book: '用户命令',
    name: '名称',
    synopsis: '用法',
    description: '说明',
    commands: '命令',
    options: '选项',
    settings: '设置',
    exitStatus: '退出状态',
    environment: '环境变量',
    files: '文件',
  },
  command: '命令',
  options: '选项',
  description: [
    'Skilldeck 是基于 Agent Skills 的智能体：请求需要时才加载技能的说明，在沙箱中运行技能的脚本，重要的操作都会先征得同意。每个对话都会保存，可离线回看。',
    '不带命令运行 skilldeck，会在浏览器中打开应用。未设置模型时，使用离线演示模型。',
  ],
  everywhere: '以下选项适用于所有命令。',
  settings: 'config.jsonc 的字段，以及 skilldeck run 中含义相同的选项。',
  others: (names) => `没有对应选项的字段：${names.join(', ')}`,
  exit: {
    done: '完成。',
    error: '出错。',
    usage: '用法错误。',
    model: '无法连接模型，或模型拒绝了请求。',
    iterations: '迭代次数已用完。',
    refused: '未获批准，或被策略拒绝。',
    stopped: '已停止。',
  },
  dataFolder: '对话、技能、产物，以及 Skilldeck 保存的其他所有内容。',
  configFile: '设置。可以写注释，注释会保留。',
};
