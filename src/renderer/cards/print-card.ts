/** Prints one card and nothing else of the window: a copy of it is alone on the page while the system prints. */
const PAGE = 'print-page';

export function printCard(card: HTMLElement): void {
  document.getElementById(PAGE)?.remove();
  const page = document.createElement('div');
  page.id = PAGE;
  const copy = card.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  // Controls mean nothing on paper.
  for (const control of copy.querySelectorAll('button, [data-no-print]')) control.remove();
  page.append(copy);
  document.body.append(page);
  window.addEventListener('afterprint', () => page.remove(), { once: true });
  window.print();
}
