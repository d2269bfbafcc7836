/** How a loaded skill stands to its folder, in words; exports and the command line say the same. */
import type { DiskState } from './events.ts';

export const ON_DISK: Readonly<Record<'en' | 'zh', Readonly<Record<DiskState, string>>>> = {
  en: {
    changed: 'changed on disk; what is loaded stays as it was until it is loaded again',
    deleted: 'deleted on disk; it goes on working until it is unloaded',
    broken: 'broken on disk; what is loaded stays as it was',
    current: 'as on disk again',
  },
  zh: {
    changed: '磁盘上的文件已更改；重新加载之前，已加载的内容保持不变',
    deleted: '磁盘上的文件已删除；卸载之前仍可继续使用',
    broken: '磁盘上的文件已损坏；已加载的内容保持不变',
    current: '已与磁盘上的文件一致',
  },
};
