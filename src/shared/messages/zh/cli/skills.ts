import type { CliWords } from '../../en/cli.ts';
import { count } from './count.ts';

export const skills: CliWords['skills'] = {
  none: '没有找到技能。',
  notCounted: '没有数字的技能是新的或有改动。统计它们：skilldeck skills list --count',
  noSuch: (name, names) => `没有技能“${name}”。现有：${names || '无'}。`,
  packages: {
    needs: '需要',
    states: { here: '已有', provided: '已提供', missing: '缺少' },
    plan: (id, packages, from, bytes) =>
      `${id} 需要 ${packages}，来自 ${from}${bytes === undefined ? '' : `（${bytes} 字节）`}。`,
    question: '要获取吗？它们只供 Skilldeck 的运行使用。[y/N] ',
    none: (id) => `“${id}”不缺任何内容。`,
    declined: '没有获取任何内容。无需询问直接获取：--yes',
    provided: (id, bytes) => `已为 ${id} 提供软件包（${bytes} 字节）。`,
    removed: (id, had) => (had ? `已移除 ${id} 的软件包。` : `没有为 ${id} 提供过软件包。`),
  },
  importedFrom: '导入自',
  changedSince: '导入后有改动：此前对其脚本的批准不再有效',
  metadata: '元数据',
  allowedTools: '请求使用的工具（调用仍需批准）',
  personOnly: (skill) => `只有你能加载它：以 /${skill} 开头发消息。`,
  modelOnly: '只有模型能加载它。',
  loadedByNone: '你和模型都不能加载它。',
  cost: (catalog, instructions) => `技能列表中 ${catalog}，加载后 ${instructions}`,
  bytes: (bytes) => `${bytes} 字节`,
  tokenCount: (tokens) => `${tokens} 词元`,
  scripts: '脚本',
  tools: '自带工具',
  broken: '已损坏',
  state: {
    off: {
      everywhere: '已停用',
      environment: '在此环境中已停用',
      session: '在此对话中已停用',
      machine: '无法在本机运行',
      trust: '未受信任',
    },
    missed: (times) => `漏用 ${times} 次`,
    tooLarge: (budget) => `只能按章节加载：超过 ${budget} 词元`,
    loaded: '已加载',
    changed: (tokens) => `磁盘上已更改：可重新加载（${tokens} 词元）`,
    deleted: '磁盘上已删除',
    broken: '磁盘上已损坏',
  },
  switched: {
    on: (skill) => `${skill} 已启用。`,
    off: (skill) => `${skill} 已停用。`,
    still: (skill, why) => `${skill} 状态未变：${why}。`,
  },
};

export const lint: CliWords['lint'] = {
  fixed: (file, rule, what) => `已修复 ${file} ${rule}：${what}`,
  wouldFix: (file, rule, what) => `将修复 ${file} ${rule}：${what}`,
  rule: {
    fixed: (severity) => `严重程度：${severity}。可用 --fix 修复。`,
    notFixed: (severity) => `严重程度：${severity}。没有自动修复。`,
  },
  noneChecked: '没有检查任何技能，原因见上。',
  noSkills: '没有找到技能：这里没有含 SKILL.md 的文件夹。',
  clean: (checked) => `检查了 ${count.format(checked)} 个技能，没有发现问题。`,
  summary: (checked, errors, warnings, infos) =>
    `${count.format(checked)} 个技能：${errors} 个错误，${warnings} 个警告，${infos} 条提示。`,
};
