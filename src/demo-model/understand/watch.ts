/** A wish to hear of a price: "tell me when it is below 300", "price alert under £250", 低于2000元告诉我, 降价了告诉我. */
import { MONEY, readMoney } from './money.ts';
import type { Facts } from './places.ts';

const LOW = `(?:(?:below|under|less than|cheaper than)|低于|少于|不到|[降跌]到|降至) ?(${MONEY})(?: ?以下| ?以内)?`;
const PLAIN_LOW = LOW.replace(`(${MONEY})`, MONEY);
const DROPS = '\\b(?:cheaper|drops?|falls?|goes down|comes down|changes?)\\b';
const WISHES = new RegExp(
  [
    `\\b(?:please )?(?:tell|notify|alert|warn|let|ping) (?:me|us)(?: know)? (?:when|if|once|as soon as)\\b[^.;!?\\d]*?(?:${PLAIN_LOW}|${DROPS}(?:[^.;!?\\d]*?${PLAIN_LOW})?)`,
    `\\b(?:set (?:up )?)?(?:an? )?price (?:alert|watch)\\b(?:[^.;!?\\d]{0,20}?${PLAIN_LOW})?`,
    `\\b(?:watch|track|monitor|keep an eye on) (?:the |this |that |its )?(?:price|fare)s?\\b(?:[^.;!?\\d]*?${PLAIN_LOW})?`,
    `(?:价格|票价|机票)?(?:一旦|如果|要是|等)?(?:${PLAIN_LOW}|降价了?|便宜了?|跌价了?)[^。；！？\\d]{0,8}?(?:告诉|通知|提醒|叫)(?:我|一声)`,
    `(?:告诉|通知|提醒)我[^。；！？\\d]{0,8}?(?:${PLAIN_LOW}|降价|便宜了)`,
    `(?:关注|盯着?|监控|留意)(?:一下)?(?:这个|这些|它的)?(?:价格|票价)|(?:价格|降价)提醒(?:[^。；！？\\d]{0,8}?${PLAIN_LOW})?`,
  ].join('|'),
  'i',
);

/** `rest`: the message without it. `facts`: the amount and its currency, where they were said. */
export function readWatch(text: string): { readonly rest: string; readonly facts: Facts } | undefined {
  const wish = WISHES.exec(text)?.[0];
  if (wish === undefined) return undefined;
  const said = new RegExp(LOW, 'i').exec(wish)?.[1] ?? '';
  const currency = readMoney(said, false)?.currency;
  const below = readMoney(said, true)?.amount ?? readMoney(`${said}元`, true)?.amount;
  return {
    rest: text.replace(wish, ' ').replace(/[\s,，.。;；!！?？]+$|^[\s,，.。;；!！?？]+/g, ''),
    facts: { ...(below === undefined ? {} : { below }), ...(currency === undefined ? {} : { currency }) },
  };
}
