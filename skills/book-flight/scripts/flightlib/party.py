"""How many travel and what age they are: counts and ages that agree, within what one booking can hold."""

from .command import a_whole
from .errors import USAGE, SkillError

MOST_PASSENGERS = 9  # with a seat, in one booking
CHILDREN_PER_ADULT = 2  # infants with a seat count as children
CHILD_FROM, ADULT_FROM, GROWN_UP_FROM = 2, 12, 18  # years, on the day of travel


def party(adults, children, infants_lap, infants_seat, ages):
    """The keys of a Request from the texts of the options; None is what was not given."""
    counts = {"adults": adults, "children": children, "infants_lap": infants_lap, "infants_seat": infants_seat}
    counts = {name: None if text is None else _count(text, "--" + name.replace("_", "-")) for name, text in counts.items()}
    years = _ages(ages)
    if years:
        _agree(counts, years)
    found = {"adults": 1 if counts["adults"] is None else counts["adults"]}
    found.update({name: counts[name] or 0 for name in ("children", "infants_lap", "infants_seat")})
    _check(**found)
    return dict(found, ages=years)


def _count(text, option):
    number = a_whole(text, option)
    if number < 0:
        raise SkillError(USAGE, "The number of passengers cannot be negative")
    return number


def _ages(text):
    years = tuple(a_whole(one.strip(), "--ages") for one in text.replace("，", ",").split(",")) if text else ()
    for age in years:
        if not 0 <= age <= 120:
            raise SkillError(USAGE, "Invalid --ages '%d': an age in whole years, 0 for a baby" % age)
    return years


def _agree(counts, years):
    """Fill in the counts that were not given from the ages; refuse ages that contradict one that was."""
    adults = sum(age >= ADULT_FROM for age in years)
    children = sum(CHILD_FROM <= age < ADULT_FROM for age in years)
    infants = sum(age < CHILD_FROM for age in years)
    said = ",".join(map(str, years))
    if counts["adults"] is None and adults:
        if not any(age >= GROWN_UP_FROM for age in years):
            raise SkillError(USAGE, "--ages %s names nobody of %d or over" % (said, GROWN_UP_FROM),
                             "Say how many travel with --adults, which counts everybody of %d and over." % ADULT_FROM)
        counts["adults"] = adults
    elif counts["adults"] is not None and adults > counts["adults"]:
        _contradict(said, adults, "of %d and over" % ADULT_FROM, "--adults", counts["adults"])
    if counts["children"] is None:
        counts["children"] = children
    elif children != counts["children"]:
        _contradict(said, children, "of %d to %d" % (CHILD_FROM, ADULT_FROM - 1), "--children", counts["children"])
    given = [counts[name] for name in ("infants_lap", "infants_seat") if counts[name] is not None]
    if counts["infants_lap"] is None and infants >= (counts["infants_seat"] or 0):
        counts["infants_lap"] = infants - (counts["infants_seat"] or 0)
    elif infants != sum(given):
        _contradict(said, infants, "under %d" % CHILD_FROM, "--infants-lap and --infants-seat", sum(given))


def _contradict(said, found, what, option, given):
    raise SkillError(USAGE, "--ages %s has %d %s, but %s says %d" % (said, found, what, option, given),
                     "Ages are those on the day of travel: under %d an infant, %d to %d a child, from %d an adult. Ask which is "
                     "right." % (CHILD_FROM, CHILD_FROM, ADULT_FROM - 1, ADULT_FROM))


def _check(adults, children, infants_lap, infants_seat):
    """What one booking can hold."""
    seats = adults + children + infants_seat
    if seats + infants_lap == 0:
        raise SkillError(USAGE, "At least 1 passenger is needed (0 given)")
    if seats > MOST_PASSENGERS:
        raise SkillError(USAGE, "Too many passengers: %d given, at most %d in one booking" % (
            seats, MOST_PASSENGERS), "Split a larger group over several bookings.")
    if adults == 0:
        raise SkillError(USAGE, "%s cannot travel without an adult" % ("Children" if children else "Infants"),
                         "Add an adult; airlines sell unaccompanied-minor tickets only themselves.")
    with_adults = "%d with %d adult%s" % (infants_lap, adults, "" if adults == 1 else "s")
    if infants_lap > adults:
        raise SkillError(USAGE, "Too many infants on laps: %s, at most 1 for each adult" % with_adults,
                         "Give the other infants seats of their own with --infants-seat, or add an adult.")
    small = children + infants_seat
    if small > CHILDREN_PER_ADULT * adults:
        raise SkillError(USAGE, "Too many children: %d with %d adult%s, at most %d children per adult" % (
            small, adults, "" if adults == 1 else "s", CHILDREN_PER_ADULT))
