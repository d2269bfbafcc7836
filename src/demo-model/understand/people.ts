/** Words for people and their ages, as sources of patterns without groups. */
export const AGE = '\\d{1,2}';
export const AGES = `${AGE}(?:(?:,? and |, ?| & |/| ?\\+ ?)${AGE})*`;
export const OLD = '(?:[- ]?(?:years?|yrs?|yo|y/o)(?:[- ]?old)?s?\\b)';
export const CHILD =
  '(?:kids?|child(?:ren)?|(?:step)?sons?|(?:step)?daughters?|boys?|girls?|little ones?|toddlers?|grandsons?|granddaughters?|grandchild(?:ren)?|nieces?|nephews?|teens?|teenagers?|lad|lass)';
export const ONE =
  '(?:step-?)?(?:wife|husband|hubby|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse|m[uo]m(?:my)?|mother|dad(?:dy)?|father|sister|brother|cousin|aunt|uncle|gran(?:dma|dpa|ny|dmother|dfather)?|nan|boss|colleague|coworker|friend|mate|roommate|flatmate|assistant|carer|missus|mrs|other half|better half)(?:-in-law)?';
export const SOME =
  '(?:step-?)?(?:friends|colleagues|coworkers|mates|classmates|students|teammates|cousins|sisters|brothers)';
export const ZH_ONE =
  '(?:老婆|老公|太太|媳妇|先生|丈夫|妻子|爱人|老伴|对象|女朋友|男朋友|女友|男友|妈妈?|爸爸?|母亲|父亲|继[父母]|奶奶|爷爷|外婆|外公|姥姥|姥爷|姐姐?|哥哥?|妹妹?|弟弟?|婆婆|公公|丈母娘|岳父|岳母|舅舅|阿姨|嫂子|嫂嫂|姐夫|妹夫|儿媳妇?|女婿|伯[父母伯]|叔叔|姑姑|姑妈|姨妈|[小老][李王张刘陈杨黄赵吴周徐孙马](?!\\p{Script=Han}?(?:从|飞|去|到))|老板|领导|闺蜜|室友|爸|妈|姐|哥|妹|弟|表[哥弟姐妹])';
export const ZH_TWO = '(?:爸爸妈妈|爸妈|爹妈|父母|爷爷奶奶|外公外婆|姥姥姥爷|公公?婆婆?|岳父母|两老人家?|二老|老两口)';
export const ZH_SOME = '(?:姐妹|兄弟|同事|朋友|同学|闺蜜|亲戚|队友|室友|学生(?!党|票|证)|(?<![，,。；;s])老人)';
export const ZH_CHILD = '(?:小孩儿?|小朋友|孩子|儿子|女儿|闺女|娃儿?|儿童|孙子|孙女|侄子|侄女|外甥女?)';
export const ZH_AGE = '\\d{1,2}(?:岁半?|周岁)';
export const ZH_ADULT = '(?:个|位|名)?\\s*(?:大人|成人|成年人)';
