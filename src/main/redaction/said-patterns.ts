/** Secrets that people say rather than paste: names beside a role, words and codes that open something, labelled numbers. */
import { anyCase } from '../../shared/text/text.ts';
import { wordy } from './further-patterns.ts';
import { card, key, personal, type RedactionPattern } from './key-patterns.ts';

const END = '(?![A-Za-z0-9])';
const HAN = String.raw`\p{Script=Han}`;
/** “for the box”, “on the back”, “of our rental van”: between a label and its verb. */
const OF = String.raw`(?:\s(?:of|for|on|to|in|at|from|under|behind|with)(?:\s[\p{L}\d'’.-]{1,20}){1,6}?|\s(?:I|we|you|he|she|they)(?:\s\p{L}{2,12}){1,3}?)?`;
const VERB = String.raw`\s{0,3}(?:[:：=(（【\x60]|->|→|(?<=[a-z])['’]s\s|\*\*|(?:,?\s?(?:which|that)\s)?(?:is|was|are|were|to|reads?|says?|becomes?|remains?|(?:used to|should|will|must|has to|can) be|(?:(?:is|was|got|has been|i|we) )?(?:changed|set|reset|updated|switched)(?: it)? to)(?: now| still| called)?\s|[是为叫])\s{0,3}["'“‘*\x60]{0,2}`;
/** A verb, or in Chinese no sign at all. */
const HAN_VERB = String.raw`(?:现在|目前|应该|分别|就|还|我|仍然|一直|大概|好像|可能|没变|给你|发你了?|如下)?[,，]?(?:还|就)?\s{0,2}(?:[:：=→]|[是为叫写填]|写的是|返回了?|(?:设|用|改|写|填)的是?|(?:改|设|换|重置|更新|修改|设置)(?:成|为)?了?)?\s{0,3}["'“‘「【(（\x60]?`;

const after =
  (remove: typeof key) =>
  (label: string, value: string, holds?: RedactionPattern['holds']): RedactionPattern =>
    remove(`(${label})(?!\\[redacted)${value}`, holds);
const secret = after(key);
const number = after(card);
const fact = after(personal);

// Names. A role that programs have too ("client", "agent") needs a sign before the name.

const WORD = String.raw`\p{Lu}\p{Ll}['’]?\p{L}{1,20}(?:-\p{Lu}\p{Ll}{1,20})?`;
const PARTICLE = '(?:(?:de|da|di|del|della|van|von|der|den|bin|al|el|la|le|du|dos|y) ){0,2}';
const INITIAL = String.raw`(?:\p{Lu}\.? ){0,3}`;
const FULL_NAME = `${INITIAL}${WORD}(?: \\p{Lu}\\.)?(?: ${PARTICLE}${WORD}){1,3}`;
const ANY_NAME = `${INITIAL}${WORD}(?: ${PARTICLE}${WORD}){0,3}`;

const KIN =
  'husband|wife|spouse|partner|son|daughter|mother|father|mum|mom|dad|brother|sister|uncle|aunt|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|fianc[ée]e?|boyfriend|girlfriend|roommate|flatmate|neighbou?r|colleague|coworker|co-worker|boss|friend|nanny|babysitter';
const ROLE =
  'patient|landlord|landlady|tenant|attorney|lawyer|solicitor|barrister|paralegal|notary|accountant|bookkeeper|receptionist|secretary|nurse|surgeon|dentist|doctor|midwife|therapist|psychologist|psychiatrist|physiotherapist|pharmacist|teacher|tutor|headteacher|professor|pupil|witness|defendant|plaintiff|claimant|complainant|victim|suspect|detainee|inmate|beneficiary|executor|guarantor|applicant|payee|caregiver|guardian|housekeeper|concierge|electrician|plumber|policyholder|account ?holder|cardholder|card holder|caseworker|social worker|supervisor|employee|passenger|travell?er|bride|groom|trustee|donor|subscriber|hotel guest|emergency contact|contact person|next of kin|point of contact';
