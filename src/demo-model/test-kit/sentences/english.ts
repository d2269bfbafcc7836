import { sentencesOf } from './sentence.ts';

/** Written before the demo model was read. */
const FIRST = `
London to Paris on 28 November → from=LON; to=PAR; date=2026-11-28
I need to be in Rome before 3pm on 4 December, flying from Madrid → from=MAD; to=ROM; date=2026-12-04; arriveBefore=15:00
my wife and I are going from Dublin to Lisbon on 5 December, she hates early mornings → from=DUB; to=LIS; date=2026-12-05; adults=2 | beyond hates early mornings
New York to London on December 9, but not Heathrow please → from=NYC; to=LON; date=2026-12-09; notAirports=LHR
Family of four from Chicago to Miami, 19 December to 27 December, the kids are 7 and 12 → from=CHI; to=MIA; date=2026-12-19; return=2026-12-27; adults=3; children=1; ages=7,12
can you find me something cheap to Barcelona from Amsterdam next weekend → from=AMS; to=BCN | asks date
Anything but Ryanair, Dublin to Milan, 3 December → from=DUB; to=MIL; date=2026-12-03; notAirlines=FR
We are two adults with a 9 month old baby, Frankfurt to Vienna on 12 December → from=FRA; to=VIE; date=2026-12-12; adults=2 | asks infants
my mum wants to visit us in Toronto, she would leave Glasgow on the 10th of December → from=GLA; to=YTO; date=2026-12-10 | asks people
Paris to Tokyo 3/4 → from=PAR; to=TYO | asks date
Berlin to Athens on Friday the 4th → from=BER; to=ATH; date=2026-12-04
From Boston to Seattle on Saturday 29 November → from=BOS; to=SEA | asks date
Beijing to Shanghai tomorrow evening, back two days later → from=BJS; to=SHA; date=2026-11-23; return=2026-11-25; departAfter=18:00
I would like to go London, then Rome, then Istanbul and home to London in the first half of December → from=LON | asks to, date
Singapore – Bangkok – Hanoi, starting 2 December → date=2026-12-02 | asks to
Not Tokyo, Osaka. From Shanghai on 1 December → from=SHA; to=OSA; date=2026-12-01
I live in Seattle and want to see my sister in Denver on 11 December → from=SEA; to=DEN; date=2026-12-11
two tickets from Oslo to Copenhagen for the 30th, business class → from=OSL; to=CPH; date=2026-11-30; adults=2; cabin=business
Zurich to Lisbon 14 December direct under 200 euros → from=ZRH; to=LIS; date=2026-12-14; direct; maxPrice=200; currency=EUR
Do you have anything from Los Angeles to Sydney around Christmas? → from=LAX; to=SYD | asks date
Please book Mumbai to Delhi for me and my three colleagues on Wednesday morning → from=BOM; to=DEL; date=2026-11-25; adults=4; departBefore=12:00
Flight for one adult and two children aged 5 and 8 from Stockholm to London on 20 December → from=STO; to=LON; date=2026-12-20; adults=1; children=2; ages=5,8
Is it going to rain in Tokyo tomorrow? → asks topic
Can you book me a hotel in Paris for 28 November? → asks topic
Vancouver to Hong Kong on 8 January, returning on the 22nd, window seat → from=YVR; to=HKG; date=2027-01-08; return=2027-01-22 | beyond window seat
Dubai to London on 7 December, no stops, with a checked bag → from=DXB; to=LON; date=2026-12-07; direct; bags=1
Someone needs to pick up my dad in Munich, book him from Madrid on 15 December → from=MAD; to=MUC; date=2026-12-15; adults=1 | beyond pick up
Helsinki to Rome, leave after 10am, arrive by 6pm, 2 December → from=HEL; to=ROM; date=2026-12-02; departAfter=10:00; arriveBefore=18:00
San Diego to Denver on Dec 12 → from=SAN; to=DEN; date=2026-12-12
Going from Montreal to Paris 26 December for a week → from=YMQ; to=PAR; date=2026-12-26; return=2027-01-02
Sydney to Auckland on 3 February, Qantas or Air New Zealand only → from=SYD; to=AKL; date=2027-02-03; airlines=QF,NZ
We are going to Bali → to=DPS | asks from, date, people
Please find me the cheapest day in January to fly from Amsterdam to New York → from=AMS; to=NYC; cheapestOf=2027-01
Manchester to Geneva on 18 December, my skis need to come too → from=MAN; to=GVA; date=2026-12-18 | beyond skis
Fly me from Brussels to Prague the day after tomorrow → from=BRU; to=PRG; date=2026-11-24
A flight for my son (14) and me, Warsaw to London, 6 December → from=WAW; to=LON; date=2026-12-06; adults=2
London to Madrid on 1 December and then Madrid to Rome on 5 December → asks to
I prefer not to fly with Lufthansa and not via Frankfurt: Hamburg to Barcelona, 9 December → from=HAM; to=BCN; date=2026-12-09; notAirlines=LH; notAirports=FRA
Round trip Kuala Lumpur to Singapore 4 December to 2 December → from=KUL; to=SIN | asks date
Lisbon to London in the afternoon of 10 December for 2 adults, one toddler of 20 months on my lap → from=LIS; to=LON; date=2026-12-10; departAfter=12:00; departBefore=18:00; adults=2; infantsLap=1
Edinburgh to Dublin for 3 people on 13 December, one of them is 10 → from=EDI; to=DUB; date=2026-12-13; adults=2; children=1; ages=10
Anyone but British Airways from London to Nice 16 December → from=LON; to=Nice; date=2026-12-16; notAirlines=BA
Houston to Mexico City on the first Monday of December → from=HOU; to=MEX; date=2026-12-07
I am flexible by a day or two: Vienna to London around 10 December → from=VIE; to=LON | asks date
Copenhagen to Athens on 12 December at most one stop and no connection shorter than an hour → from=CPH; to=ATH; date=2026-12-12; maxStops=1; minConnection=60
Atlanta to Dallas next Friday → from=ATL; to=DFW | asks date
for the two of us from Geneva to Lisbon, 21 December, wheelchair for my husband → from=GVA; to=LIS; date=2026-12-21; adults=2 | beyond wheelchair
Bangkok to Seoul on 9 December, I do not want to arrive after midnight → from=BKK; to=SEL; date=2026-12-09 | beyond arrive after midnight
it must not cost more than $400: Denver to Boston, 17 December → from=DEN; to=BOS; date=2026-12-17; maxPrice=400; currency=USD
Shanghai to Tokyo on 25 December, back on New Year’s Day, 2 grown-ups and a kid → from=SHA; to=TYO; date=2026-12-25; return=2027-01-01; adults=2; children=1
`;

