/** Secrets by the programs, files and formats that hold them. */
import { defined } from '../../shared/defined.ts';
import type { RedactionKind } from '../../shared/review.ts';

export interface RedactionPattern {
  readonly kind: RedactionKind;
  /** Global. Every repetition is bounded: a text may be a megabyte of one word. A first group is kept. */
  readonly pattern: RegExp;
  /** Part of every match, and quicker to search for. */
  readonly needs?: string | RegExp;
  /** True if a match is genuine; undefined if the form suffices. */
  readonly holds?: (match: string) => boolean;
}

type Check = RedactionPattern['needs'] | RedactionPattern['holds'];
/** @param given a pattern, or the source of one in Unicode. @param check part of every match, or a test of each. */
const removing =
  (kind: RedactionKind) =>
  (given: RegExp | string, check?: Check): RedactionPattern => {
    const pattern = typeof given === 'string' ? new RegExp(given, 'gu') : given;
    return typeof check === 'function'
      ? { kind, pattern, holds: check }
      : { kind, pattern, ...defined({ needs: check }) };
  };
export const key = removing('key');
export const card = removing('card');
export const personal = removing('personal');
export const phone = removing('phone');
export const email = removing('email');
export const home = removing('home');
export const network = removing('network');

const NAMED = '(?:pass(?:word|wd|phrase)?|secret|token|salt|auth_key|secure_auth_key|api_?key|private_?key)';

