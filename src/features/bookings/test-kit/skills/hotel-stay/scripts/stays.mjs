import { kept, show } from './hotel.mjs';

const items = kept().map(({ key, title, status, price }) => ({ key, title, status, price }));
show({ kind: 'hotel-stays', version: 1, title: { en: 'My stays', zh: '我的住宿' }, items }, `${items.length} stays`);
