import { describe, expect, it } from 'vitest';
import { findAim } from './intent.ts';
import { readNames } from './names.ts';

const CANCEL = { kind: 'bookings', action: 'cancel' };
const CHANGE = { kind: 'bookings', action: 'change' };
const RULES = { kind: 'topic', topic: 'fares' };

describe('what is wished for a booking', () => {
  it.each([
    ['退票', CANCEL],
    ['我想退票', CANCEL],
    ['帮我把机票退了', CANCEL],
    ['请帮我退一下票', CANCEL],
    ['我要退票，订单号 ABC123', { ...CANCEL, reference: 'ABC123' }],
    ['我要退票，订单号 QGXVTZ', { ...CANCEL, reference: 'QGXVTZ' }],
    ['I need a refund', CANCEL],
    ["I'd like a refund for my flight", CANCEL],
    ['I want to cancel booking ABC123', { ...CANCEL, reference: 'ABC123' }],
    ['cancel my flight MU2425', CANCEL],
    ['cancel my booking of 20261124', CANCEL],
    ['我要改签', CHANGE],
    ['改签我明天的航班', CHANGE],
    ['把我的机票改到周五', CHANGE],
    ['Change my flight tomorrow', CHANGE],
    ['Could you move my booking to Friday', CHANGE],
    ['change QGXVTZ to Friday', { kind: 'change', reference: 'QGXVTZ', rest: 'on Friday' }],
  ])('is acted on: %s', (text, aim) => expect(findAim(text)).toEqual(aim));

  it.each([
    '退票要多少钱',
    '可以退票吗？',
    '我要退票的话手续费是多少',
    '改签怎么收费',
    '改签规则',
    '退票流程',
    'Can I get a refund?',
    'What does it cost to change my flight?',
    'refund policy',
    "I don't need a refund",
  ])('is a question about the rules: %s', (text) => expect(findAim(text)).toEqual(RULES));

  it('takes no flight for a booking', () => {
    expect(findAim('2026-11-24 from Vienna to Lisbon')).toEqual({ kind: 'open' });
    expect(findAim('改成CA1234')).toEqual({ kind: 'open' });
  });
});

it.each([
  ['第一个，乘客 ZHANG/SAN 和 LI/MEI', ['ZHANG SAN', 'LI MEI']],
  ['乘客张三和李四', ['张三', '李四']],
  ['Anna Baker and Tom Baker', ['Anna Baker', 'Tom Baker']],
  ['24/7', []],
])('reads the names in %s', (text, names) => {
  expect(readNames(text).names.map(({ name }) => name)).toEqual(names);
});
