/** Finds what a user could not read or press in a narrow window with large text. */
import type { Page } from '@playwright/test';

/**
 * Names of elements that are past the window's edge and cannot be scrolled to, that are cut off without saying so, or
 * whose middle, where a user presses, is covered.
 */
export const brokenEdges = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    // Rows of a long list take their places a frame after their heights are known.
    const places = () =>
      JSON.stringify([...document.querySelectorAll('button, li')].map((one) => one.getBoundingClientRect()));
    const frame = () => new Promise((shown) => requestAnimationFrame(shown));
    for (let before = '', now = places(), frames = 0; before !== now && frames < 60; frames++) {
      before = now;
      await frame();
      await frame();
      now = places();
    }
    const { clientWidth: width, scrollWidth } = document.documentElement;
    const height = innerHeight;
    const found = scrollWidth > width ? [`the page is ${scrollWidth - width} px wider than the window`] : [];
    const dialog = [
      ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'),
    ]
      .filter((one) => one.checkVisibility())
      .at(-1);
    const place = dialog ?? document.body;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`;
    const scroller = (element: Element, axis: 'x' | 'y') => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const way = axis === 'x' ? overflowX : overflowY;
        const more = axis === 'x' ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight;
        if ((way === 'auto' || way === 'scroll') && more) return at;
        if (getComputedStyle(at).position === 'fixed') return null;
      }
      return null;
    };
    const scrolls = (element: Element, axis: 'x' | 'y') => scroller(element, axis) !== null;
    /** A small thing that floats over a list, from under which one scrolls what one wants. */
    const floatsOver = (hit: Element, element: Element) => {
      const list = scroller(element, 'y');
      return list !== null && !list.contains(hit) && hit.getBoundingClientRect().height < list.clientHeight / 4;
    };
    /** Part of its box that is visible now, within its containers. */
    const seen = (element: Element) => {
      const own = element.getBoundingClientRect();
      const box = {
        left: Math.max(own.left, 0),
        top: Math.max(own.top, 0),
        right: Math.min(own.right, width),
        bottom: Math.min(own.bottom, height),
      };
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const clip = at.getBoundingClientRect();
        box.left = Math.max(box.left, clip.left);
        box.top = Math.max(box.top, clip.top);
        box.right = Math.min(box.right, clip.right);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
      return box;
    };
    for (const element of place.querySelectorAll(
      'button, a[href], input, textarea, [role="tab"], [role="combobox"], h1, h2, h3, label, dt',
    )) {
      const { overflowX, textOverflow, pointerEvents } = getComputedStyle(element);
      const own = element.getBoundingClientRect();
      if (
        own.width <= 1 ||
        own.height <= 1 ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      if (element.closest('[inert], [aria-hidden="true"]') !== null) continue;
      if ((own.right > width + 1 || own.left < -1) && !scrolls(element, 'x'))
        found.push(`over the edge: ${nameOf(element)}`);
      if ((own.bottom > height + 1 || own.top < -1) && !scrolls(element, 'y'))
        found.push(`out of reach: ${nameOf(element)}`);
      if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${nameOf(element)}`);
      if (!element.matches('button, a, input, textarea, [role="tab"], [role="combobox"]') || pointerEvents === 'none')
        continue;
      const box = seen(element);
      const isWhole = box.right - box.left > own.width - 2 && box.bottom - box.top > own.height - 2;
      if (!isWhole) continue;
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      // A notice that comes and goes, and can be closed.
      if (hit?.closest('[data-sonner-toast]') != null) continue;
      const isOwn =
        hit !== null &&
        (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true);
      if (!isOwn && !(hit !== null && floatsOver(hit, element)))
        found.push(`covered: ${nameOf(element)} by ${hit === null ? 'nothing' : nameOf(hit)}`);
    }
    return [...new Set(found)];
  });
