import { given, ROOMS, show, stay } from './hotel.mjs';

const { city, from, to } = given;
show(
  {
    kind: 'hotel-offers',
    version: 1,
    title: { en: `Rooms in ${city}`, zh: `${city}的房间` },
    facts: stay(from, to),
    items: ROOMS.map(({ id, title, price }) => ({
      title,
      price,
      facts: [{ label: { en: 'Room', zh: '房型编号' }, value: id }],
      actions: [
        { label: { en: 'Choose', zh: '选择' }, say: { en: `I choose the ${title.en}`, zh: `我选${title.zh}` } },
      ],
    })),
  },
  ROOMS.map(({ id, price }) => `${id}: ${price.amount} ${price.currency}`).join('\n'),
);
