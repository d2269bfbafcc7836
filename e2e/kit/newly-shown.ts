/** Finds what is new on a page, so that the rest need not be judged twice. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Elements seen in earlier states, each with its place. */
    judgedBefore?: Set<string>;
  }
}

/** Elements of a part that is judged as one. */
const SMALLEST = 12;

const LEFT_OUT = 'data-judged-before';

/**
 * Marks what is as it was, in its place, in any state before, in the elements of `part` or else the whole page; answers
 * the selector of what is marked.
 */
export async function newlyShown(page: Page, part: string): Promise<string> {
  await page.evaluate(
    ([wanted, mark, smallest]) => {
      for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
      window.judgedBefore ??= new Set();
      const before = window.judgedBefore;
      const seen: string[] = [];
      // Each drawing gives other identities to what is the same.
      const written = (element: Element) => element.outerHTML.replaceAll(/[«:_]r[\da-z]+[»:_]/g, '');
      const marked: Element[] = [];
      const look = (element: Element, place: string) => {
        const key = `${place} ${written(element)}`;
        if (before.has(key)) {
          marked.push(element);
          return;
        }
        seen.push(key);
        if (element.getElementsByTagName('*').length < smallest) return;
        const here = `${place} ${element.className}`;
        for (const child of element.children) look(child, here);
      };
      const parts = [...document.querySelectorAll(wanted)];
      for (const one of parts.length > 0 ? parts : [document.body]) look(one, '');
      for (const key of seen) before.add(key);
      for (const element of marked) element.setAttribute(mark, '');
    },
    [part, LEFT_OUT, SMALLEST] as const,
  );
  return `[${LEFT_OUT}]`;
}