/** Written with the readers in sight, to lead them astray. */
const SECOND = `
Can you get us from Rome to Paris on 3 December? → from=ROM; to=PAR; date=2026-12-03 | asks people
he needs to fly from Cairo to Dubai on 3 December, her brother too → from=CAI; to=DXB; date=2026-12-03 | asks people
Fly from Tokyo to Seoul on 5 December, tao and all → from=TYO; to=SEL; date=2026-12-05 | beyond tao
Frankfurt to Oslo on 5 December, I would not mind Lufthansa → from=FRA; to=OSL; date=2026-12-05 | beyond Lufthansa
Frankfurt to Oslo on 5 December, preferably Lufthansa → from=FRA; to=OSL; date=2026-12-05 | beyond preferably
I never said Delta, Boston to Chicago on 5 December → from=BOS; to=CHI; date=2026-12-05 | beyond Delta
Lufthansa only if cheap, Berlin to Rome on 5 December → from=BER; to=ROM; date=2026-12-05 | beyond if cheap
Not on a Monday: Berlin to Rome in December → from=BER; to=ROM | asks date
London to New York on 5 December landing at Newark → from=LON; to=NYC; date=2026-12-05 | beyond Newark
Get me to Madrid by 10 December from Paris → from=PAR; to=MAD | asks date
Paris to Madrid, arriving on 10 December → from=PAR; to=MAD | asks date
Paris to Madrid on 10 December, arriving before 3 → from=PAR; to=MAD; date=2026-12-10 | beyond before 3
Paris to Madrid on 10 December, there before noon → from=PAR; to=MAD; date=2026-12-10 | beyond there before noon
Paris to Madrid on 10 December after lunch → from=PAR; to=MAD | asks date | beyond after lunch
Paris to Madrid on 10 December, landing no later than 14:30 → from=PAR; to=MAD; date=2026-12-10; arriveBefore=14:30
My 5-year-old and I from Dublin to Malaga on 11 December → from=DUB; to=Malaga; date=2026-12-11; adults=1; children=1; ages=5
Dublin to Lisbon on 11 December for my kids → from=DUB; to=LIS; date=2026-12-11 | asks people
Dublin to Lisbon on 11 December, two adults and a baby with its own seat → from=DUB; to=LIS; date=2026-12-11; adults=2; infantsSeat=1
Dublin to Lisbon on 11 December, 2 adults, 2 kids aged 1 and 4 → from=DUB; to=LIS; date=2026-12-11; adults=2; children=1 | asks infants
Dublin to Lisbon on 11 December, 2 adults, 3 kids aged 5 and 8 → from=DUB; to=LIS; date=2026-12-11 | asks people
Dublin to Lisbon on 11 December for 2 adults, my son turns 12 on 10 December → from=DUB; to=LIS | asks people
Dublin to Lisbon on 11 December for my parents and me → from=DUB; to=LIS; date=2026-12-11 | asks people
Dublin to Lisbon on 11 December for a couple → from=DUB; to=LIS; date=2026-12-11 | asks people
Dublin to Lisbon on 11 December, 15 people → from=DUB; to=LIS; date=2026-12-11; adults=15
a pregnant lady flying from Dublin to Lisbon on 11 December → from=DUB; to=LIS; date=2026-12-11 | beyond pregnant
Vienna to Prague on the 12th or 13th of December → from=VIE; to=PRG | asks date
Vienna to Prague 05/06/2027 → from=VIE; to=PRG | asks date
Vienna to London on 12 December, back a week later → from=VIE; to=LON; date=2026-12-12; return=2026-12-19
Vienna to London from 12 to 15 December → from=VIE; to=LON; date=2026-12-12; return=2026-12-15
Vienna to London on 12 December for five days → from=VIE; to=LON; date=2026-12-12 | beyond five days
Vienna to London on 12 December and back the same day → from=VIE; to=LON; date=2026-12-12; return=2026-12-12
Vienna to London on Friday 12 December → from=VIE; to=LON | asks date
Vienna to London on 31 November → from=VIE; to=LON | asks date
Vienna to London over Easter → from=VIE; to=LON | asks date
Vienna to London in three weeks → from=VIE; to=LON | asks date
Vienna to London the day before Christmas → from=VIE; to=LON | asks date
Los Angeles to Tokyo via Honolulu on 8 January → date=2027-01-08 | asks to
Los Angeles to Tokyo on 8 January with a stopover in Seoul → date=2027-01-08 | asks to
From Miami or Orlando to Chicago on 8 January → to=CHI; date=2027-01-08 | asks from
Fly into Milan and out of Rome, from London, 8 to 12 January → from=LON; date=2027-01-08; return=2027-01-12 | asks to
Denver to Seattle on 8 January, cheaper than 200 each → from=DEN; to=SEA; date=2027-01-08 | beyond 200
Denver to Seattle on 8 January for about $300 → from=DEN; to=SEA | asks date
Denver to Seattle on 8 January, 2 adults, with one checked bag → from=DEN; to=SEA; date=2027-01-08; adults=2 | beyond checked bag
Denver to Seattle on 8 January, two checked bags each, 2 adults → from=DEN; to=SEA; date=2027-01-08; adults=2; bags=2
Denver to Seattle on 8 January with at least an hour to connect → from=DEN; to=SEA; date=2027-01-08; minConnection=60
Denver to Seattle on 8 January plus or minus two days → from=DEN; to=SEA; date=2027-01-08; flex=2
Denver to Seattle on 8 January, not economy → from=DEN; to=SEA; date=2027-01-08 | beyond not economy
Denver to Seattle on 8 January, it does not have to be direct → from=DEN; to=SEA; date=2027-01-08 | beyond direct
How long is the flight from Denver to Seattle? → from=DEN; to=SEA | asks date
Rent me a car in Lisbon from 8 January → asks topic
`;

