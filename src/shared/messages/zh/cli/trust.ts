/** 命令行关于信任文件夹的文字。 */
import type { TrustWords } from '../../en/cli/trust.ts';

const REASONS = { new: '新增', changed: '已更改', 'too-large': '过大，无法检查：超过 2,000 个文件或 64 MB' } as const;

export const trust: TrustWords = {
  help: {
    trust: '从现在起使用某个项目文件夹里的技能（以现在的内容为准）',
    dir: '文件夹；不写则为当前文件夹',
    remove: '不再使用',
    forRun: '本次运行使用当前文件夹里的技能',
  },
  trusted: (folder) => `从现在起使用 ${folder} 里的技能。撤销：skilldeck trust --remove ${folder}`,
  withdrawn: (folder) => `不再使用 ${folder} 里的技能。`,
  named: (skill, reason, replaces) => {
    const notes = [...(reason === undefined ? [] : [REASONS[reason]]), ...(replaces ? ['会取代同名技能'] : [])];
    return notes.length === 0 ? skill : `${skill}（${notes.join('；')}）`;
  },
  changed: (folder, skills) =>
    `以下技能在你信任 ${folder} 之后新增或更改，不会使用：${skills}。请先查看，再运行：skilldeck trust`,
  leftOut: (folder, skills) =>
    `在你信任 ${folder} 之前，其中的技能不会使用：${skills}。可先用 skilldeck skills show NAME 查看，再运行：skilldeck trust`,
};
