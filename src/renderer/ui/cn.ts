import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** The names of `styles.css` that the merger cannot guess: `text-md` is a size and not a colour, and so on. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['md'], radius: ['control', 'panel', 'bubble'], shadow: ['float', 'dialog'] } },
});

/** Class names joined; of two that set the same property the later wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