/** The first half was written before the readers were read again, the second after it. */
const THIRD = `
She has to be in Vienna on 9 December, flying from Zurich → from=ZRH; to=VIE | asks date
My man is flying Boston to Denver on 9 December → from=BOS; to=DEN; date=2026-12-09 | asks people
Madrid to Lisbon on 9 December with anyone except TAP → from=MAD; to=LIS; date=2026-12-09; notAirlines=TP
No Emirates, no Qatar please: London to Dubai on 9 December → from=LON; to=DXB; date=2026-12-09; notAirlines=EK,QR
Munich to Rome on 9 December, I cannot leave before 10:30 → from=MUC; to=ROM; date=2026-12-09; departAfter=10:30
I have a meeting in Oslo at 14:00 on 9 December, flying out of Berlin → from=BER; to=OSL; date=2026-12-09 | beyond meeting
Berlin to Oslo on 9 December, touching down no later than 13:15 → from=BER; to=OSL; date=2026-12-09; arriveBefore=13:15
Two grown-ups and three kids aged 3, 6 and 13, Paris to Nice on 9 December → from=PAR; to=NCE; date=2026-12-09; adults=3; children=2
Grandma (71), my daughter (8) and me from Rome to Milan on 9 December → from=ROM; to=MIL; date=2026-12-09 | asks people
2 adults and a 14-month-old on my lap, Athens to Rome, 9 December → from=ATH; to=ROM; date=2026-12-09; adults=2; infantsLap=1
Our twins are 18 months, we are two: Dublin to Paris on 9 December → from=DUB; to=PAR; date=2026-12-09 | asks infants
Prague to Vienna on Wednesday the 10th → from=PRG; to=VIE | asks date
Prague to Vienna a fortnight on Tuesday → from=PRG; to=VIE | asks date
Prague to Vienna 05/12, back 07/12 → from=PRG; to=VIE | asks date
Out on 9 December from Warsaw to Paris and home three days later → from=WAW; to=PAR; date=2026-12-09; return=2026-12-12
Bangkok to Hanoi on 9 December and then on to Manila two days later → from=BKK; date=2026-12-09 | asks to
First Delhi, then Mumbai, then Goa, starting from Dubai on 9 December → from=DXB; date=2026-12-09 | asks to
Cheapest day in January from Helsinki to Malaga → from=HEL; to=AGP; cheapestOf=2027-01
Not Gatwick but Heathrow to Geneva on 9 December → to=GVA; date=2026-12-09 | asks from
Sydney to Perth on 9 December, the whole thing under A$700 for the two of us → from=SYD; to=PER; date=2026-12-09; adults=2; maxPrice=700; currency=AUD
He can fly Oslo to Bergen on 9 December, can’t he → from=OSL; to=BGO; date=2026-12-09 | beyond He
Tokyo to Sapporo on 9 December, ANA or JAL but never Peach → from=TYO; to=CTS; date=2026-12-09 | beyond Peach
Chicago to Miami on 9 December on anything other than Spirit → from=CHI; to=MIA; date=2026-12-09 | beyond Spirit
Paris to Rome on 9 December, not arriving after 18:00 → from=PAR; to=ROM; date=2026-12-09; arriveBefore=18:00
Paris to Rome on 9 December, land before noon, leave after 07:30 → from=PAR; to=ROM; date=2026-12-09; arriveBefore=12:00; departAfter=07:30
Paris to Rome on 9 December, do not leave before 9am → from=PAR; to=ROM; date=2026-12-09; departAfter=09:00
Paris to Rome on 9 December, I would hate to land before 10am → from=PAR; to=ROM; date=2026-12-09; arriveAfter=10:00
Two adults, kids aged 11 and 12, Oslo to Rome on 9 December → from=OSL; to=ROM; date=2026-12-09; adults=3; children=1
One adult with a 1-year-old in her own seat, Oslo to Rome on 9 December → from=OSL; to=ROM; date=2026-12-09; adults=1; infantsSeat=1
3 adults and 2 infants on laps from Lima to Bogota on 9 December → from=LIM; to=BOG; date=2026-12-09; adults=3; infantsLap=2
Me and the kids, Seattle to Denver on 9 December → from=SEA; to=DEN; date=2026-12-09 | asks people
Berlin to Prague on Friday the 11th → from=BER; to=PRG; date=2026-12-11
Berlin to Prague on the last Friday of December → from=BER; to=PRG | asks date
Berlin to Prague next weekend → from=BER; to=PRG | asks date
Berlin to Prague on 9 December, back on Sunday → from=BER; to=PRG; date=2026-12-09; return=2026-12-13
Cheapest flights in March from Berlin to Lisbon, not with Ryanair → from=BER; to=LIS; cheapestOf=2027-03; notAirlines=FR
The cheapest day in February 2027 from Vienna to Rome, 2 adults → from=VIE; to=ROM; cheapestOf=2027-02; adults=2
Cheapest flight on March 5 from Berlin to Lisbon → from=BER; to=LIS; date=2027-03-05
Rome to Athens on 9 December then Athens to Cairo on 12 December → date=2026-12-09 | asks from, to, date
Rome to Athens to Cairo to Dubai, 9 December → date=2026-12-09 | asks from, to
`;

