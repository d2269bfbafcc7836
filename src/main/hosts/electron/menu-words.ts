import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import { menu as en } from '../../../shared/messages/en/window.ts';
import { detailText } from '../../../shared/messages/failure.ts';
import { languageFor } from '../../../shared/messages/translate.ts';
import type { Language, Words } from '../../../shared/messages/types.ts';
import { menu as zh } from '../../../shared/messages/zh/window.ts';

export type MenuWords = Words<typeof en>;

/** @param chosen the setting; @param system BCP 47, of the person's system */
export const menuWords = (chosen: Language | 'system', system: string): MenuWords =>
  languageFor(chosen, system) === 'zh' ? zh : en;

export const errorText = (words: MenuWords, error: unknown): string =>
  isSkilldeckError(error) ? detailText(words === zh ? 'zh' : 'en', error.detail, error.message).text : messageOf(error);
