/** Recognises typed words that are a plain yes or a plain no, in either language: anything more is neither. */
const YES =
  /^(?:yes|yeah|yep|yup|ok(?:ay)?|sure|confirm(?:ed)?|agreed?|approved?|go ahead|do it|book it|please do|好|好的|可以|行|是|是的|嗯|对|确[认定]|同意|订|没问题)(?:[,，!！.。~ ]+(?:please|thanks?|thank you|book it|go ahead|do it|confirm|yes|吧|谢谢|好的?|订吧|确认))*[.!。！~]*$/i;
const YES_ZH = /^(?:好|可以|行|订|确[认定])(?:吧|的|了|啊|预订|订吧|订票)[.!。！~]*$/;
const NO =
  /^(?:no|nope|nah|no,? thanks?|no,? thank you|don['’]t(?: book(?: it)?)?|do not|cancel(?: it)?|not now|not yet|stop|不|不了|不要|不用|不行|不同意|不订|先不订|先不|算了|取消|别订?)(?:了|吧|谢谢|，谢谢)*[.!。！~]*$/i;

export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const said = text.trim();
  if (NO.test(said)) return 'no';
  return YES.test(said) || YES_ZH.test(said) ? 'yes' : undefined;
}
