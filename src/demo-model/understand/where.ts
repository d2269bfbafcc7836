/** Tells the origin from the destination. */
import { atStopover, HOP, inLegs, readLegs, stopoverIn } from './legs.ts';
import { isAirport, type Place, placeSaid, unknownPlace } from './places.ts';
import { BACK, COMMON_WORDS, CORRECTION, type Known, only, type Reading, type Slots, TAKEN } from './reading.ts';
import { PLACE, PORT } from './tokens.ts';

/** Reads the words around each place. */
export function readPlaces(reader: Reading, slots: Slots, unclear: Set<string>, known: Known): Place[] {
  const { tokens } = reader;
  const P = `(${PLACE})`;
  const from: { place: Place; at: number }[] = [];
  const to: { place: Place; at: number }[] = [];
  const place = (sign: string | undefined): Place => tokens.token(sign ?? '').place as Place;
  const other = new RegExp(
    `\\b(?:change|switch|swap|replace) ${P} (?:to|for|with|by) ${P}|${P}(?:改成|改为|改到|换成|换为|换到)${P}`,
    'iu',
  ).exec(tokens.text);
  if (other !== null && known.trip.to !== undefined) {
    // A place that the trip has not stays among the words that are said back.
    if (inPlaceOf(known, slots, place(other[1] ?? other[3]), place(other[2] ?? other[4]), unclear))
      reader.text = reader.text.replace(other[0], TAKEN.repeat(other[0].length));
    return [];
  }
  const legs = readLegs(reader, place, slots);
  if (legs.length >= 2) {
    reader.each`(?:then|再|然后| to | from )*${PLACE}`(() => undefined);
    return inLegs(legs, slots, unclear);
  }
  const { from: start, to: goal } = known.trip;
  const isSwap = /\bother way (?:a)?round\b|\bswap\b|\brevers|反过来|反了|倒过来/i.test(tokens.text);
  const isPlain = isSwap && !new RegExp(PLACE).test(tokens.text);
  if (isPlain && start !== undefined && goal !== undefined) [slots.from, slots.to] = [goal, start];
  // "From there": the place that was named last.
  reader.each`\bfrom there\b|从(?:那[里边儿]?|该地)`((_, at) => {
    const sign = tokens.text.slice(0, at).match(new RegExp(PLACE, 'g'))?.at(-1);
    if (sign === undefined) return false;
    from.push({ place: place(sign), at });
    reader.text = reader.text.replace(sign, TAKEN);
    return;
  });
  const passed: Place[] = [];
  // Passed through, or refused.
  reader.each`\b(?:via|through|(?:a )?stop(?:ping|s)?(?:[- ]?over)?(?: (?:in|at))) ${P}|(?:经停?|在)${P}(?:转机?|中转|停留?)`(
    (match) => void passed.push(place(match.slice(1).find(Boolean))),
  );
  const stop = stopoverIn(tokens.text);
  if (stop !== undefined) reader.text = reader.text.replace(stop.sign, TAKEN);
  // "Not Guilin to Shanghai, Shanghai to Guilin".
  reader.each`(?:不是|\bnot )(?:from |从)?${P}\s*(?:飞|到|去|至|→|to\b)\s*${P}`(() => undefined);
  const gone: Place[] = [];
  reader.each`\b(?:not|instead of|rather than|scrap|forget|drop|skip|no longer) (?:to |from |in )?${P}|(?:不去|不是|不飞|不到|别去|不从)${P}(?:了)?|${P}(?:不去了|不想去)`(
    (match) => void gone.push(place(match.slice(1).find(Boolean))),
  );
  // "Bangkok – Hanoi – Bangkok".
  reader.each`(?<=${P}${HOP}${PLACE})${HOP}${P}`(([, start, end]) => place(start).en === place(end).en && undefined);
  reader.each`(?:\bfrom |从|由)?${P}\s*(?:\bto\b|→|⇄|↔|[-=]+>|>|＞|～|~|—+|–|-|至|(?:出发|起飞)?(?:飞往|飞到|直飞|飞|前往|去|到|回))\s*(?:the )?${P}(?!\s*(?:to|→|-|飞|到)\s*${PLACE})`(
    ([whole = '', a, b], at) => {
      from.push({ place: place(a), at });
      to.push({ place: place(b), at: at + whole.indexOf(b ?? '') });
    },
  );
  reader.each`(?:\b(?:from|leav(?:e|ing)(?: from)?|depart(?:ing|s)?(?: from)?|out of|ex|start(?:ing)? (?:in|from)|based in|liv(?:e|ing) in|(?:(?:i|we)(?:'m| am|'re| are)|stuck|stranded|currently|right now|just now|boarding) in|coming from|home is|origin) (?:either )?|[从由打自]|住在?|人在|(?:我们?|现在|目前|正)在|家在|出发地(?:是|：)?)(?:the |any )?${P}(?: airports?)?(?:这边|那边)?(?:出发|起飞|走|飞|动身|坐飞机)?|${P}(?:这边|那边)?(?:出发|起飞|走(?!走)|动身|过去|去(?=[，,。]|$))|${P}(?= to\b)`(
    (match, at) => {
      const sign = match.slice(1).find(Boolean) ?? '';
      if (BACK.test(tokens.text.slice(Math.max(0, at - 14), at)) && to.some((one) => one.place.en === place(sign).en))
        return;
      from.push({ place: place(sign), at });
    },
  );
  reader.each`(?:\b(?:to|into|make (?:it|that)|for|visit(?:ing)?|see|towards?|reach|destination(?: is)?|explore|fly(?:ing)?|go(?:ing)?|over to|(?:arrive|arriving|land|landing|be|meeting|wedding|conference|holiday|weekend|break|christmas|friends|family|daughter|son|sister|brother|mother|stay|staying|trip|week|\d+ (?:nights?|days?)) in|around|in) |飞往|飞到|直飞|飞|前往|改?去(?:一?趟|到)?|改?到|回到?|抵达|落地|目的地(?:是|：)?|赶到|换成|改成|(?<!还)是)(?:the )?${P}(?:那边|玩|看看|旅游|旅行|出差|开会|度假|探亲|过年|去|吧|了)*|${P}(?:玩|旅游|旅行|出差|开会|度假|探亲|过年|(?:之)?旅)`(
    (match, at) => {
      const sign = match.slice(1).find(Boolean) ?? '';
      to.push({ place: place(sign), at });
    },
  );
  const bare: { place: Place; at: number }[] = [];
  reader.each`${P}`(([, sign], at) => void bare.push({ place: place(sign), at }));
  for (const [sign, port] of [...tokens.text.matchAll(new RegExp(PORT, 'g'))].map(
    ({ 0: one }) => [one, tokens.token(one)] as const,
  )) {
    const code = port.codes?.[0];
    if (code === undefined || !reader.text.includes(sign)) continue;
    const at = tokens.text.indexOf(sign);
    const before = tokens.text.slice(Math.max(0, at - 8), at);
    if (/\b(?:to|into|at)\b|到|飞|去/i.test(before)) to.push({ place: unknownPlace(code), at });
    else if (/\bfrom\b|从/i.test(before)) from.push({ place: unknownPlace(code), at });
    reader.text = reader.text.replace(sign, TAKEN);
  }
  guess(reader, known, from, to, bare);
  const settle = (slot: 'from' | 'to', found: { place: Place; at: number }[]) => {
    const left = found.filter((one) => !gone.some((other) => other.en === one.place.en));
    const last = left.at(-1);
    if (last === undefined) return;
    const first = left[0] ?? last;
    const isSame = left.every((one) => one.place.en === last.place.en);
    const between = tokens.text.slice(first.at + 1, last.at);
    // "Gatwick or Heathrow" is the city.
    const ports = only(left.filter((one) => isAirport(one.place)).map((one) => one.place.query));
    if (isSame)
      slots[slot] =
        ports.length > 1 ? placeSaid(last.place.en) : (left.find((one) => isAirport(one.place))?.place ?? last.place);
    else if (CORRECTION.test(between)) slots[slot] = last.place;
    else unclear.add(slot);
  };
  // Where one comes back to is where one left from.
  const isHome = ({ at }: { at: number }) =>
    tokens.text.startsWith('回', at) || /\b(?:back|home|return)(?: (?:in|to|at))? ?$/i.test(tokens.text.slice(0, at));
  const homes = to.filter(isHome);
  if (homes.length > 0 && to.length > homes.length && from.length === 0 && known.trip.from === undefined) {
    from.push(...homes);
    to.splice(0, to.length, ...to.filter((one) => !isHome(one)));
  }
  // Home again is no other goal.
  const home = from[0]?.place;
  const goals = home !== undefined ? to.filter((one) => one.place.en !== home.en) : to;
  const starts = to[0] !== undefined && from.length > 1 ? from.filter((one) => one.place.en !== to[0]?.place.en) : from;
  settle('from', starts);
  // "I have to be in Shanghai on Friday, and go home to Beijing": only the one without a role is left to go to.
  const isOnlyHome =
    home !== undefined && bare.length > 0 && to.length > 0 && to.every((one) => one.place.en === home.en);
  settle('to', isOnlyHome ? bare : goals);
  // "To London, Heathrow only".
  for (const slot of ['from', 'to'] as const) {
    const found = slots[slot];
    const [port, ...others] = bare.filter(({ place: one }) => isAirport(one) && one.en === found?.en);
    if (found === undefined || port === undefined) continue;
    slots[slot] = others.length > 0 || isAirport(found) ? placeSaid(found.en) : port.place;
  }
  // "To Havana, sorry, I mean Panama City".
  const placed = [
    ...from.map((one) => ({ ...one, side: 'from' as const })),
    ...to.map((one) => ({ ...one, side: 'to' as const })),
  ];
  for (const one of bare) {
    const before = placed
      .filter(({ at }) => at < one.at)
      .toSorted((a, b) => a.at - b.at)
      .at(-1);
    if (before !== undefined && CORRECTION.test(tokens.text.slice(before.at + 1, one.at)))
      slots[before.side] = one.place;
  }
  const rest = bare.filter(
    ({ place: one }) =>
      one.en !== slots.from?.en && one.en !== slots.to?.en && !gone.some((other) => other.en === one.en),
  );
  const isChoice =
    rest.length > 0 &&
    rest.some(
      (one) =>
        /(?:\bor|或者?|还是|要么)\s*(?:to |从|去)?$/i.test(tokens.text.slice(0, one.at)) ||
        /^\s*(?:or\b|或)/i.test(tokens.text.slice(one.at + 1)),
    );
  const plain = only(rest.map((one) => one.place));
  const isFresh = known.trip.from === undefined && known.trip.to === undefined;
  const stopover = stop === undefined ? [] : atStopover(stop, place(stop.sign), slots, known);
  if (stopover.length > 0) return inLegs(stopover, slots, unclear);
  if (slots.from === undefined && slots.to === undefined && plain.length === 2 && !isChoice && isFresh) {
    [slots.from, slots.to] = plain as [Place, Place];
    return [];
  }
  const pair = new RegExp(`${P},? ?(?:or|或者?|还是)(?: to| from|从|去)? ?${P}`, 'i').exec(tokens.text)?.slice(1);
  if (isChoice && plain.length > 0 && (slots.to ?? slots.from) !== undefined) {
    const either = pair?.map((sign) => place(sign).en) ?? [];
    const isOf = (list: typeof from) => list.some((one) => either.includes(one.place.en));
    const side = isOf(from) || (!isOf(to) && slots.from === undefined) ? 'from' : 'to';
    delete slots[side];
    unclear.add(side);
    return [];
  }
  if (
    plain.length === 1 &&
    plain[0] !== undefined &&
    !isChoice &&
    (slots.from === undefined) !== (slots.to === undefined) &&
    isFresh
  ) {
    slots[slots.from === undefined ? 'from' : 'to'] = plain[0];
    return [];
  }
  if (plain.length > 1 && slots.to === undefined) unclear.add('to');
  return plain.length === 1 ? plain : [];
}

