/** The phrases that want an airline, or refuse one. */

import { anyCase } from '../../shared/text/any-case.ts';
import { airlinesIn, NAMED_AIRLINE } from './airlines.ts';
import { type Reader, TAKEN } from './phrases.ts';
import { anyOf, fact, reader } from './reader.ts';

const AIRLINES = `(?:the )?${NAMED_AIRLINE}(?:(?: or | and | nor |/|或者?|和|跟|、|(?<=\\p{Script=Han})(?=\\p{Script=Han}))(?:with |on )?(?:the )?${NAMED_AIRLINE})*`;

const INSISTING =
  '(?:but |and |so |please |just |definitely |certainly |absolutely |really |ideally |preferably |under no circumstances )*';
const REFUSALS = [
  // "anything but …", "as long as it isn't …"
  "\\b(?:any(?:thing|one|body)?|any (?:other )?(?:airlines?|carriers?|compan(?:y|ies)|flights?)|all(?: airlines)?|every(?:thing|one)|as long as it|so long as it|provided it)(?: at all)?(?: works| (?:is|will be) (?:fine|ok|okay))? (?:but|bar|except(?: for)?|other than|apart from|besides|that is(?: not|n't)|which is(?: not|n't)|is(?: not|n't)|'s not)",
  // "I won't fly …", "don't put me on …"
  `\\b(?:i |we |i'd |we'd )?${INSISTING}(?:do not|don't|would not|wouldn't|won't|will not|cannot|can't|rather not|prefer not|refuse|hate|dislike|never)(?: ever| really)?(?: again)?(?: (?:want|like|wish|care))?(?: to)?(?: be)?(?: (?:fly|flying|flown|book|take|go|going|travel|travelling|use|stand|bear|put|give|choose|pick|see))?(?: me| us)?(?: again)?`,
  `\\b${INSISTING}(?:not|never)(?: ever)?(?: again)?(?: to (?:fly|go)| flying)?`,
  `\\b${INSISTING}(?:no(?: more)?|none of|avoid(?:ing)?|skip(?:ping)?|leav(?:e|ing) out|exclud(?:e|ing)|rul(?:e|ing) out|without|except(?: for)?|apart from|other than|besides)`,
]
  .map((one) => `${one}(?: with| on| by| from)?(?: again)?`)
  .join('|');
const REFUSED_AFTER =
  "(?: is| are|'s)(?: both| all)? (?:out(?: of the question)?|excluded|(?:not|no) (?:an )?(?:option|go|good)|not for (?:me|us)|off the (?:list|table))";

/** Before them is no second half of 是不是 or 要不要. */
const ZH_NOT = '(?<!(?<![不就只但可])[是要能想会可肯愿行])不';
const ZH_INSISTING =
  '(?:我们?|但是?|就是|只要|千万|死[也都]|坚决|绝对|绝|一定|请|麻烦|最好|实在|真的?|反正|可|只|就|也|都)*';
const ZH_REFUSALS = [
  `${ZH_NOT}(?:想|要|愿意?|准备|打算|能|会|喜欢|爱|考虑|接受|希望)?(?:再|给我们?|让我们?)*(?:坐|乘|搭|飞|选|订|买|要|用)?`,
  `${ZH_NOT}是`,
  '别(?:再|给我们?|让我们?)*(?:坐|乘|搭|订|选|买|要|安排|推荐|考虑)?',
  '避开|排除|剔除|去掉|拒绝|拒坐|讨厌|非',
].join('|');
const ZH_REST = '(?:其他|其它|别的|剩下的|哪家|什么|谁家|任何一家)(?:的)?(?:航空公司|公司|航班)?';
const ZH_FINE = '(?:可以|行|好|成|随便|无所谓|没问题)';
/** Ends the sentence, so that 国航不要经停 refuses no airline. */
const ZH_END = `(?:了|的|吧|啊|呀|哦)*(?=$|[\\s${TAKEN}]|${ZH_REST}|${NAMED_AIRLINE})`;

const wanted = (match: readonly (string | undefined)[]) => fact('airlines', airlinesIn(anyOf(match)));
const refused = (match: readonly (string | undefined)[]) => fact('notAirlines', airlinesIn(anyOf(match)));

export const AIRLINE_READERS: readonly Reader[] = [
  reader(`(?:非|不是)(${AIRLINES})的?不(?:坐|飞|订|选|要|可|行)`, wanted, 'gu'),
  reader(
    `${anyCase(`(?<!why )(?:${REFUSALS})`)} (${AIRLINES})(?:${anyCase(' flights?')})?(?:${anyCase(' (?:again|please|at all|if possible|this time|(?:is|are|would be|will be) (?:fine|ok|okay)|will do|works)')})*`,
    refused,
    'gu',
  ),
  reader(`(${AIRLINES})${anyCase(REFUSED_AFTER)}`, refused, 'gu'),
  reader(
    `${ZH_INSISTING}(?:(?:${ZH_REFUSALS})(${AIRLINES})(?!的?(?:航班|飞机)?(?:之外|以外))|除(?!非)了?(${AIRLINES})(?:之外|以外|外)?)(?:的|了)?(?:航班|飞机)?(?!\\s*(?:吗|么|不))(?:都|全|就)?${ZH_FINE}?`,
    refused,
    'gu',
  ),
  reader(
    `(${AIRLINES})的?(?:航班|飞机)?(?:以外|之外)的?(?:${ZH_REST}|航空公司|航班)?(?:都|全|就)?${ZH_FINE}?`,
    refused,
    'gu',
  ),
  reader(
    `(?<![坐乘搭飞订选买要])(${AIRLINES})的?(?:航班|飞机)?(?:我们?|都|就|也|可|是|坚决|绝对|一律)*(?:不(?:想|要|能|打算|愿意?|准备|再)*(?:坐|乘|搭|要|行|考虑|订|选|飞|喜欢|用)|除外|免了|免谈|算了|(?:给我)?(?:排除|去掉|剔除)掉?|别(?:给我)?(?:订|选|考虑|买))${ZH_END}`,
    refused,
    'gu',
  ),
  reader(
    `${anyCase('\\b(?:only|just) (?:with |on |by |fly(?:ing)? )?')}(${AIRLINES})|(${AIRLINES}) ${anyCase('only')}|${anyCase('\\b(?:but )?(?:fly(?:ing)? )?(?:with|on|by)')} (${AIRLINES})(?! ?\\p{Lu})|(?:[只就仅](?:想|能)?(?:坐|要|看|选|飞|订|考虑)|(?:想|要)?[坐乘搭]|(?<![不别需主必])(?:想要|要|选))(${AIRLINES})的?(?:航班|飞机)?`,
    wanted,
    'gu',
  ),
  // It leaves open what it speaks of.
  reader(
    `\\b(?:and |but )*any(?:thing| other airline| airline) (?:else )?(?:is|will be|would be|works|will do)(?: (?:fine|ok|okay|good|great))?(?: by me| with me| for me)?\\b|${ZH_REST}(?:我)?(?:都|也)${ZH_FINE}(?:就是)?`,
    () => [],
  ),
];