/** The eight grave classes once more, refused airlines above all; written before the readers were read again, but for the last two. */
const FOURTH = `
Get her from Leeds... sorry, London to Rome on 3 December, her name is Eva Hall → to=ROM; date=2026-12-03 | asks from
He wants to be in Madrid on 5 December, flying from Paris. Just him. → from=PAR; to=MAD; date=2026-12-05
Can you fly me from Boston to Miami tomorrow? → from=BOS; to=MIA; date=2026-11-23
my boss asked me to book him Berlin to Vienna on Monday, he travels alone → from=BER; to=VIE; date=2026-11-23 | asks people
it's for her: Dublin to Lisbon, 9 December, one seat → from=DUB; to=LIS; date=2026-12-09
Do they fly from Oslo to Stockholm on Thursday? → from=OSL; to=STO; date=2026-11-26
London to Tokyo on 2 December, not with JAL → from=LON; to=TYO; date=2026-12-02; notAirlines=JL
Los Angeles to Tokyo on 4 December, not on Japan Airlines → from=LAX; to=TYO; date=2026-12-04; notAirlines=JL
Osaka to Seoul on 7 December, anything but ANA → from=OSA; to=SEL; date=2026-12-07; notAirlines=NH
Paris to Frankfurt tomorrow, no Lufthansa please → from=PAR; to=FRA; date=2026-11-23; notAirlines=LH
New York to London on 8 December, I'd rather not fly British Airways → from=NYC; to=LON; date=2026-12-08; notAirlines=BA
Chicago to Dallas on Friday, I can't stand United → from=CHI; to=DFW; date=2026-11-27; notAirlines=UA
Toronto to Vancouver on 1 December, never again Air Canada → from=YTO; to=YVR; date=2026-12-01; notAirlines=AC
Hong Kong to Singapore 3 December, I refuse to fly Cathay Pacific → from=HKG; to=SIN; date=2026-12-03; notAirlines=CX
Madrid to London on 10 December, please leave out Iberia and easyJet → from=MAD; to=LON; date=2026-12-10; notAirlines=IB,U2
Sydney to Melbourne 6 December, any carrier that isn't Qantas → from=SYD; to=MEL; date=2026-12-06; notAirlines=QF
Dubai to London, 12 December, skip Emirates → from=DXB; to=LON; date=2026-12-12; notAirlines=EK
Amsterdam to New York on 9 December, other than KLM or Delta → from=AMS; to=NYC; date=2026-12-09; notAirlines=KL,DL
Seoul to Bangkok on 11 December without Korean Air, without Thai → from=SEL; to=BKK; date=2026-12-11; notAirlines=KE,TG
Beijing to Shanghai tomorrow, avoid Air China → from=BJS; to=SHA; date=2026-11-23; notAirlines=CA
London to Berlin on 4 December but don't put me on Ryanair → from=LON; to=BER; date=2026-12-04; notAirlines=FR
Paris to Rome 5 December. No Air France, no ITA. → from=PAR; to=ROM; date=2026-12-05; notAirlines=AF,AZ
Singapore to Tokyo on 15 December with ANA, definitely not JAL → from=SIN; to=TYO; date=2026-12-15; notAirlines=JL; airlines=NH
I have to be at Heathrow by 2pm on 3 December, coming from Madrid → from=MAD; to=LON; date=2026-12-03; arriveBefore=14:00
Zurich to London tomorrow, on the ground no later than 10:30 → from=ZRH; to=LON; date=2026-11-23; arriveBefore=10:30
Berlin to Paris on 2 December, my meeting there starts at 3 pm → from=BER; to=PAR; date=2026-12-02 | beyond meeting
New York to Boston on Wednesday, getting in before noon → from=NYC; to=BOS; date=2026-11-25; arriveBefore=12:00
Rome to Athens on 6 December, touching down after 6 in the evening → from=ROM; to=ATH; date=2026-12-06; arriveAfter=18:00
Me, my husband and our two kids (4 and 9), London to Malaga on 19 December → from=LON; to=AGP; date=2026-12-19; adults=2; children=2
Three of us, London to Prague on 4 December, all grown up → from=LON; to=PRG; date=2026-12-04; adults=3
my parents and I want to go from Chicago to Orlando on 12 December → from=CHI; to=MCO; date=2026-12-12 | asks people
Flying my mum from Glasgow... no, from London to Dublin on 8 December; I stay at home → from=LON; to=DUB; date=2026-12-08 | asks people
Two adults and a 13-year-old from Paris to Lisbon on 20 December → from=PAR; to=LIS; date=2026-12-20; adults=3
a couple with a teenager, Munich to Rome on 21 December → from=MUC; to=ROM; date=2026-12-21 | asks people
London to Madrid on 6 December for my daughter, she turns 12 on 5 December → from=LON; to=MAD; date=2026-12-06 | asks people
London to Geneva on 5 December, 2 adults and an 8-month-old → from=LON; to=GVA; date=2026-12-05; adults=2 | asks infants
My wife, me and the baby on my lap: Paris to Nice on 7 December → from=PAR; to=NCE; date=2026-12-07; adults=2; infantsLap=1
One adult with newborn twins, Boston to Chicago, 10 December → from=BOS; to=CHI; date=2026-12-10 | asks people
Two adults plus an infant in his own seat, Vienna to London on 9 December → from=VIE; to=LON; date=2026-12-09; adults=2; infantsSeat=1
Lisbon to London a week on Tuesday → from=LIS; to=LON | asks date
Paris to Rome on 5/12 → from=PAR; to=ROM | asks date
London to New York the Saturday before Christmas → from=LON; to=NYC | asks date
Berlin to Rome on the 4th, back three days later → from=BER; to=ROM; date=2026-12-04; return=2026-12-07
Madrid to Paris at the weekend → from=MAD; to=PAR | asks date
Tokyo to Seoul on Monday 2 December → from=TYO; to=SEL | asks date
London to Paris on 3 December, then on to Rome on 6 December, and home on the 9th → asks to
Not Paris, Brussels: from London on 4 December → from=LON; to=BRU; date=2026-12-04
New York or Newark to Miami on 8 December → to=MIA; date=2026-12-08 | asks from
London to Tokyo on 2 December, nothing but JAL → from=LON; to=TYO; date=2026-12-02; airlines=JL
London to Tokyo on 2 December, not JAL, ANA → from=LON; to=TYO; date=2026-12-02; notAirlines=JL | asks airlines
`;