/** "Change Bergen to Oslo", 罗马改成威尼斯: false where the trip has no such place. */
function inPlaceOf({ trip }: Known, slots: Slots, was: Place, now: Place, unclear: Set<string>): boolean {
  const other = (one: Place) => (one.en === was.en ? now : one);
  if (trip.legs !== undefined) {
    if (!trip.legs.some(({ from, to }) => from.en === was.en || to.en === was.en)) return false;
    const legs = trip.legs.map((leg) => ({ ...leg, from: other(leg.from), to: other(leg.to) }));
    inLegs(legs, slots, unclear);
    return true;
  }
  const end = (['from', 'to'] as const).find((one) => trip[one]?.en === was.en);
  if (end !== undefined) slots[end] = now;
  return end !== undefined;
}

const NO_PLACE =
  /^(?:I|Hi|Hello|Hey|Flights?|Fly(?:ing)?|Go(?:ing)?|Head(?:ing)?|Travell?ing|Trip|Tickets?|Seats?|Back|Return|Change|Switch|Move|Off|Direct|Book|Get|Need|Find|The|A|My|Our|You|We|It|Me|Us|Christmas|Easter|Thanksgiving|New|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mum|Mom|Dad|Grandma|Economy|Business|First|Premium|Please|Cancel|January|February|March|April|May|June|July|August|September|October|November|December)$/;
