import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** The type scale has a step of its own (`text-md`), which the merger must know for a size and not for a colour. */
const merge = extendTailwindMerge({ extend: { classGroups: { 'font-size': [{ text: ['md'] }] } } });

/** Class names joined; of two that set the same property the later wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