const LOOSE_ROLE =
  'manager|driver|agent|client|customer|guest|contact|owner|director|member|student|candidate|recipient|sender|holder|caller|visitor|officer|representative|rep|lead|contractor|signatory|borrower|buyer|seller';
const FIELD =
  'name on (?:the )?(?:card|ticket|passport|booking|account)|(?:full|legal|account|maiden|married|birth|given|first|last|middle|family|cardholder|passenger|guest|patient|customer|contact|real) name|surname|forename|signed(?: by|,)?|attn|c/o|care of';
const TITLE = String.raw`(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\.? )?`;

/** Names of firms, places and programs follow a role as well. */
const NO_PERSON =
  /\b(?:Inc|Ltd|LLC|GmbH|Corp|Company|University|Institute|College|School|Hospital|Clinic|Street|Road|Avenue|City|Airport|Hotel|Bank|Center|Centre|Service|Services|Support|Team|Department|Office|Desk|System|Systems|Group|Agent|Studio|Cloud|Code|Server|Kit|Mode|Name|Number|Terminal|Experience|Success|Relations|Interface|Library|Day|Union|Party|States|America|York|Act|Model|Driver|Manager|Portal|Card|Records?|Club|House|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;
const isPerson = (text: string): boolean => !NO_PERSON.test(text);

const SURNAMES =
  '欧阳|上官|司马|诸葛|司徒|慕容|皇甫|尉迟|公孙|令狐|长孙|宇文|东方|夏侯|南宫|端木|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫经房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀羊惠曲封段富巫乌焦巴弓牧山谷车侯班宁仇栾甘厉戎祖武符刘景詹束龙叶幸司黎溥印怀蒲邰从索赖卓屠蒙池乔阴胥双闻党翟谭申冉桑桂牛寿通边燕冀尚农温庄晏柴瞿阎连习容向古易慎戈廖耿满匡文寇广欧蔚沃利关师聂晁勾敖融冷简饶曾关蒯相查游权盖益桓公肖涂艾佟佘苟覃闫岳帅楚丘麦冼隋邸仝晋宫迟桑植候]';
/** Words that begin like a name. */
const NO_NAME =
  /^(?:方[案式法便向面]|任[务何意职]|程[序度]|许[可多]|周[期围边末日]|[安][全装排]|高[级效度中]|金额|段落|项目|严[重格]|何[时处种]|成[功员本立为]|时[间候长]|文[件档本化字]|应[用该当]|管理|单[位独个元]|符合|包[括含裹]|广[告泛]|相[关同应]|经[验理常过济历]|通[过知常道]|连接|明[确天日年白]|解[决释答除]|关[于系闭注键]|向[量导上]|简[单介称历]|和|计[划算]|平[台均时]|华[为侨]|公[司开共式]|师[傅生]|从[而事]|查[看询找]|双[方向]|利[用益润率]|封[面装闭]|车[辆票次站间道]|别|强[调度制烈]|支[持付出]|容[易器量]|温[度馨]|常[见用规常]|全|路[径线由]|满[足意]|农[业村民]|水[平果]|山[区]|景[区点]|党|班[级主]|边|云|古|花[费园]|马上|张[贴开]|余额|曲|怀[疑孕]|习惯|党员|司机|易[于]|元|白|后[来续台]|史|尤其|富|惠|印[象刷]|游[戏客]|权[限利]|益)/;
const isName = (text: string): boolean => !NO_NAME.test(text);
const HAN_ROLE =
  '乘客|乘机人|旅客|联系人|持卡人|收件人|收货人|寄件人|发件人|入住人|预订人|投保人|被?保险?人|受益人|申请人|报案人|当事人|责任人|负责人|法定代表人|法人代表|法人|监护人|签收人|经办人|委托人|担保人|借款人|出租人|承租人|开户名|户名|户主|业主|房东|房客|租客|租户|原告|被告|证人|患者|病人|病患|伤者|产妇|主治医生|主治医师|医生|大夫|护士|律师|会计|出纳|司机师傅|司机|班主任|导师|老师|学生|同学|家长|员工|同事|领导|老板|经理|主管|总监|客户|会员|财务|人事|行政|销售|客服|采购|前台|助理|秘书|校长|院长|董事长|总经理|股东|合伙人|代理人|代表|候选人|应聘者|求职者|讲师|教练|保姆|阿姨|邻居|朋友|闺蜜|室友|舍友|男朋友|女朋友|男友|女友|未婚夫|未婚妻|丈夫|妻子|老公|老婆|爱人|儿子|女儿|孩子|宝宝|爸爸|妈妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|弟弟|姐姐|妹妹|表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐|堂妹|叔叔|舅舅|姑姑|侄子|侄女|外甥|真实姓名|姓名|名字|曾用名';
/** A name ends at a sign, or before a word that goes on with the sentence. */
const HAN_END = `(?=[^\\p{Script=Han}]|$|老师|医生|大夫|先生|女士|小姐|律师|教授|主任|经理|同学|师傅|阿姨|女儿|儿子|说|在|的|住|和|与|跟|已|今|昨|明|去|来|要|想|将|于|电话|手机|身份|护照|因|从|到|也|都|被|把|诉|称|表示|要求|认为|向|对|起诉|来电|来访|反映|处|处理|名下|等|给|有|没|会|能|就|是|这|那|刚|正|读|上周|上个|下周|本人|同意|需要|联系|负责|签|申请|生日|生于|出生)`;

// Words and codes that open something.

/** One that no sentence has: a digit or a sign within letters, or digits alone. */
const PASSWORD = String.raw`(?=[^\s"'“”，。；、]{0,64}[\d!@#$%^&*?_~+])(?:[^\s"'“”\x60<>，。；、！？（）\p{Script=Han}]){3,127}[^\s"'“”\x60<>，。；、！？（）.,;:)\p{Script=Han}]`;
/** One piece of letters, digits and signs that is no word, number or name of a file. */
const MADE_UP = String.raw`(?=[^\s:]{0,40}\d)(?=[^\s]{0,40}[a-zA-Z]{2})(?:[\w.@+-]{2,40}:)?(?=[\w!@#$%^&*?+~-]{0,40}(?:[A-Z!@#$%^&*?+~_-]))[\w!@#$%^&*?+~-]{6,64}`;
const SECRET = anyCase(
  String.raw`(?<![A-Za-z])(?:(?:[\w-]{1,20} )?(?:password|passphrase|passcode|pass ?word|passwd|pwd|pw|pass(?= is |: )|login pin))`,
);
const OPENER = anyCase(
  '(?<![A-Za-z])(?:(?:door|front door|gate|alarm|entry|entrance|access|safe|locker|garage|lock ?box|key ?box|building|keypad|bike lock|lock|vault|intercom|pairing|unlock|verification|security|one-time|login|confirmation|auth(?:entication)?|sms|2fa|mfa|recovery|backup|reset|voicemail|sim|puk|atm|card|bank|phone|tablet|debit card)[ -](?:pass)?(?:codes?|pins?|combination|combo)|otps?|pass ?code|puk|combination|one-time (?:password|pin))',
);
const CODE = `(?=[A-Za-z-]{0,24}\\d)[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){0,5}${END}`;
const HAN_PASSWORD =
  '(?:密码|口令|暗号|密碼|PIN码|(?:[验驗]|动|校|授|激|提|取|兑|核|开|门|解|邀|恢|备|安|登|支|查)\\p{Script=Han}{0,2}[码碼]|인증번호|認証コード)';

// Numbers by their label.

const NUMBER_OF =
  'vin|imei|iccid|meid|mrn|npi|ein|vat|eori|uhid|(?:(?:vehicle|chassis|engine|medical record|hospital|patient|chart|policy|insurance|member(?:ship)?|subscriber|group|loyalty|student|pupil|employee|staff|payroll|badge|personnel|service|military|voter|election|alien(?: registration)?|green card|permit|residence permit|visa|case|docket|prisoner|inmate|licen[cs]e|certificate|title deed|deed|medicare|medicaid|medical card|health card|ohip|tax|taxpayer|company registration|swift|wallet|meter|customer|beneficiary|claim|(?:[a-z]{2,12} ){0,2}card|(?:bank |checking |savings )?account|routing|serial|sim)(?: id(?:entification)?)?)[ -](?:numbers?|no\\.?|id|ref(?:erence)?|#)|(?:medicare|medicaid|insurance|student|employee|staff|patient|member|badge|voter)(?: card)? id';
const NUMBER = String.raw`(?=(?:[A-Za-z]{0,6}[ ./-]?){0,3}\d)(?:[a-z](?=\d{5})|[A-Z0-9])(?:[A-Z0-9]|[./ -](?=[A-Z0-9]*\d)){3,28}[A-Z0-9]${END}`;
const HAN_NUMBER_OF =
  '(?:病历|病案|门诊|住院|就诊卡?|诊疗卡|医保卡?|社保卡?|公积金|保险?单|保单|学籍|学生证|学号|工号|员工|工作证|警号|准考证|考生|报名|会员卡?|储值卡|健身卡|档案|驾驶证|行驶证|车架|发动机|结婚证|离婚证|出生证|房产证|不动产权?证?|产权证|户口本?|残疾证|老年证|居住证|暂住证|签证|港澳通行证|台胞证|军官证|士兵证|毕业证|学位证|执业证|资格证|律师证|护士证|营业执照|纳税人?识别|税务登记|组织机构|统一社会信用|注册|备案|案件|立案|报案|受理|水表|电表|燃气|宽带|缴费户?|用户|设备|序列|串)(?:编号|证号|号码|代码|字号|号)|学号|工号|警号|税号|信用代码|军官证|士兵证|警官证|IMEI|设备号|序列号';
const HAN_NUMBER = String.raw`(?:${HAN}{1,4}字)?(?:第\s?)?(?=[A-Za-z]{0,8}-?\d)[A-Za-z0-9](?:[A-Z0-9]|[a-z](?=[a-z]?\d)|[-/ ](?=[A-Z0-9]*\d)){4,29}号?${END}`;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
const hasNumber = (text: string): boolean => digitsIn(text) >= 4 && !/^(?:19|20)\d{2}[-/. ]\d{1,2}/.test(text);

/** GB 32100: letters count from 10, by powers of three. */
function isCreditCode(text: string): boolean {
  const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const sum = [...text.slice(0, 17)].reduce((all, sign, index) => all + signs.indexOf(sign) * (3 ** index % 31), 0);
  return signs[(31 - (sum % 31)) % 31] === text[17];
}

/** ISO 3779: weighted values of digits and letters; the ninth is the check digit. */
function isVehicle(text: string): boolean {
  const values = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = [...text].reduce((all, sign, at) => all + (values.indexOf(sign) % 10) * (weights[at] ?? 0), 0);
  return /[A-Z]/.test(text) && digitsIn(text) > 3 && '0123456789X'[sum % 11] === text[8];
}

export const SAID_PATTERNS: readonly RedactionPattern[] = [
  // Names.
  fact(`(?<!\\p{L})${anyCase(`(?:${FIELD})`)}(?:${OF}${VERB}|\\s{1,2})${TITLE}`, ANY_NAME, isPerson),
  fact(
    `(?<!\\p{L})${anyCase(`(?:${ROLE}|${KIN}|${LOOSE_ROLE})`)}(?: name)?(?: \\d)?(?:${OF}${VERB}|, |\\s?\\()${TITLE}`,
    FULL_NAME,
    isPerson,
  ),
  fact(`(?<!\\p{L})(?:${ROLE}|${KIN})(?:'s name is|,? named)? ${TITLE}`, FULL_NAME, isPerson),
  fact(
    `(?<!\\p{L})(?:[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Aa]n?|[Aa]nother) (?:[a-z]{3,14} ){0,2}(?:${LOOSE_ROLE}) `,
    FULL_NAME,
    isPerson,
  ),
  fact(String.raw`(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? `, FULL_NAME, isPerson),
  fact(
    `(?<!\\p{L})${anyCase("(?:i['’]?m|i am|my name is|my name['’]s|the name is|name['’]s|this is|it['’]s|speaking with|i mean|ask for|speak to|yours sincerely,?|kind regards,?|best regards,?)")}\\s{1,3}${TITLE}`,
    `${FULL_NAME}(?=\\s?(?:[.,;!?\\n(]|$|and |from |at |in |with |calling|speaking|here|again|the |\\d))`,
    isPerson,
  ),
  fact(
    String.raw`(?:(?:姓名)?拼音|英文名|[Ss]urname)[:：]?\s{0,2}`,
    String.raw`\p{Lu}{2,15}(?:[ /,]{1,2}\p{Lu}{2,20}){1,2}`,
  ),
  fact(
    `(?:${HAN_ROLE})(?:姓名|名字|名)?\\d?\\s{0,2}(?:[:：（(]|[是叫为]|名叫)\\s{0,2}`,
    `(?:(?:${SURNAMES})${HAN}{1,2}[、和与,，]\\s?){0,8}(?:${SURNAMES})${HAN}{1,2}?${HAN_END}`,
    isName,
  ),
  fact(`(?:${HAN_ROLE})`, `(?:${SURNAMES})${HAN}{2}${HAN_END}`, isName),
  fact(
    '(?:我叫|我是|名叫|名字叫|本人|署名|落款)[:：]?\\s{0,2}',
    `(?:${SURNAMES})${HAN}{1,2}?(?=[^\\p{Script=Han}]|$|的|住|，)`,
    isName,
  ),
  // Words that open something.
  secret(
    `${SECRET}${OF}(?:${VERB}|\\s(?=\\S{0,64}\\d))`,
    PASSWORD,
    (text) => !/^(?:https?:|\$|<|\{|\(|--|process\.|os\.)/.test(text),
  ),
  secret(`${SECRET}[^.\\n]{0,40}?${VERB}`, String.raw`(?:[a-z]{2,12}[ -]){2,7}\d{1,6}(?!\w)`),
  secret(
    `${anyCase('(?<![A-Za-z])(?:log ?in|user(?:name)?|account|credentials|creds|mine|hers|his|yours|theirs)|账户名?|账号|用户名|登录名')}\\s{0,2}(?:[:=]|is|are|as)?\\s{0,3}[\\w.@+-]{2,64}\\s{0,2}(?:/|,|\\||and|with)\\s{0,3}${anyCase('(?:pass(?:word)?\\s(?:is\\s)?)?')}`,
    String.raw`(?=[^\s/]{0,64}\d)(?=[^\s/]{0,64}[A-Za-z])[^\s"'“”,;/<>()]{6,64}(?<!\.)`,
  ),
  secret(
    `(?:${OPENER}${OF}(?:${VERB}|\\s{1,2})|${anyCase('(?<![A-Za-z])(?:pin(?: ?code| number)?|code(?= (?:for|of|to) ))')}${OF}${VERB})`,
    String.raw`(?:[A-Z]{1,3}-?)?\d[\d -]{2,10}\d[#*]?(?![\w-])`,
  ),
  secret(
    `${anyCase('(?:recovery|backup|scratch) (?:codes?|keys?)')}${OF}(?:${VERB}|\\s{1,2})`,
    `${CODE}(?:(?:[,;]?\\s{1,2}|,|, and | and )${CODE}){0,15}`,
  ),
  secret(
    `${HAN_PASSWORD}${HAN_VERB}`,
    String.raw`(?:\d[\d-]{2,10}\d[#*]?|(?=[\w!@#$%^&*.+~?-]{0,64}\d)[A-Za-z0-9][\w!@#$%^&*.+~?-]{3,64})(?![A-Za-z0-9_-])`,
  ),
  // The value comes first.
  key(
    new RegExp(
      String.raw`(?<![\w/.@-])${MADE_UP}(?=["'”\x60*]{0,2}(?:\s(?:[—–-] (?:that|this|it) )?(?:is|was|as)\s(?:the|my|our|your|his|her|a)\s(?:\w{1,12}\s){0,2}(?:password|pass(?:phrase|code)|pin|token|secret|key)\b|\s?[(（](?:password|密码)|(?:就|才)?[是当作]密码|这个密码|\sare (?:the|my) (?:credentials|creds|login)))`,
      'g',
    ),
  ),
  secret(
    String.raw`(?<![A-Za-z])(?:[Tt]oken|[Ss]ecret|[Kk]ey)(?:\s(?:I|we|you)\s\p{L}{2,12})?(?:${VERB}|\s{1,2})`,
    String.raw`(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])(?=[^\s]{0,40}\d)[A-Za-z0-9_+/=-]{12,128}(?![\w.(])`,
    (text) => wordy(text) < 0.4,
  ),
  // Between quotes it may have words.
  secret(
    `${HAN_PASSWORD}${HAN_VERB}(?<=[「『“"‘'【])`,
    String.raw`(?=[^」』”"’'】\n]{0,40}[\dA-Za-z])[^」』”"’'】\n]{4,40}(?=[」』”"’'】])`,
  ),
  // Passwords that Google makes for one program, and shows in groups.
  secret(`(?:${SECRET}${OF}(?:${VERB}|\\s)|授[权權]码${HAN_VERB})`, `[a-z]{4}(?: [a-z]{4}){3}${END}`, (text) =>
    /\b[^aeiou ]{4}\b/.test(text),
  ),
  secret(
    String.raw`${HAN_PASSWORD}\p{Script=Han}{0,8}[\s:：]{1,2}`,
    String.raw`(?=\w{0,40}\d)(?=\d{0,40}[A-Za-z])[\w!@#$%^&*?+~.-]{6,64}(?![\w-])`,
  ),
  secret(`授[权權][码碼]${HAN_VERB}`, `[A-Za-z]{16}${END}`),
  secret(
    String.raw`(?<![\w./~-])(?:root|admin|administrator|sa|postgres|oracle|ubuntu|guest)\s{0,2}/\s{0,2}`,
    String.raw`(?=\S{0,40}\d)(?=\S{0,40}[a-z])(?=\S{0,40}[A-Z!@#$%^&*?])[^\s"'“”,;/<>()，。；]{6,64}(?<![.])`,
  ),
  secret(
    `(?:${SECRET}[^.\\n]{0,40}?\\?\\s{1,2}(?:[Ii]t|[Tt]hat)(?:['’]s| is|:)\\s|${HAN_PASSWORD}[？?]\\s?(?:就)?是)`,
    PASSWORD,
  ),
  secret(
    `(?:账号|用户名|帐号)(?:和|、|/)?密码(?:分别)?${HAN_VERB}[\\w.@+-]{2,64}\\s{0,2}(?:和|、|/|，|,|\\s|:)\\s{0,2}`,
    String.raw`[^\s，。；、]{5,64}`,
  ),
  secret(
    `${anyCase("(?:mother['’]?s )?maiden name|(?:first|childhood|favou?rite) (?:pet|school|teacher|car|street|film|book|city)(?:['’]s name)?|(?:security|secret) (?:answer|question)|(?:密保|安全)(?:问题)?(?:的)?答案")}${OF}(?:${VERB}|[是为:：])`,
    String.raw`(?:\p{Lu}[\p{L}'’-]{2,24}(?: \p{Lu}[\p{L}'’-]{1,24}){0,2}|${HAN}{2,6}(?=[^\p{Script=Han}]|$))`,
  ),
  secret(
    String.raw`(?:client-key-data|client-certificate-data|tls\.key|"auth")["']?\s{0,3}[:=]\s{0,3}["']?`,
    '[A-Za-z0-9+/]{16,8000}={0,2}',
  ),
  secret(
    String.raw`(?<![\w-])(?:\w{0,20}(?:[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Kk]ey|KEY)\s{1,3}|(?:[密秘]钥|令牌|私钥)\s{0,3})`,
    `(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:[a-z]{2,8}[_-])?[0-9a-f]{16,128})${END}`,
  ),
  key(/(?<![A-Z0-9-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![A-Z0-9-])/g),
  secret(
    anyCase(String.raw`(?:security|secret) question[^\n]{0,80}?answer(?:\s?[:=]|\sis)?\s{1,2}`),
    String.raw`["'“]?[\p{L}\d][\p{L}\d'’-]{2,24}`,
  ),
  secret(
    String.raw`(?:(?:[密秘]钥|私钥|令牌)\s{0,2}|(?:[Kk]ey|[Tt]oken|[Ss]ecret)\s{0,2}(?=[是为设改返:：]))${HAN_VERB}`,
    String.raw`(?=[\w/+-]{0,64}\d)[A-Za-z0-9][\w!@#.+/=-]{7,256}`,
  ),
  secret(
    String.raw`(?:[,;\n]|\band|\bwith|\busing)\s{1,2}(?:key|pass|pw|psk|secret|token)\s{1,2}`,
    String.raw`(?=\S{0,64}\d)(?=\S{0,64}[A-Za-z])[^\s"'“”,;<>()]{8,128}(?<!\.)`,
  ),
  number(
    String.raw`(?:(?:\b[Ee]xp\w{0,8}|valid|有效期)[^\n]{0,20}?|\d{4}[,;，]?\s)\d{2}\s?/\s?\d{2,4}[,;，；]?\s?(?:code|sec(?:urity)?(?: code)?|安全码)?\s?`,
    `\\d{3,4}${END}(?![/.:])`,
  ),
  // Numbers.
  number(`(?<!\\p{L})${anyCase(`(?:${NUMBER_OF})`)}${OF}(?:${VERB}|\\s{1,2})`, NUMBER, hasNumber),
  number(`(?:${HAN_NUMBER_OF})${HAN_VERB}`, HAN_NUMBER, hasNumber),
  card(/(?<![A-Z0-9])[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}(?![A-Z0-9])/g, isCreditCode),
  card(/(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g, isVehicle),
  number('(?:打到|转到|汇到|转给|打款[到至]|汇款[到至]|转账[到至给])\\s{0,2}', `\\d(?:[ -]?\\d){9,22}${END}`),
  // Accounts elsewhere, and places.
  fact(
    `(?<!\\p{L})${anyCase('(?:instagram|insta|snapchat|discord|venmo|cash ?app|paypal|tiktok|twitter|facebook|psn|steam|xbox|zelle)(?: (?:id|handle|account|name|tag|username|user))?')}${VERB}`,
    String.raw`[@$]?(?=[\w.-]{0,30}[\d_.@$])[A-Za-z][\w.-]{3,30}(?<!\.)(?![\w-])`,
  ),
  fact(
    `(?:抖音|快手|微博|小红书|支付宝|淘宝|京东|钉钉|陌陌|知乎|B站)(?:账号|帐号|号|ID|id)${HAN_VERB}`,
    String.raw`[\w@.-]{5,40}(?!\w)`,
  ),
  fact(
    '(?:宿舍|公寓|寝室|寄到|寄往|送到|快递到|户籍(?:地址)?|籍贯)[是为:：]?\\s{0,2}',
    String.raw`(?=[^\n，。；]{0,40}\d)${HAN}[^\n，。；,;]{4,60}(?:[舍室号栋幢房座楼]\d{0,4}|\d{3,4})`,
  ),
];
