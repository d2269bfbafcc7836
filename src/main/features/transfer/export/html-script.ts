/**
 * Script of an exported page: search with all hits marked, steps from hit to hit, links from a column of the timeline
 * to its request. It uses only the page; the page's policy lets it load nothing.
 */
export const SCRIPT = `
(() => {
  const $ = (id) => document.getElementById(id);
  const box = $('find'), said = $('found'), main = document.querySelector('main');
  const fold = (text) => text.toLowerCase();
  let places = [], now = -1, timer;
  const mark = () => {
    if (!globalThis.CSS || !CSS.highlights) return;
    CSS.highlights.set('found', new Highlight(...places));
    CSS.highlights.set('now', new Highlight(...(places[now] ? [places[now]] : [])));
  };
  const look = () => {
    places = []; now = -1;
    const wanted = fold(box.value.trim());
    if (wanted !== '') {
      const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node && places.length < 20000; node = walk.nextNode()) {
        const text = fold(node.data);
        if (text.length !== node.data.length) continue;
        for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
          const range = document.createRange();
          range.setStart(node, at); range.setEnd(node, at + wanted.length);
          places.push(range);
        }
      }
    }
    mark();
    tell();
  };
  const tell = () => {
    said.textContent = box.value.trim() === '' ? '' : places.length === 0 ? said.dataset.none : (now + 1) + ' / ' + places.length;
  };
  const step = (by) => {
    if (places.length === 0) return;
    now = now === -1 ? (by > 0 ? 0 : places.length - 1) : (now + by + places.length) % places.length;
    const element = places[now].startContainer.parentElement;
    for (let up = element; up; up = up.parentElement) if (up.localName === 'details') up.open = true;
    element.scrollIntoView({ block: 'center' });
    mark(); tell();
  };
  box.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(look, 120); });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { box.value = ''; look(); }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    clearTimeout(timer);
    if (now === -1) look();
    step(event.shiftKey ? -1 : 1);
  });
  $('next').addEventListener('click', () => step(1));
  $('before').addEventListener('click', () => step(-1));
  const items = [...main.querySelectorAll('[data-seq]')];
  const go = (seq) => {
    const item = items.find((one) => Number(one.dataset.seq) >= seq) || items.at(-1);
    if (!item) return;
    item.scrollIntoView({ block: 'center' });
    item.classList.remove('here'); void item.offsetWidth; item.classList.add('here');
    item.setAttribute('tabindex', '-1'); item.focus({ preventScroll: true });
  };
  for (const column of document.querySelectorAll('g[data-request]')) {
    column.addEventListener('click', () => go(Number(column.dataset.request)));
    column.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); go(Number(column.dataset.request)); } });
  }
  addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') { event.preventDefault(); box.focus(); }
    if (event.key === 'j' || event.key === 'k') {
      const at = items.findIndex((one) => one.getBoundingClientRect().top > 80);
      const to = items[(at === -1 ? items.length : at) + (event.key === 'j' ? 0 : -2)];
      if (to) to.scrollIntoView({ block: 'start' });
    }
  });
  let closed = [];
  addEventListener('beforeprint', () => { closed = [...document.querySelectorAll('details:not([open])')]; for (const one of closed) one.open = true; });
  addEventListener('afterprint', () => { for (const one of closed) one.open = false; });
})();
`;