/** A name that is on no list: whether it can be flown to is for the skill's script to say. */
function guess(
  reader: Reading,
  known: Known,
  from: { place: Place; at: number }[],
  to: { place: Place; at: number }[],
  bare: readonly { place: Place; at: number }[],
): void {
  const name = "(?<!\\b(?:except|not|but|without|than) )(\\p{Lu}[\\p{Ll}'’-]+(?: \\p{Lu}[\\p{Ll}'’-]+){0,2})";
  const { text } = reader.tokens;
  // "ⓟ to seville".
  reader.text = reader.text.replace(
    new RegExp(`(${PLACE}|${TAKEN})(?: to | ?(?:-+>?|–) ?)([a-z]{3,})(?=$|[\\s,.!?])`, 'u'),
    (said, _, word: string) => {
      if (to.length > 0 || COMMON_WORDS.has(word) || /^(?:any|some)where/.test(word)) return said;
      to.push({ place: placeSaid(`${word[0]?.toUpperCase()}${word.slice(1)}`), at: 1 });
      return TAKEN.repeat(said.length);
    },
  );
  // "Leeds to ⓟ".
  const way = new RegExp(`(?<!${PLACE},? )${name} (?:to|-+>?|→) (?:${PLACE}|\\p{Lu}\\p{Ll})`, 'u').exec(text);
  const start = way?.[1] ?? '';
  const [first = ''] = start.split(' ');
  const isPlace = !NO_PLACE.test(first) && !COMMON_WORDS.has(first.toLowerCase());
  if (way !== null && from.length === 0 && known.trip.from === undefined && isPlace) {
    from.push({ place: unknownPlace(start), at: way.index });
    reader.text =
      reader.text.slice(0, way.index) + TAKEN.repeat(start.length) + reader.text.slice(way.index + start.length);
  }
  const read =
    ({ raw }: TemplateStringsArray, ...parts: readonly string[]) =>
    (list: { place: Place; at: number }[]) => {
      reader.text = reader.text.replace(
        new RegExp(String.raw({ raw }, ...parts), 'gu'),
        (said, one: string | undefined, other: string | undefined, at: number) => {
          const word = one ?? other ?? '';
          const isNamed =
            list === to && bare.some((one) => one.at > at && from.every(({ place }) => place.en !== one.place.en));
          if (word === '' || NO_PLACE.test(word.split(' ')[0] ?? '') || list.length > 0 || isNamed) return said;
          list.push({ place: unknownPlace(word), at });
          return TAKEN.repeat(said.length);
        },
      );
    };
  const han =
    '((?!程|云南|四川|海南|新疆|西藏|广西|贵州|福建|浙江|江苏|山东|湖南|湖北|河南|河北|江西|安徽|陕西|甘肃|青海|宁夏|内蒙|东北|江南|参加|旅游|旅行|出差|开会|看看|那边|这边|哪儿|哪里|外地|国外)(?:(?![我你他她它们的了是在不没有想要吗么什哪怎多少一个人趟次玩看回来再先飞去到从号月点岁订买票机航班最直往])\\p{Script=Han}){2,6})';
  read`\b(?:from|[Bb]ased in|[Ll]iv(?:e|ing) in|(?:[Ii]|[Ww]e)(?:'m| am|'re| are) in) ${name}|从${han}(?=[飞去到${PLACE.slice(1, -1)}${TAKEN}]|出发|起飞|走)`(
    from,
  );
  read`\b(?:to|visit) ${name}|(?:飞往|飞到|飞|去|到|(?=趟))(?:一?趟)?${han}(?=的|玩|旅游|$|[\s,，。！？${TAKEN}])`(to);
}
