/** Why a skill was unloaded, as a person is told: one wording for the command line and for exports. */
import type { EventOf } from './events.ts';

export type UnloadReason = EventOf<'skill-unloaded'>['reason'];

export const UNLOAD_REASONS: Readonly<Record<'en' | 'zh', Readonly<Record<UnloadReason, string>>>> = {
  en: {
    agent: 'the agent was done with it',
    user: 'by you',
    pressure: 'to make room',
    idle: 'not used for a while',
    mode: 'its turn was over',
  },
  zh: {
    agent: '助手已用完',
    user: '由你卸载',
    pressure: '为腾出空间',
    idle: '一段时间未使用',
    mode: '所在轮次已结束',
  },
};
