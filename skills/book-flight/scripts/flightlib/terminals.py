"""Which terminal an airline uses, where the airport has several and the answer is settled.

AIRPORT terminal:who …   `who` is airline codes, @S @K @O (an alliance), =dom (flights within the country) or * (the rest).
The first that fits is taken. Airports that are not here show no terminal.
"""

TABLE = """\
PEK T2:HU,MU,CZ T3:*
PVG T1:MU,FM,JL,AF,KL,DL,KE,MF,VN,GA,SV T2:*
SHA T1:9C T2:=dom T1:*
CAN T2:CZ,AF,KL,KE,CI,GA,VN,SV
SZX T3:*
CKG T3:*
HGH T4:*
HKG T1:*
HND T1:JL T2:=dom T3:*
NRT T2:JL,CX,QR,AY,FJ,HA,AA,QF,MH,AI,CI T3:JQ,9C T1:*
KIX T2:MM,9C T1:*
ICN T2:KE,OZ,DL,AF,KL,CI,GA,AM,SK,VN,MF T1:*
SIN T1:TR,QF,BA,JL,EK,TK,CZ,AF,KL T3:SQ,CA,MU,HU,BR,CI,GA,QR T2:LH,LX,NH,MH,ET,AI T4:CX,AK,KE,VJ,5J
KUL T2:AK,TR,5J,VJ,JQ,6E T1:*
CGK T3:*
DMK T2:=dom T1:*
HAN T1:=dom T2:*
DEL T3:*
BOM T2:*
DXB T3:EK T1:*
AUH A:*
LHR T5:BA,IB,VY T2:@S,EI,FI T3:VS,DL,AA,QF,CX,JL,AY,UL,B6,AS,AM T4:*
LGW S:BA,VY,TP N:*
MAN T3:LO,FR,KL,AF,AA T2:*
DUB T2:EI,EK,AA,DL,UA T1:*
CDG T1:@S T2F:=eu T2E:AF,KL,DL,KE,MU,VN,AM,KQ,CZ,GA,CI,SV T2D:U2,FI,FR,VY T2A:CX,AA,BA,QR,EY T2C:EK,TK,AI,UL,LY,EI,MS T2E:*
FRA T1:@S,EY T2:*
MUC T2:@S T1:*
MAD T4:IB,VY,BA,AA,QR,AY,CX,EK,LA,JL T2:AF,KL T1:*
BCN T2:U2 T1:*
FCO T1:AZ,DL,AF,KL,SK T3:*
MXP T2:U2 T1:*
JFK T4:DL,AF,KL,VS,EK,SQ,KE,CI,AM,LX,EY,WS,AV,CA,MU,CZ,MF,HY T5:B6 T7:AC,NH,OS,LO,SK,FI,AR,EI T8:AA,BA,CX,QR,JL,AY,IB,QF,AS,FJ T1:*
EWR A:AC,AS,B6,AA,DL C:UA B:*
LAX T1:WS T3:DL T4:AA T5:B6,HA T6:AS,AC T7:UA B:*
SFO T3:UA=dom T1:AA,AS,B6
ORD T1:UA,NH,LH T2:AC,AS T3:AA,JL,BA,IB T5:*
DFW D:*
IAH C:=dom D:*
ATL S:=dom I:*
BOS A:DL,WS B:=dom,AC C:B6,EI,TP E:*
YYZ T1:@S,EK T3:*
GRU T2:=dom T3:*
MEX T2:AM,DL,AV,LA T1:*
SYD T3:QF=dom T2:=dom T1:*
MEL T1:QF=dom T3:VA=dom T4:JQ=dom T2:*
BNE D:=dom I:*
PER T4:QF=dom T1:*
AKL D:=dom I:*
"""

EUROPE = frozenset("GB IE FR DE NL BE CH AT ES PT IT GR DK SE NO FI IS PL CZ HU RO".split())
_rules = {}


def _parse():
    for line in TABLE.splitlines():
        airport, rest = line.split(" ", 1)
        rules = []
        for rule in rest.split(" "):
            terminal, who = rule.split(":")
            rules.append((terminal, who.split(",")))
        _rules[airport] = rules


def terminal(airport, airline, domestic, within_europe):
    """The terminal of `airport` (a code) that `airline` (an Airline) uses, or None where it is not known."""
    if not _rules:
        _parse()
    for name, who in _rules.get(airport, ()):
        for one in who:
            code, _, scope = one.partition("=")
            if code not in ("", "*", airline.code) and code != "@" + airline.alliance:
                continue
            if scope == "dom" and not domestic:
                continue
            if scope == "eu" and not (domestic or within_europe):
                continue
            return name
    return None