/** Everyday short forms: half of them not understood when they were first tried, the others to lead the new readers astray. */
const FIFTH = `
cheapest flight from NYC to Miami any day in December → from=NYC; to=MIA; cheapestOf=2026-12
Any date in March 2027 from Oslo to London → cheapestOf=2027-03; from=OSL; to=LON
anything under $300 from Toronto to Vancouver on December 3rd? → from=YTO; to=YVR; date=2026-12-03; maxPrice=300; currency=USD
How much is a ticket from Madrid to Rome tomorrow? → from=MAD; to=ROM; date=2026-11-23
tonight from Hangzhou to Shenzhen → from=HGH; to=SZX; date=2026-11-22; departAfter=18:00
Hangzhou to Shenzhen tonight or tomorrow → from=HGH; to=SZX | asks date
day after tomorrow, Beijing to Osaka → from=BJS; to=OSA; date=2026-11-24
the day after the day after tomorrow, Beijing to Osaka → from=BJS; to=OSA | asks date
LA to New York on Friday → from=LAX; to=NYC; date=2026-11-27
Heathrow to Charles de Gaulle tomorrow → from=LON; to=PAR; date=2026-11-23
Narita to Incheon on 3 December, 2 pax → from=TYO; to=SEL; date=2026-12-03; adults=2
Newark to O'Hare on 2 December → from=NYC; to=CHI; date=2026-12-02
Flights to Saigon from Bombay, 9 December → from=BOM; to=SGN; date=2026-12-09
São Paulo to Zürich on 8 December → from=SAO; to=ZRH; date=2026-12-08
Paris to Rome on 5 December, nonstop if possible → from=PAR; to=ROM; date=2026-12-05; direct
Paris to Rome on 5 December, not nonstop → from=PAR; to=ROM; date=2026-12-05 | beyond nonstop
London to Paris on 1 December, same-day return → from=LON; to=PAR; date=2026-12-01; return=2026-12-01
I want to fly to Mars → asks to | beyond Mars
get me from New Delhi to Hawaii on 3 December → from=DEL; to=HNL; date=2026-12-03
my favourite city is LA, but I fly from Rome to Oslo tomorrow → from=ROM; to=OSL; date=2026-11-23 | beyond LA
`;

export const ENGLISH = [FIRST, SECOND, THIRD, FOURTH, FIFTH].flatMap(sentencesOf);
