import type * as en from '../../en/chat/tool-labels.ts';
import type { Words } from '../../types.ts';

export const deed: Words<typeof en.deed> = {
  loadSkill: {
    doing: '正在加载技能 {{skill}}',
    done: '已加载技能 {{skill}}',
    failed: '没能加载技能 {{skill}}',
    name: '加载技能 {{skill}}',
  },
  unloadSkill: {
    doing: '正在卸载 {{skill}}',
    done: '已卸载 {{skill}}',
    failed: '未能卸载 {{skill}}',
    name: '卸载 {{skill}}',
  },
  readReference: {
    doing: '正在查阅参考资料 {{path}}',
    done: '已查阅参考资料 {{path}}',
    failed: '没能查阅参考资料 {{path}}',
    name: '查阅参考资料 {{path}}',
  },
  selectDocs: {
    doing: '正在选取 {{skill}} 的文档',
    done: '已选取 {{skill}} 的文档',
    failed: '没能选取 {{skill}} 的文档',
    name: '选取 {{skill}} 的文档',
  },
  trySkill: {
    doing: '正在试用技能 {{skill}}',
    done: '已试用技能 {{skill}}',
    failed: '没能试用技能 {{skill}}',
    name: '试用技能 {{skill}}',
  },
  proposeEdit: {
    doing: '正在提出对 {{skill}} 的修改',
    done: '已提出对 {{skill}} 的修改',
    failed: '没能提出对 {{skill}} 的修改',
    name: '提出对 {{skill}} 的修改',
  },
  listSkills: {
    doing: '正在查看有哪些技能',
    done: '已查看有哪些技能',
    failed: '没能列出技能',
    name: '查看有哪些技能',
  },
  listDocs: {
    doing: '正在列出 {{skill}} 的文档',
    done: '已列出 {{skill}} 的文档',
    failed: '没能列出 {{skill}} 的文档',
    name: '列出 {{skill}} 的文档',
  },
  grep: {
    doing: '正在文件中查找“{{pattern}}”',
    done: '已在文件中查找“{{pattern}}”',
    failed: '没能在文件中查找“{{pattern}}”',
    name: '在文件中查找“{{pattern}}”',
  },
  listDir: {
    doing: '正在查看文件夹 {{path}}',
    done: '已查看文件夹 {{path}}',
    failed: '没能查看文件夹 {{path}}',
    name: '查看文件夹 {{path}}',
  },
  readFile: {
    doing: '正在读取文件 {{path}}',
    done: '已读取文件 {{path}}',
    failed: '没能读取文件 {{path}}',
    name: '读取文件 {{path}}',
  },
  writeFile: {
    doing: '正在写入文件 {{path}}',
    done: '已写入文件 {{path}}',
    failed: '没能写入文件 {{path}}',
    name: '写入文件 {{path}}',
  },
  writeStdin: {
    doing: '正在回应运行中的脚本',
    done: '已回应运行中的脚本',
    failed: '没能回应运行中的脚本',
    name: '回应运行中的脚本',
  },
  pollSession: {
    doing: '正在查看运行中的脚本',
    done: '已查看运行中的脚本',
    failed: '没能查看运行中的脚本',
    name: '查看运行中的脚本',
  },
  killSession: {
    doing: '正在结束运行中的脚本',
    done: '已结束运行中的脚本',
    failed: '没能结束运行中的脚本',
    name: '结束运行中的脚本',
  },
  runScript: {
    doing: '正在运行脚本 {{script}}',
    done: '已运行脚本 {{script}}',
    failed: '脚本 {{script}} 报告了问题',
    name: '运行脚本 {{script}}',
  },
  runCommand: {
    doing: '正在运行命令',
    done: '已运行一条命令',
    failed: '一条命令报告了问题',
    name: '运行一条命令',
  },
  useTool: {
    doing: '正在使用工具 {{tool}}',
    done: '已使用工具 {{tool}}',
    failed: '工具 {{tool}} 报告了问题',
    name: '使用工具 {{tool}}',
  },
};
