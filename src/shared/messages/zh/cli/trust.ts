/** 命令行关于信任文件夹的文字。 */
import type { TrustWords } from '../../en/cli/trust.ts';

export const trust: TrustWords = {
  help: {
    trust: '从现在起使用某个项目文件夹里的技能',
    dir: '文件夹；不写则为当前文件夹',
    remove: '不再使用',
    forRun: '本次运行使用当前文件夹里的技能',
  },
  trusted: (folder) => `从现在起使用 ${folder} 里的技能。撤销：skilldeck trust --remove ${folder}`,
  withdrawn: (folder) => `不再使用 ${folder} 里的技能。`,
  leftOut: (folder, skills) =>
    `在你信任 ${folder} 之前，其中的技能不会使用：${skills}。可先用 skilldeck skills show NAME 查看，再运行：skilldeck trust`,
};
