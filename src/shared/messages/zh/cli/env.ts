/** 命令行中关于环境的用语。 */
import type { EnvWords } from '../../en/cli/env.ts';

export const env: EnvWords = {
  help: {
    env: '环境：同一名称下的设置、智能体、模型和技能',
    list: '列出所有环境及其智能体和模型',
    create: '新建环境，附带有注释的文件',
    name: '名称，即文件夹名',
    from: '以该环境的全部内容为起点',
    switch: '让新对话使用该环境',
    remove: '移除环境，30 天内可以恢复',
    restore: '恢复已移除的环境',
  },
  current: '是',
  noFolder: '（尚无文件夹）',
  agents: (names) => `智能体：${names}`,
  models: (names) => `模型：${names}`,
  created: (name, folder) => `已在 ${folder} 新建“${name}”。使用“skilldeck env switch ${name}”切换到它。`,
  switched: (name) => `新对话从现在起使用“${name}”；已有对话保持原来的环境。`,
  removed: (name) => `已移除“${name}”。30 天内可用“skilldeck env restore ${name}”恢复。`,
  restored: (name) => `“${name}”已恢复。`,
};