export const KEY_PATTERNS: readonly RedactionPattern[] = [
  key(/(private_key_id["']?\s{0,4}[:=]\s{0,4}["']?)[0-9a-f]{16,64}/gi, 'private_key_id'),
  // Private keys without their header: a sequence that begins with version 0 or 1. Certificates begin otherwise.
  key(
    /(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{3}IBA[AD]|MHcCAQEE|MIG[A-Za-z0-9+/]AgEA|MC4CAQAw)[A-Za-z0-9+/]{30,8192}(?:(?:\\n|\s{1,4})[A-Za-z0-9+/]{40,76}){0,60}={0,2}/g,
    'M',
  ),
  key(/(?<![A-Za-z0-9])fm[12][ar]?_[A-Za-z0-9+/=_,-]{20,4096}/g, 'fm'),
  // Pairs of an access and a secret key, and the keys of maps.
  key(
    /((?<![\w-])(?:AK|SK|ak|sk)["']?\s{0,2}(?:[:=：是为]|\s)\s{0,3}["']?)(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{16,128}(?![\w-])/g,
  ),
  key(/((?<![\w-])key=)[0-9a-f]{32}(?![\w-])/g, 'key='),
  // WireGuard, and other keys of 32 bytes.
  key(
    /(?<![A-Za-z0-9+/=])(?=[A-Za-z+/]{0,42}\d)(?=[0-9a-z+/]{0,42}[A-Z])[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?![A-Za-z0-9+/=])/g,
  ),
  key(/(\bsshpass\s{1,4}(?:-[a-z]\s{1,4}){0,3}-p\s{0,4}["']?)[^\s"']{1,256}/g, 'sshpass'),
  key(
    /(\b(?:redis-cli|mongo(?:sh|dump|restore)?|smbclient|ldapsearch|docker login|podman login|psql|mysql\w{0,8}|rsync|zip|unzip|7z|openssl|keytool|az login)\b[^\n]{0,200}?\s(?:-a|-p|-w|-P|-pass|-passin|-passout|-storepass|--password|-u\s\S{1,64}\s-p)[ =:]?["']?(?:pass:)?)(?!\d{1,5}\b)[^\s"'-][^\s"']{3,255}/g,
  ),
  // Terraform and PHP.
  key(
    new RegExp(
      String.raw`(\b(?:variable\s{1,4}"[\w-]{0,40}(?:password|secret|token|key)[\w-]{0,20}"\s{0,4}\{[^{}]{0,200}?default\s{0,4}=|define\s{0,4}\(\s{0,4}["']\w{0,40}${NAMED}\w{0,40}["']\s{0,4},)\s{0,4}(["']))(?:(?!\2)[^\n]){1,512}`,
      'gi',
    ),
  ),
  // An entry of an array, an object or an environment in any language.
  key(new RegExp(String.raw`(["'][\w.-]{0,40}${NAMED}["']\]?\s{0,4}(?:=>|:=|=|:|,)\s{0,4}["'])[^"'\n]{3,512}`, 'gi')),
  key(
    /((?<![A-Za-z])(?:[A-Z0-9]{1,20}_){0,4}(?:PASSWORD|PASSWD|PWD|PASS|SECRET|TOKEN|API_?KEY|SECRET_KEY|PRIVATE_KEY|CREDENTIALS?)(?:_[A-Z0-9]{1,12}){0,2}\s{0,2}=\s{0,2}["']?)(?!\[redacted|\$|null\b|none\b|true\b|false\b)[^\s"']{4,512}/g,
  ),
  key(
    /(<[\w:.-]{0,30}(?:password|passwd|secret|token|apikey)[\w.-]{0,20}(?:\s[^<>]{0,100})?>)[^<]{3,512}(?=<\/)/gi,
    '</',
  ),
  key(
    /((?:value|password)\s{0,2}=\s{0,2}["'])[^"'\n]{3,256}(?=["'][^<>\n]{0,80}name\s{0,2}=\s{0,2}["'](?:password|secret|token))/gi,
  ),
  key(/(\bmachine\s{1,4}\S{1,255}\s{1,8}login\s{1,4}\S{1,255}\s{1,8}password\s{1,4})\S{1,512}/g, 'machine'),
  // host:port:database:user:password of PostgreSQL.
  key(/(^[\w.*-]{1,255}:(?:\d{2,5}|\*):[\w*-]{1,63}:[\w*-]{1,63}:)[^\s:]{3,255}$/gm),
  key(/(\bWIFI:[^\n]{0,200}?P:)(?:\\.|[^;\n\\]){1,128}/g, 'WIFI:'),
  key(
    /((?:psk|wpa_passphrase|wep_key0|wi-?fi (?:password|key|code)|wlan-?passwort|无线密码|wifi密码)["']?\s{0,3}(?:[=:：]|is|是)?\s{0,3}["']?)[^\s"'，。]{6,64}/gi,
  ),
  key(/(otpauth:\/\/[^\s"'<>]{0,200}?secret=)[A-Z2-7=]{8,128}/gi, 'otpauth'),
  key(
    /((?:totp|2fa|mfa|otp|authenticator)[ _-]?(?:secret|seed|key)["']?\s{0,3}[:=]?\s{0,3}["']?)[A-Z2-7][A-Z2-7 ]{14,80}[A-Z2-7]/gi,
  ),
  // In capitals it needs no verb; in small letters it is a pin of a chip or a map.
  key(/(\bPIN\s{1,3})\d{4}(?![\w-])/g),
  key(
    /(\b(?:master|signing|encryption|license|licence|activation|product) key["']?\s{0,3}(?:is|[:=])?\s{0,3}["']?)(?=[A-Za-z-]{0,80}\d)[A-Za-z0-9+/=_-]{16,512}/gi,
  ),
  key(/(\bjdbc:oracle:\w{1,10}:[^\s/@]{1,128}\/)[^\s@]{1,256}(?=@)/g, 'jdbc:'),
  key(/(\bnet use\s[^\n]{0,300}?\/user:\S{1,128}\s{1,4})(?!\/)[^\s"']{1,256}/gi),
  // Hashes of passwords.
  key(/\$(?:1|2[abxy]?|5|6|7|y|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\$[A-Za-z0-9./$+=,_-]{16,256}/g, '$'),
  key(/\{(?:SSHA|SHA|MD5|CRYPT)(?:\d{3})?\}[A-Za-z0-9+/=]{16,128}/g),
  // Keys of wallets.
  key(/(?<![A-Za-z0-9])(?:[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{80,120})(?![A-Za-z0-9])/g),
  key(/(?<![A-Za-z0-9])0x[0-9a-f]{64}(?![A-Za-z0-9])/gi),
  // Providers whose keys have their own form.
  key(/(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/g),
  key(/(?<![A-Za-z0-9])(?:bce-v3\/ALTAK-[A-Za-z0-9]{8,64}\/[0-9a-f]{16,128}|oy2[a-z0-9]{40,48})(?![A-Za-z0-9])/g),
  key(/(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g),
  key(/(?<![\w-])[MNO][\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,45}(?![\w-])/g),
  key(/(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,90}/g, 'atlasv1'),
  key(
    /(?<![A-Za-z0-9])(?:PMAK-|dp\.(?:pt|st|ct|sa|scim|audit)\.|sntrys_|sntryu_|xoxe\.|EZAK|EZTK|flwseck|FLWSECK|sm_|rdme_|tfp_|ATATT|ATCTT|CFPAT-|lip_|pscale_|sq0|shippo_|ops_|A3-|nfp_|ctx7sk-|jina_|exa_|fc-|csk-|pcsk_|LTAI|AQVN|t1\.)[A-Za-z0-9_.=-]{16,512}/g,
  ),
  key(/(?<![A-Za-z0-9])(?:[sp]k\.eyJ[\w.-]{20,512}|pat[A-Za-z0-9]{14}\.[0-9a-f]{32,80})/g),
  key(
    /((?:heroku|cloudflare|algolia|datadog|twilio|sentry|azure|aws|gcp|okta|auth0|jenkins|grafana|bitbucket|jira|confluence|dropbox|fastly|linode|netlify|vercel|facebook|twitter|linkedin|zendesk|intercom|segment|mixpanel|amplitude|stripe|paypal|alipay|wechat|aliyun|tencent|baidu|huawei)[\w .-]{0,30}(?:key|token|secret|id)["']?\s{0,3}(?:is|[:=])\s{0,3}["']?)(?=[A-Za-z_-]{0,80}\d)[A-Za-z0-9_./+=-]{16,512}/gi,
  ),
  key(
    /((?:session|sess|sid|auth|jwt|csrf|xsrf|access|refresh|id)[_-]?(?:id|token|key)?=)(?=[A-Za-z%_-]{0,80}\d)[A-Za-z0-9%._+/-]{16,1024}/gi,
    '=',
  ),
  key(
    /((?:X-[\w-]{0,30}(?:Key|Token|Secret|Auth|Signature)|Private-Token|Proxy-Authorization|Ocp-Apim-Subscription-Key)["']?\s{0,2}[:=]\s{0,3}["']?)[^\s"'\\,;]{6,1024}/gi,
  ),
  key(/(\bDigest\s[^\n]{0,400}?response=["']?)[0-9a-f]{32}/gi, 'Digest'),
  key(/(AWS4-HMAC-SHA256[^\n]{0,400}?Signature=)[0-9a-f]{64}/g, 'AWS4'),
  key(
    /(https?:\/\/(?:[\w-]{1,60}\.)?(?:qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|oapi\.dingtalk\.com\/robot\/send\?access_token=|(?:hooks|api)\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/trigger\/\w{1,60}\/(?:json\/)?with\/key\/|[\w.-]{0,60}webhook\.office\.com\/webhookb2\/))[^\s"'<>\\]{8,512}/g,
    '://',
  ),
];
