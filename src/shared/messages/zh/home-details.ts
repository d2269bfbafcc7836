import type { homeDetails as en } from '../en/home-details.ts';
import type { Words } from '../types.ts';

const FRESH = '要从空数据库开始并保留旧文件：{{fresh}}';
const SAVE = '要保存所有能读取的内容：{{save}}';

export const homeDetails: Words<typeof en> = {
  'settings-not-saved': '设置未保存：{{place}}：{{why}}。请修正这个文件，然后重试',
  'key-variable-empty': '环境变量 {{variable}} 中没有密钥。请设置它，或用 --api-key-env 指定其他变量',
  'header-variable-empty': '请求头“{{header}}”需要的环境变量 {{variable}} 没有设置。请设置它，或更改请求头',
  'address-key-missing': '这台电脑上没有地址 {{address}} 中的密钥。请在设置中或用 --base-url 重新输入完整地址',
  'header-value-missing': '没有为 {{server}} 保存请求头“{{header}}”的值。请在设置中重新输入，或用 --header 指定',
  'secrets-in-file':
    '未更改任何内容：无法读取技能的密钥（保存在 {{home}} 的 skill-secrets.key 中）。请删除这个文件，再重新输入密钥',
  'secrets-in-system': '未更改任何内容：无法读取技能的密钥（由系统保存）。请在系统中删除，再重新输入密钥',
  'key-store-locked':
    '系统的密钥存储未能打开 {{file}}。请解锁钥匙串或密钥环，然后重试。如果要改为重新输入密钥，请删除这个文件',
  'server-field': 'MCP 服务器“{{server}}”无法使用：“{{place}}”{{why}}',
  'server-whole': 'MCP 服务器“{{server}}”无法使用：{{why}}',
  'home-not-made': '数据文件夹 {{home}} 无法创建（{{why}}）。请用 --home 或 SKILLDECK_HOME 另选一个',
  'home-not-writable': '数据文件夹 {{home}} 无法写入（{{why}}）。请检查权限和磁盘',
  'home-held': '数据文件夹 {{home}} 正被进程 {{pid}} 使用。请关闭它，或用 --home 另选一个文件夹',
  'home-held-elsewhere': '数据文件夹 {{home}} 正被另一个进程使用。请关闭它，或用 --home 另选一个文件夹',
  'lock-not-regular': '锁文件 {{file}} 不是普通文件。它不含数据：请删除它，再重新启动',
  'lock-damaged': '锁文件 {{file}} 已损坏。它不含数据：请删除它，再重新启动',
  'sign-in-unreadable': '无法读取保存的登录信息（{{why}}）。请移走 {{file}}，再重新启动',
  'folder-replaced':
    '文件夹 {{folder}} 被替换，或变成了指向别处的链接。没有在那里读取或写入任何内容。请移除链接，然后重试',
  'disk-refused': '磁盘拒绝写入（{{code}}）。未更改任何内容',
  'disk-refused-at': '磁盘拒绝写入（{{code}}，位于 {{place}}）。未更改任何内容',
  'disk-refused-why': '磁盘拒绝写入：{{why}}（{{code}}）。未更改任何内容',
  'disk-refused-why-at': '磁盘拒绝写入：{{why}}（{{code}}，位于 {{place}}）。未更改任何内容',
  'disk-no-room': '空间不足',
  'disk-quota': '配额已用完',
  'disk-file-size': '文件超过允许的大小',
  'disk-read-only': '磁盘是只读的',
  'disk-no-right': '你无权在那里写入',
  'disk-full': '磁盘已满，{{file}} 无法再保存内容。请释放一些空间，然后继续',
  'trash-later':
    '技能已安装，但被替换的内容未能移到回收站（{{why}}）。这些内容仍然保留，下次导入或启动 Skilldeck 时会移到回收站',
  'database-not-regular': '{{file}} 不是普通文件。请移走它，再重新启动',
  'database-unusable': '数据库 {{file}} 无法使用（{{why}}）。请检查文件夹、权限和磁盘',
  'database-held': '数据库 {{file}} 正被另一个程序使用。请关闭那个程序，然后重试',
  'database-replaced':
    'Skilldeck 正在使用的 {{file}} 被删除或替换，无法再保存内容。请关闭 Skilldeck，把数据文件夹放回原处，再重新启动',
  'database-newer':
    '数据库 {{file}} 由更新版本的 Skilldeck 写入（它的格式是 {{format}}，这个版本支持到 {{known}}）。未更改任何内容。请更新 Skilldeck，或恢复副本（可用 skilldeck doctor --repair 列出）',
  'database-damaged': '数据库 {{file}} 已损坏（{{why}}）。没有向它写入任何内容。{{how}}',
  'database-missing': '没有数据库 {{file}}，但这个文件夹曾被使用：{{why}}。未更改任何内容。{{how}}',
  'database-empty': '数据库 {{file}} 是空的，但这个文件夹曾被使用：{{why}}。未更改任何内容。{{how}}',
  'damage-foreign': '它不是 Skilldeck 的数据库',
  'damage-no-database': '这个文件不是数据库',
  'damage-content': '内容的格式有误',
  'damage-format': '它的格式是 {{format}}',
  'damage-tables': '缺少数据表',
  'damage-other-tables': '数据表与它的格式 {{format}} 不符',
  'used-workspaces': '其中有 {{n}} 个对话的文件',
  'used-log': '预写日志 skilldeck.db-wal 仍在其中',
  'used-repair': '对它的修复曾被中断',
  'used-backups': '其中有备份',
  'repair-fresh': FRESH,
  'repair-save': `${SAVE}。${FRESH}`,
  'repair-restore': `${SAVE}。要恢复备份（最新的在前）：{{restore}}。${FRESH}`,
};
