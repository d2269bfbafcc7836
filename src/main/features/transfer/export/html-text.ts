/** Text of others on a page: never markup, and nothing in it is invisible. */
import { oneLine, visible } from '../../../lib/visible.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and quoted attributes. */
export const html = (text: string): string => visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
export const htmlLine = (text: string): string => html(oneLine(text));
