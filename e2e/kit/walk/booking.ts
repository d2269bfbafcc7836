/** Screens of a booking: a form, flights, the question before it, the booking; an edited message. */
import { answers, card, questions, say } from '../chat.ts';
import { command, expect, filled, idle, type Walk, wordsOf } from './walk.ts';

const SAID = {
  en: {
    form: 'I need a flight to Tokyo',
    trip: 'Your trip',
    search: 'I would like to fly from Beijing to Tokyo tomorrow',
    flights: 'Beijing → Tokyo',
    details: 'Details of option 1',
    choose: /^Choose option 1:/,
    name: 'Ada Lovelace',
    asksName: "passenger's name",
    city: 'tok',
    booked: 'Booking reference',
  },
  zh: {
    form: '我想订一张去东京的机票',
    trip: '行程',
    search: '我想订一张明天从北京去东京的机票',
    flights: '北京 → 东京',
    details: '第1个的详情',
    choose: /^选择第1个/,
    name: 'Zhang San',
    asksName: '乘客的姓名',
    city: '东京',
    booked: '订单号',
  },
} as const;

async function form(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const said = SAID[language];
  await say(page, said.form);
  const trip = card(page, said.trip);
  await expect(trip).toBeVisible();
  await idle(page);
  await visit('a form');
  const city = trip.getByRole('combobox').first();
  await city.fill(said.city);
  await expect(page.getByRole('listbox')).toBeVisible();
  await visit('a search for a city');
  await page.keyboard.press('Escape');
  await city.fill('');
  await city.press('Escape');
  const { forms } = wordsOf(walk);
  await trip
    .getByRole('button', { name: filled(forms.openCalendar) })
    .first()
    .click();
  await expect(page.getByRole('table', { name: forms.calendar })).toBeVisible();
  await visit('a calendar');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: forms.calendar })).toHaveCount(0);
  await city.press('Control+Enter');
  await expect(trip.locator('[aria-invalid="true"]').first()).toBeVisible();
  await visit('a form with faults');
}

export async function booking(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const said = SAID[language];
  const { bookings, cards } = wordsOf(walk);
  await form(walk);
  await say(page, said.search);
  await expect(card(page, said.flights)).toBeVisible();
  await idle(page);
  await page.getByRole('button', { name: said.details, exact: true }).click();
  await visit('flights');
  await page.getByRole('button', { name: cards.flights.offers.filter, exact: true }).first().click();
  await expect(page.getByRole('group', { name: cards.flights.offers.departs })).toBeVisible();
  await visit('flights, with what they can be filtered by');
  await page.getByRole('button', { name: said.choose }).click();
  await expect(answers(page).last()).toContainText(said.asksName);
  await idle(page);
  await say(page, said.name);
  await expect(card(page, cards.flights.quote.bookTitle)).toBeVisible();
  await visit('the question before a booking');
  await page.getByRole('button', { name: cards.flights.quote.confirm }).click();
  await expect(card(page, said.booked)).toBeVisible();
  await idle(page);
  await visit('a booking');
  await command(walk, bookings.open);
  await expect(page.getByRole('region', { name: bookings.upcoming })).toBeVisible();
  await visit('my trips');
  await page.keyboard.press('Escape');
}

/** An edited message with its two versions, in a separate conversation. */
export async function versions(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const { chat } = wordsOf(walk);
  const said = SAID[language];
  await page.keyboard.press('Alt+n');
  await expect(questions(page)).toHaveCount(0);
  await say(page, said.search);
  await expect(card(page, said.flights)).toBeVisible();
  await idle(page);
  const asked = questions(page).first();
  await asked.hover();
  await asked.getByRole('button', { name: chat.message.edit, exact: true }).click();
  await visit('a message is edited');
  await page.getByRole('log').getByRole('button', { name: chat.message.saveEdit, exact: true }).click();
  await expect(asked.getByRole('group')).toBeVisible();
  await expect(card(page, said.flights)).toBeVisible();
  await idle(page);
  await visit('a message with versions');
}
