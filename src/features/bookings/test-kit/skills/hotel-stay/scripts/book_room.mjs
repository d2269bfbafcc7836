import { fail, given, keep, kept, ROOMS, show, stay } from './hotel.mjs';

const { city, from, to, room, guest, quote } = given;
const { title, price } = ROOMS.find(({ id }) => id === room) ?? fail(`No room ${room}`);
const facts = [...stay(from, to), { label: { en: 'Guest', zh: '入住人' }, value: guest }];
if (quote) {
  const ask = { confirm: { en: 'Book the room', zh: '预订房间' }, decline: { en: 'Not now', zh: '暂不' } };
  const notes = [{ en: 'Free cancellation until the day before', zh: '入住前一天可免费取消' }];
  show(
    {
      kind: 'hotel-quote',
      version: 1,
      title: { en: 'Book this room', zh: '预订这个房间' },
      subtitle: title,
      price,
      facts,
      notes,
      ask,
    },
    'quoted',
  );
} else {
  // A record that cannot be read may be this very stay.
  const unread = process.env.SKILL_UNREAD_RECORDS;
  if (unread !== undefined) fail(`Not known whether it was booked: ${unread} cannot be read`, 12);
  const record = {
    kind: 'hotel-confirmation',
    version: 1,
    key: `ST${kept().length + 1}`,
    title: { en: `Hotel in ${city}`, zh: `${city}的酒店` },
    subtitle: title,
    status: { text: { en: 'Confirmed', zh: '已确认' }, tone: 'success' },
    price,
    facts,
    period: { from, to },
  };
  keep(record);
  show(record, `booked ${record.key}`);
}
