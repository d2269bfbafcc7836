"""Scripts against the stand-in for Duffel, each test with an account of its own."""

import json
import threading
import urllib.request
from datetime import datetime, timedelta

from duffel_standin import serve
from support import NOW, SkillTest

TOKEN = "duffel_test_" + "s3cretTokenOfTheStandIn"
LIVE = "duffel_live_" + "s3cretTokenOfTheStandIn"
PASSPORT = "E73190246"
ADA = "family=Lovelace, given=Ada, born=1990-12-10, gender=f, phone=+44 20 8016 0508, email=ada@example.com, " \
      "passport-country=GB, passport-expires=2031-05-01"
BABY = "family=Lovelace, given=Byron, born=2026-05-13, gender=m, phone=+442080160508, email=ada@example.com, " \
       "passport-country=GB, passport-expires=2031-05-01"
CHILD = "family=Lovelace, given=Anne, born=2019-02-22, gender=f, phone=+442080160508, email=ada@example.com"
DAY = "2027-05-12"


def later(minutes):
    return (datetime.fromisoformat(NOW) + timedelta(minutes=minutes)).isoformat()


class DuffelTest(SkillTest):
    def setUp(self):
        super().setUp()
        moment = datetime.fromisoformat(NOW)
        self.server, self.duffel = serve((moment - moment.utcoffset()).replace(tzinfo=None))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.address = "http://127.0.0.1:%d" % self.server.server_address[1]

    def environment(self, now=NOW, **more):
        given = dict(DUFFEL_TOKEN=TOKEN, DUFFEL_API_URL=self.address, TRAVELLER_ADA_LOVELACE=ADA,
                     PASSPORT_ADA_LOVELACE=PASSPORT, TRAVELLER_BYRON_LOVELACE=BABY, PASSPORT_BYRON_LOVELACE="E73190247",
                     TRAVELLER_ANNE_LOVELACE=CHILD)
        given.update(more)
        return super().environment(now, **given)

    def fault(self, on, do, **more):
        self.duffel.faults.append(dict(more, on=on, do=do))

    def after(self, minutes):
        """Time passes for Duffel too; the environment for the scripts."""
        self.duffel.now += timedelta(minutes=minutes)
        return {"now": later(minutes)}

    def set(self, **wanted):
        request = urllib.request.Request(self.address + "/_/set", json.dumps(wanted).encode(), method="POST")
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read())

    def offers_of(self, *more, **env):
        return self.search("London", "New York", DAY, *more, **env)["offers"]

    def of(self, airline, offers):
        return next(o for o in offers if o["itineraries"][0]["segments"][0]["airline"]["code"] == airline)

    def orders(self):
        return list(self.duffel.orders.values())

    def sent(self, call):
        return [one for one in self.duffel.calls if one == call]

    def show(self, *args, **env):
        return self.run_script("manage_bookings.py", *args, **env)

    def run_script(self, script, *args, **env):
        """No script ever shows a token, a document number or a date of birth, on the screen or in a file of its own."""
        ran = super().run_script(script, *args, **env)
        for secret in (TOKEN, LIVE, PASSPORT, "E73190247", "1990-12-10", "2026-05-13", "2019-02-22", "8016"):
            self.assertNotIn(secret, ran.out + ran.err + self._files())
        return ran

    def _files(self):
        import os
        text = ""
        for folder in (self.data, self.out, self.runs):
            for where, _, names in os.walk(folder):
                for name in names:
                    with open(os.path.join(where, name), encoding="utf-8", errors="replace") as file:
                        text += file.read()
        return text
