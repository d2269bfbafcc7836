import type { Words } from '../../shared/messages/types.ts';
import type { updates as en } from './words.en.ts';

export const updates: Words<typeof en> = {
  question: '允许 Skilldeck 检查新版本吗？',
  questionHint:
    '每天向 {{server}} 获取一次版本列表，不会发送与你、你的对话或这台电脑有关的任何信息。可以在“设置 → 数据”中更改。',
  answers: { ask: '有新版本时通知我', auto: '自动下载', off: '不检查' },
  available: 'Skilldeck {{version}} 已发布',
  downloading: '正在下载 Skilldeck {{version}}…',
  ready: 'Skilldeck {{version}} 已就绪，退出时安装。',
  readyPackage: 'Skilldeck {{version}} 已下载。请安装软件包，然后重新启动 Skilldeck。',
  undone: 'Skilldeck {{version}} 未能启动，已恢复之前的版本。',
  notes: '新内容',
  download: '下载',
  restart: '立即重启',
  showPackage: '显示软件包',
  dismiss: '忽略',
  failures: {
    list: '无法从 {{server}} 获取版本列表。请检查网络，然后重试。',
    download: 'Skilldeck {{version}} 的下载中断了。',
    damaged: '下载的 Skilldeck {{version}} 与公布的校验值不符，已删除。',
    unsigned: '下载的 Skilldeck {{version}} 没有 Skilldeck 发布者的签名，已删除。',
  },
  settings: {
    title: '更新',
    hint: '向 {{server}} 获取版本列表，不会发送与你或这台电脑有关的任何信息。',
    off: '不检查新版本',
    ask: '有新版本时通知我',
    askHint: '每天检查一次，何时下载由你决定。',
    auto: '自动下载新版本',
    autoHint: '退出时安装。',
    autoPackageHint: '由你安装软件包。',
    channel: '版本类型',
    stable: '稳定版',
    beta: '测试版',
    betaHint: '更早用上新功能，但测试较少。改回稳定版后，会停留在当前版本，直到发布更新的稳定版。',
    check: '立即检查',
    checking: '正在检查新版本…',
    current: 'Skilldeck 已是最新版本。',
    checkedAt: '上次检查：{{when}}',
  },
};
