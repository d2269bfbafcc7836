/** Forms never ask for payment data or secrets, no matter who wrote them. */

const SECRET =
  /\b(?:card ?(?:number|no\b|num\b|holder|expiry|expiration)|credit ?card|debit ?card|bank ?card|cvv2?|cvc2?|csc|security code|pin(?: ?code)?|password|passcode|passphrase|one.?time (?:code|password)|otp|iban|bank ?account|account ?number|routing ?number|sort ?code|swift|api ?key|secret|private key)\b/i;
const SECRET_ZH =
  /卡号|信用卡|储蓄卡|银行卡|银行账[号户]|账号密码|密码|口令|安全码|验证码|有效期|持卡人|支付(?:信息|方式|账)|密钥/;
/** "No card number is needed" asks for none. */
const DENIED = /\b(?:no|not|never|without|don't|do not)\b|不|无需|无须|勿/i;

export function asksForPayment({
  name,
  label,
  hint,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}): boolean {
  const spoken = name.replace(/[_-]+/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  const isSecret = (text: string) => SECRET.test(text) || SECRET_ZH.test(text);
  return isSecret(spoken) || isSecret(label) || (isSecret(hint) && !DENIED.test(hint));
}
