"""The identities of a month, recomputed from the raw responses of the eight reports.

An independent judge of `hotelctl close`: it shares no code with it, reads amounts as decimals, and knows only what the
reports mean. Usage: python3 month_end.py ZONE FOLDER..., where FOLDER/manifest.json lists the responses as
[{"file", "path", "sha256"}], or as "files" of an object. Prints a list in JSON, for each folder every identity with its
figures, the bridge, the balances and VAT per rate.
"""

import hashlib
import json
import sys
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, getcontext
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

getcontext().prec = 60
ZERO, CENT = Decimal(0), Decimal("0.01")
WITHOUT_MINOR_UNIT = {"JPY", "KRW", "ISK", "CLP", "VND", "PYG", "UGX", "XAF", "XOF", "XPF"}
COUNTS = """houseCount houseItemsCount soldCount soldItemsCount unsoldCount unsoldItemsCount outOfOrderCount
outOfOrderItemsCount tentativelyBlockedCount tentativelyBlockedItemsCount definitelyBlockedCount optionallyBlockedCount
arrivalsCount departuresCount noShowsCount cancellationsCount""".split()
AMOUNTS = ["UnitRevenue", "AccommodationRevenue", "FoodAndBeveragesRevenue", "OtherRevenue"]
GROUPS = {"accommodation": "Accommodation", "food": "FoodAndBeverages", "other": "Other"}
CLASSES = ["fee", "folio", "correction", "out of stay", "status", "second", "stay"]
FINAL = {"CheckedOut", "Canceled", "NoShow"}


def decimal(value):
    """A number of the body, which the parser has left as text."""
    return Decimal(str(value))


def money(value):
    return decimal(value["amount"])


class Responses:
    """The bodies by report, each with the query that it answers."""

    def __init__(self, folder):
        self.by_report, self.fetched = defaultdict(list), {}
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        for entry in manifest if isinstance(manifest, list) else manifest["files"]:
            raw = (folder / entry["file"]).read_bytes()
            if hashlib.sha256(raw).hexdigest() != entry["sha256"]:
                raise SystemExit(f"{entry['file']} is not the file of the manifest")
            if "path" not in entry:
                continue
            address = urlsplit(entry["path"])
            body = json.loads(raw, parse_float=Decimal) if raw.strip() else None
            name = address.path.rsplit("/", 1)[-1]
            self.by_report[name].append((parse_qs(address.query), body))
            self.fetched[name] = entry.get("fetchedAt")

    def all(self, report):
        return self.by_report[report]

    def body(self, report, wanted=lambda query: True):
        for query, body in self.by_report[report]:
            if body is not None and wanted(query):
                return body
        return None


class Report:
    """What has been compared: for each identity its parts, each with two figures and a state."""

    def __init__(self):
        self.parts = []

    def add(self, identity, key, left, right, state, reason="", lines=()):
        left, right = (None if one is None else decimal(one) for one in (left, right))
        difference = None if left is None or right is None else left - right
        part = {"id": identity, "key": key, "left": left, "right": right, "difference": difference, "state": state}
        if reason:
            part["reason"] = reason
        if lines:
            part["lines"] = sorted(lines)
        self.parts.append(part)

    def compare(self, identity, key, left, right, tolerance=ZERO, reason="rounding", lines=()):
        difference = abs(decimal(left) - decimal(right))
        if difference == 0:
            self.add(identity, key, left, right, "agrees")
        elif difference <= tolerance:
            self.add(identity, key, left, right, "explained", reason)
        else:
            self.add(identity, key, left, right, "open", "", lines)

    def states(self):
        """The worst state of each identity."""
        order = ["not comparable", "agrees", "explained", "open"]
        worst = {}
        for part in self.parts:
            before = worst.get(part["id"], "not comparable")
            worst[part["id"]] = max(before, part["state"], key=order.index)
        return worst


class Month:
    def __init__(self, responses, zone):
        self.responses, self.report = responses, Report()
        self.zone = ZoneInfo(zone) if zone else None
        query = next(query for query, _ in responses.all("room-nights"))
        self.first = date(int(query["year"][0]), int(query["month"][0]), 1)
        self.next = (self.first + timedelta(days=32)).replace(day=1)
        self.performance = self.read_performance()
        self.days = [(day["businessDay"], day) for day in (self.performance or {}).get("businessDays") or []]
        self.revenues = responses.body("revenues")
        self.lines = self.read_ledger()
        self.invoices = [
            item for _, body in responses.all("company-invoices-vat") for item in (body or {}).get("companyInvoices", [])
        ]
        self.currency = self.find_currency()
        # Amounts of another currency are never added.
        self.all_lines = self.lines
        self.lines = [line for line in self.lines if line["currency"] == self.currency]
        self.step = Decimal(1) if self.currency in WITHOUT_MINOR_UNIT else CENT
        self.nodes, self.group_of = self.read_tree()
        self.highest = max((decimal(tax["percent"]) for line in self.lines for tax in line["taxes"] or []), default=ZERO)

    def read_performance(self):
        """The month without filters; a filtered one answers a question of its own."""
        plain = lambda query: not any(name.endswith("Ids") or name == "unitGroupTypes" for name in query)
        return self.responses.body("property-performance", plain) or self.responses.body("property-performance")

    def read_ledger(self):
        """The month's lines once, although a close reads them twice: the last complete answer of each period."""
        latest = {}
        for query, body in self.responses.all("gross-transactions"):
            latest[tuple(sorted(query.get("dateFilter", [])))] = body
        return [line for body in latest.values() if body for line in body["transactions"]]

    def find_currency(self):
        if self.revenues:
            return self.revenues["grossAmount"]["currency"]
        return self.performance["grossUnitRevenue"]["currency"] if self.performance else self.lines[0]["currency"]

    def read_tree(self):
        """The nodes of the revenues by account number, and the group (a child of the root) of each number."""
        nodes, group_of = {}, {}

        def visit(node, group, depth):
            number = node["account"]["number"]
            nodes[number] = node
            inside = group_named(node["account"]["name"]) if depth == 1 else group
            group_of[number] = inside
            for child in node.get("children") or []:
                visit(child, inside, depth + 1)

        if self.revenues:
            visit(self.revenues, None, 0)
        return nodes, group_of

    def round(self, value):
        return value.quantize(self.step, ROUND_HALF_UP)

    @cache
    def local(self, text):
        moment = datetime.fromisoformat(text[:19] + text[19:].lstrip(".0123456789").replace("Z", "+00:00"))
        return moment.astimezone(self.zone) if self.zone else moment

    # Performance

    def check_performance(self):
        for day, figures in self.days:
            house, sold, broken = (figures[name] for name in ("houseCount", "soldCount", "outOfOrderCount"))
            expected = house - sold - broken
            if expected < 0 and figures["unsoldCount"] == 0:
                self.report.add("P1", day, 0, expected, "explained", "overbooked")
            else:
                self.report.compare("P1", day, figures["unsoldCount"], expected)
        for day, figures in [*self.days, ("month", self.performance)]:
            if figures:
                self.check_averages(day, figures)
                self.check_taxes_of_performance(day, figures)
        if self.days:
            self.check_sums("month", self.performance, [figures for _, figures in self.days])
            for day, figures in self.days:
                self.check_sums(day, figures, figures["unitGroups"])

    def check_averages(self, day, figures):
        available = Decimal(figures["houseCount"] - figures["outOfOrderCount"])
        sold = Decimal(figures["soldCount"])

        def average(identity, key, shown, sum_, count, step):
            if count == 0 and shown != 0:
                self.report.add(identity, key, shown, None, "not comparable", "nothing to divide by")
                return
            # A day without any shows 0.
            expected = (sum_ / count).quantize(step, ROUND_HALF_UP) if count else ZERO
            self.report.compare(identity, key, shown, expected, step)

        average("P2", day, decimal(figures["occupancyPercentage"]), sold * 100, available, CENT)
        for tax in ("gross", "net"):
            revenue = money(figures[f"{tax}UnitRevenue"])
            average("P3", f"{day} {tax}", money(figures[f"{tax}Adr"]), revenue, sold, self.step)
        shown, net = money(figures["revPar"]), money(figures["netUnitRevenue"])
        gross = money(figures["grossUnitRevenue"])
        fits = lambda revenue: available and abs(self.round(revenue / available) - shown) <= self.step
        if available and not fits(net) and fits(gross):
            self.report.add("P4", day, shown, self.round(gross / available), "explained", "RevPAR of the gross revenue")
        else:
            average("P4", day, shown, net, available, self.step)

    def check_sums(self, name, whole, parts):
        for count in COUNTS:
            total = sum(part[count] for part in parts)
            if whole[count] != total and count.startswith("house") and whole[count] * len(parts) == total:
                self.report.add("P5", f"{name} {count}", whole[count], total, "explained", "an average")
            else:
                self.report.compare("P5", f"{name} {count}", whole[count], total)
        for tax in ("gross", "net"):
            for amount in AMOUNTS:
                total = sum((money(part[tax + amount]) for part in parts), ZERO)
                tolerance = self.step / 2 * len(parts)
                self.report.compare("P5", f"{name} {tax}{amount}", money(whole[tax + amount]), total, tolerance)

    def check_taxes_of_performance(self, day, figures):
        for amount in AMOUNTS:
            gross, net = (money(figures[tax + amount]) for tax in ("gross", "net"))
            limit = net * (1 + self.highest / 100) + self.step * max(1, figures["soldCount"])
            state = "agrees" if net <= gross <= limit else "explained" if gross < 0 else "open"
            self.report.add("P6", f"{day} {amount}", gross, net, state, "negative revenue" if gross < 0 else "")

    # Guests

    def check_guests(self):
        bodies = {name: self.responses.body(name) for name in ("room-nights", "bed-nights", "arrivals")}
        nights, beds, arrivals = bodies.values()
        for name, body in bodies.items():
            for breakdown in ("travelPurposeBreakdown", "nationalityBreakdown", "countryOfResidenceBreakdown"):
                entries = (body or {}).get(breakdown)
                key = f"{name} {breakdown}"
                if entries is None:
                    self.report.add("N2", key, (body or {}).get("total"), None, "not comparable", "no breakdown")
                    continue
                self.report.compare("N2", key, sum(entry["number"] for entry in entries), body["total"])
                if body["total"] == 0:
                    self.report.add("N3", key, 0, 100, "not comparable", "nothing to divide")
                else:
                    percents = sum((decimal(entry["percent"]) for entry in entries), ZERO)
                    within = abs(percents - 100) <= CENT * len(entries)
                    self.report.add("N3", key, percents, 100, "agrees" if within else "open")
        if nights and beds:
            fewer = beds["total"] < nights["total"]
            reason = "units without a guest" if fewer else ""
            state = "explained" if fewer else "agrees"
            self.report.add("N4", "month", beds["total"], nights["total"], state, reason)
        if arrivals:
            people = arrivals["totalAdults"] + arrivals["totalChildren"]
            self.report.compare("A1", "month", people, arrivals["total"])
        if self.days and arrivals:
            over_night = self.over_night()
            units = over_night["arrivalsCount"] if over_night else self.of_bedrooms("arrivalsCount")
            state = "agrees" if arrivals["total"] >= units else "open"
            self.report.add("A2", "month", arrivals["total"], units, state)
        if self.days and nights:
            self.check_room_nights(nights["total"])

    def over_night(self):
        filters = ("timeSliceDefinitionIds", "unitGroupTypes")
        return self.responses.body("property-performance", lambda query: all(name in query for name in filters))

    def of_bedrooms(self, count):
        return sum(
            group[count] for _, day in self.days for group in day["unitGroups"] if group["unitGroup"]["type"] == "BedRoom"
        )

    def check_room_nights(self, nights):
        over_night = self.over_night()
        sold = over_night["soldCount"] if over_night else self.of_bedrooms("soldCount")
        allowed = self.of_bedrooms("definitelyBlockedCount") + self.of_bedrooms("noShowsCount")
        reason = "blocked units and no-shows"
        if not over_night:
            # Units sold by the day, of any type: the ledger does not show the unit.
            allowed += len({line["reservation"]["id"] for line in self.lines if self.is_day_use(line)})
            reason = "day use"
        difference = sold - nights
        state = "agrees" if difference == 0 else "explained" if 0 < difference <= allowed else "open"
        self.report.add("N1", "month", nights, sold, state, reason if state == "explained" else "")

    def is_first_day(self, fetched):
        """What is outstanding is a value of the day on which it was fetched."""
        return fetched is not None and self.local(fetched).date() == self.next

    def is_day_use(self, line):
        stay = line.get("reservation")
        return stay is not None and self.local(stay["arrival"]).date() == self.local(stay["departure"]).date()

    # Revenues

    def check_revenues(self):
        if not self.revenues:
            return
        for number, node in self.nodes.items():
            children = node.get("children") or []
            for tax in ("gross", "net"):
                if children:
                    total = sum((money(child[f"{tax}Amount"]) for child in children), ZERO)
                    tolerance = self.step / 2 * len(children) if tax == "net" else ZERO
                    self.report.compare("R1", f"{number} {tax}", money(node[f"{tax}Amount"]), total, tolerance)
        posted = {"gross": defaultdict(Decimal), "net": defaultdict(Decimal)}
        count, names = Counter(), defaultdict(list)
        for line in self.lines:
            for side, sign in (("creditedAccount", 1), ("debitedAccount", -1)):
                account = line[side]
                if account["type"] != "Revenues":
                    continue
                number = account["number"]
                if number not in self.nodes and account.get("parentNumber") in self.nodes:
                    number = account["parentNumber"]
                posted["gross"][number] += sign * decimal(line["grossAmount"])
                posted["net"][number] += sign * decimal(line["netAmount"])
                count[number] += 1
                names[number].append(line["sourceEntryNumber"])
        leaves = {number for number, node in self.nodes.items() if not node.get("children") and number != self.root}
        for number in sorted(leaves | set(count)):
            node = self.nodes.get(number)
            zero = {"amount": 0}
            gross, net = (money((node or {}).get(f"{tax}Amount", zero)) for tax in ("gross", "net"))
            self.report.compare("R2", number, gross, posted["gross"][number])
            tolerance = self.step / 2 + Decimal("0.00000001") * count[number]
            self.report.compare("R3", number, net, posted["net"][number], tolerance)
        for child in self.revenues.get("children") or []:
            known = group_named(child["account"]["name"])
            state = "agrees" if known else "explained"
            self.report.add("R4", child["account"]["number"], 1, 1 if known else 0, state, "" if known else "unknown group")

    @property
    def root(self):
        return self.revenues["account"]["number"]

    # Ledger

    def check_ledger(self):
        report, lines = self.report, self.all_lines
        gross, parts = ZERO, ZERO
        wrong, wrong_tax, far, foreign = [], [], [], []
        late, several = 0, 0
        for line in lines:
            name = line["sourceEntryNumber"]
            taxes = line["taxes"] or []
            amount, net = decimal(line["grossAmount"]), decimal(line["netAmount"])
            whole = net + sum((decimal(tax["amount"]) for tax in taxes), ZERO)
            gross, parts = gross + amount, parts + whole
            if abs(amount - whole) > Decimal("0.00000001"):
                wrong.append(name)
            if len(taxes) == 1:
                expected = net * decimal(taxes[0]["percent"]) / 100
                if abs(expected - decimal(taxes[0]["amount"])) > Decimal("0.000001"):
                    wrong_tax.append(name)
            several += len(taxes) > 1
            moment, day = self.local(line["timestamp"]), date.fromisoformat(line["date"])
            days_later = (moment.date() - day).days
            late += days_later == 1 and moment.hour >= 6
            if days_later not in (0, 1):
                far.append(name)
            if line["currency"] != self.currency:
                foreign.append(name)
        self.tell_lines("G1", gross, parts, wrong)
        self.tell_lines("G2", len(lines) - len(wrong_tax), len(lines), wrong_tax, "several taxes" if several else "")
        counts = [body for _, body in self.responses.all("gross-transactions") if body]
        for index, body in enumerate(counts):
            report.compare("G3", str(index), body["count"], len(body["transactions"]))
        self.tell_lines("G5", len(lines) - len(far), len(lines), far, "a late audit" if late else "")
        self.tell_lines("G6", len(lines) - len(foreign), len(lines), foreign)
        entries = defaultdict(list)
        for line in lines:
            entries[line["sourceEntryNumber"]].append(line)
        odd = [
            name
            for name, own in entries.items()
            if len(own) > 2 or len(own) == 2 and (not belong_together(*own) or is_repeated(*own))
        ]
        self.tell_lines("G4", len(entries) - len(odd), len(entries), odd)
        self.check_guest_accounts()
        self.check_tax_accounts()

    def tell_lines(self, identity, left, right, wrong, reason=""):
        state = "open" if wrong else "explained" if reason else "agrees"
        self.report.add(identity, "lines", left, right, state, reason if state == "explained" else "", wrong)

    def movement(self, lines, type_, sign=1):
        """Debited minus credited, as the amounts come."""
        total = ZERO
        for line in lines:
            amount = decimal(line["grossAmount"])
            total += sign * amount * ((line["debitedAccount"]["type"] == type_) - (line["creditedAccount"]["type"] == type_))
        return total

    def check_guest_accounts(self):
        by_reference = defaultdict(list)
        for line in self.lines:
            by_reference[line["reference"]].append(line)
        for reference, lines in sorted(by_reference.items()):
            stay = next((line["reservation"] for line in lines if line.get("reservation")), None)
            owed = self.movement(lines, "Receivables")
            if touches(lines, "Receivables"):
                begins, ends = ((self.local(stay[name]).date() for name in ("arrival", "departure")) if stay else (None, None))
                inside = stay and begins >= self.first and ends < self.next and stay["status"] in FINAL
                # What a canceled reservation owes begins with its fee, which may be from the month before.
                earlier = stay and stay["status"] == "Canceled" and not any(
                    self.is_fee(line) and decimal(line["grossAmount"]) > 0 for line in lines
                )
                if owed == 0:
                    self.report.add("G7", reference, owed, 0, "agrees")
                elif inside and not earlier:
                    self.report.add("G7", reference, owed, 0, "open", "", [one["sourceEntryNumber"] for one in lines])
                else:
                    self.report.add("G7", reference, owed, None, "not comparable", "opening unknown, or not over")
            if touches(lines, "Liabilities"):
                held = self.movement(lines, "Liabilities", -1)
                if held > 0 and stay and stay["status"] in FINAL:
                    self.report.add("G8", reference, held, 0, "explained", "kept, or not used yet")
                elif held >= 0:
                    self.report.add("G8", reference, held, 0, "agrees")
                else:
                    self.report.add("G8", reference, held, None, "not comparable", "opening unknown")

    def check_tax_accounts(self):
        own = [line for line in self.lines if touches([line], "VatOnLiabilities")]
        if not own:
            self.report.add("G9", "month", None, None, "not comparable", "not shown separately")
            return
        taxes, count = ZERO, 0
        for line in self.lines:
            sign = (line["creditedAccount"]["type"] == "Liabilities") - (line["debitedAccount"]["type"] == "Liabilities")
            amount = sum((decimal(tax["amount"]) for tax in line["taxes"] or []), ZERO)
            taxes, count = taxes + sign * amount, count + (sign != 0)
        self.report.compare("G9", "month", self.movement(own, "VatOnLiabilities"), taxes, CENT * (count + len(own)))

    # VAT

    def taxes_per_rate(self, types):
        """Per percent: the taxes of the lines, the tax of each line rounded, and the number of lines."""
        exact, rounded, count = defaultdict(Decimal), defaultdict(Decimal), Counter()
        for line in self.lines:
            if line["creditedAccount"]["type"] not in types:
                continue
            for tax in line["taxes"] or []:
                percent = decimal(tax["percent"])
                exact[percent] += decimal(tax["amount"])
                whole = decimal(line["grossAmount"]) if len(line["taxes"]) == 1 else None
                own = decimal(tax["amount"]) if whole is None else whole * percent / (100 + percent)
                rounded[percent] += self.round(own)
                count[percent] += 1
        return exact, rounded, count

    def check_vat(self):
        types = {"Revenues", "Liabilities", "CityTaxes", "SecondCityTax"}
        exact, rounded, count = self.taxes_per_rate(types)
        for percent in sorted(exact):
            tolerance = self.step / 2 * (count[percent] + 1)
            self.report.compare("V1", shown(percent), exact[percent], rounded[percent], tolerance)
        for percent, own in self.vat().items():
            if own["revenues"] is not None:
                leaves = [node for node in self.nodes.values() if not node.get("children")]
                tolerance = self.step / 2 * (1 + len(leaves))
                self.report.compare("V1", f"{percent} revenues", own["ledger"], own["revenues"], tolerance)
        rates = defaultdict(lambda: defaultdict(list))
        for line in self.lines:
            if line["creditedAccount"]["type"] == "Revenues" and len(line["taxes"] or []) == 1:
                percent = decimal(line["taxes"][0]["percent"])
                rates[line["creditedAccount"]["number"]][percent].append(line["sourceEntryNumber"])
        for number, own in sorted(rates.items()):
            usual = max(own, key=lambda percent: len(own[percent]))
            for percent, names in own.items():
                odd = percent != usual and len(names) * 50 <= len(own[usual])
                state = "open" if odd else "agrees"
                self.report.add("V2", f"{number} {shown(percent)}", percent, usual, state, "", names if odd else ())

    def vat(self):
        """Per rate: the ledger's revenue, the revenues of the accounts with that rate, and the invoices."""
        ledger, _, _ = self.taxes_per_rate({"Revenues"})
        everything, _, _ = self.taxes_per_rate({"Revenues", "Liabilities", "CityTaxes", "SecondCityTax"})
        percent_of = {}
        for line in self.lines:
            if line["creditedAccount"]["type"] == "Revenues" and len(line["taxes"] or []) == 1:
                percent_of.setdefault(line["creditedAccount"]["number"], Counter())[decimal(line["taxes"][0]["percent"])] += 1
        table = defaultdict(lambda: {"ledger": ZERO, "withPrepayments": ZERO, "revenues": ZERO, "invoices": ZERO})
        for percent, amount in ledger.items():
            table[percent]["ledger"] = amount
        for percent, amount in everything.items():
            table[percent]["withPrepayments"] = amount
        for number, percents in percent_of.items():
            node = self.nodes.get(number)
            usual = max(percents, key=percents.get)
            # Single lines of another rate are errors. The tax of an account with several rates cannot be told apart.
            several = any(rate != usual and count * 50 > percents[usual] for rate, count in percents.items())
            for percent in percents if node else ():
                tax = money(node["grossAmount"]) - money(node["netAmount"]) if percent == usual else ZERO
                before = table[percent]["revenues"]
                table[percent]["revenues"] = None if several or before is None else before + tax
        for item in self.invoices:
            for detail in item["invoice"]["taxDetails"] or []:
                table[decimal(detail["vatPercent"])]["invoices"] += money(detail["tax"])
        return {shown(percent): own for percent, own in sorted(table.items())}

    # Services and invoices

    def check_services(self):
        bodies = [body for _, body in self.responses.all("ordered-services") if body]
        if not bodies:
            return
        items = [item for body in bodies for item in body["orderedServices"]]
        sums = defaultdict(Decimal)
        for item in items:
            sums[item["code"]] += money(item["amount"]) if item.get("amount") else ZERO
        for code, amount in sorted(sums.items()):
            self.report.add("S1", code, amount, None, "not comparable", "no account that only this service uses")
        inside = sum(self.first <= date.fromisoformat(item["serviceDate"]) < self.next for item in items)
        self.report.compare("S2", "month", inside, len(items))

    def check_invoices(self):
        report = self.report
        moved, by_reference = defaultdict(list), defaultdict(list)
        for line in self.lines:
            by_reference[line["reference"]].append(line)
            if (line["receipt"] or {}).get("type") == "Invoice" and touches([line], "AccountsReceivable"):
                moved[line["receipt"]["number"]].append(line)
        bases = Counter()
        known = set()
        for item in self.invoices:
            invoice = item["invoice"]
            number, details = invoice["number"], invoice["taxDetails"]
            known.add(number)
            total = money(invoice["subTotal"])
            gross = total
            if details is None:
                report.add("I1", number, total, None, "not comparable", "no tax details")
            else:
                net = sum((money(detail["net"]) for detail in details), ZERO)
                gross = net + sum((money(detail["tax"]) for detail in details), ZERO)
                bases["gross" if abs(total - gross) <= CENT * len(details) else "net"] += 1
                nearest = min((gross, net), key=lambda one: abs(total - one))
                report.compare("I1", number, total, nearest, CENT * len(details))
                for detail in details:
                    key = f"{number} {detail['vatType']}"
                    if detail["vatType"] in ("Mixed", "Null"):
                        report.add("I2", key, money(detail["tax"]), None, "not comparable", "mixed rates")
                        continue
                    expected = self.round(money(detail["net"]) * decimal(detail["vatPercent"]) / 100)
                    report.compare("I2", key, money(detail["tax"]), expected, self.step)
            lines = moved.get(number, [])
            debited = sum((decimal(one["grossAmount"]) for one in lines if is_on(one, "debited", "AccountsReceivable")), ZERO)
            if not any(is_on(one, "debited", "AccountsReceivable") for one in lines):
                paid = money(invoice["outstandingPayment"]) == 0
                report.add("I3", number, gross, 0, "explained" if paid else "open", "never on account" if paid else "")
                self.check_outstanding(number, money(invoice["outstandingPayment"]), self.movement(lines, "AccountsReceivable"))
                continue
            references = {one["reference"] for one in lines}
            paid = sum(
                (
                    decimal(one["grossAmount"])
                    for reference in references
                    for one in by_reference[reference]
                    if is_on(one, "debited", "Payments") and is_on(one, "credited", "Receivables")
                ),
                ZERO,
            )
            report.compare("I3", number, gross - paid, debited)
            open_now, open_then = money(invoice["outstandingPayment"]), self.movement(lines, "AccountsReceivable")
            self.check_outstanding(number, open_now, open_then)
        for number in sorted(set(moved) - known):
            if any(is_on(one, "debited", "AccountsReceivable") for one in moved[number]):
                names = [one["sourceEntryNumber"] for one in moved[number]]
                amount = self.movement(moved[number], "AccountsReceivable")
                report.add("I3", number, None, amount, "open", "not in the invoices", names)
                if amount:
                    report.add("I4", number, None, amount, "open", "no list has it", names)
        if len(bases) > 1:
            report.add("I1", "basis", bases["gross"], bases["net"], "open", "net and gross invoices")
        ledger, _, _ = self.taxes_per_rate({"Revenues", "Liabilities", "CityTaxes", "SecondCityTax"})
        invoiced = defaultdict(Decimal)
        for item in self.invoices:
            for detail in item["invoice"]["taxDetails"] or []:
                invoiced[decimal(detail["vatPercent"])] += money(detail["tax"])
        for percent in sorted(set(ledger) | set(invoiced)):
            left, right = invoiced[percent], ledger[percent]
            equal = left == right
            state, reason = ("agrees", "") if equal else ("explained", "not a company invoice")
            report.add("I5", shown(percent), left, right, state, reason)

    def check_outstanding(self, number, now, then):
        if not self.is_first_day(self.responses.fetched.get("company-invoices-vat")):
            self.report.add("I4", number, now, None, "not comparable", "a value of another day")
        elif now < then:
            self.report.add("I4", number, now, then, "explained", "paid since")
        else:
            self.report.compare("I4", number, now, then)

    def check_passed_on(self):
        for types, identity in ((("CityTaxes", "SecondCityTax", "GuestLevies"), "C1"), (("TransitoryItems",), "T1")):
            own = [line for line in self.lines if any(touches([line], type_) for type_ in types)]
            amount = -sum((self.movement(own, type_) for type_ in types), ZERO)
            taxed = [line["sourceEntryNumber"] for line in own if line["taxes"]] if identity == "T1" else []
            state = "open" if taxed else "not comparable"
            self.report.add(identity, "month", amount, None, state, "" if taxed else "in no other report", taxed)

    # Bridge and balances

    def is_fee(self, line):
        account = line["creditedAccount"]
        group = self.group_of.get(account["number"], self.group_of.get(account.get("parentNumber")))
        return group in ("cancellation", "no-show")

    def class_of(self, line, seen):
        account, stay = line["creditedAccount"], line.get("reservation")
        amount = decimal(line["grossAmount"])
        if self.is_fee(line):
            return "fee"
        if line["referenceType"] in ("House", "External"):
            return "folio"
        if amount < 0:
            return "correction"
        day = date.fromisoformat(line["date"])
        if stay:
            arrival, departure = (self.local(stay[name]).date() for name in ("arrival", "departure"))
            # Day use is over on the day on which it begins, and is sold for that day.
            if day < arrival or day >= max(departure, arrival + timedelta(days=1)):
                return "out of stay"
            if stay["status"] in ("Canceled", "NoShow"):
                return "status"
            key = (stay["id"], line["date"], account["number"])
            earlier = self.earlier_lines.setdefault(line["sourceEntryNumber"], [])
            repeated = len(earlier) > 1 or any(is_repeated(one, line) for one in earlier)
            earlier.append(line)
            if key in seen:
                # A line that is listed twice is no charge of its own.
                return "stay" if repeated else "second"
            seen.add(key)
        return "stay"

    def bridge(self):
        """Per day and group: booked, each class, posted, and the residual: posted minus booked and all classes but stay."""
        table, seen, self.earlier_lines = {}, set(), {}
        for day, figures in self.days:
            for group, name in GROUPS.items():
                table[day, group] = {"booked": money(figures[f"gross{name}Revenue"])}
        for line in self.lines:
            account = line["creditedAccount"]
            if account["type"] != "Revenues":
                continue
            group = self.group_of.get(account["number"], self.group_of.get(account.get("parentNumber"))) or "unknown"
            row = table.setdefault((line["date"], group), {"booked": ZERO})
            kind = self.class_of(line, seen)
            row[kind] = row.get(kind, ZERO) + decimal(line["grossAmount"])
        rows = []
        for (day, group), row in sorted(table.items()):
            classes = {kind: row.get(kind, ZERO) for kind in CLASSES}
            posted = sum(classes.values(), ZERO)
            residual = classes["stay"] - row["booked"]
            rows.append({"day": day, "group": group, "booked": row["booked"], **classes, "residual": residual, "posted": posted})
        return rows

    def balances(self):
        accounts = {}
        for line in self.lines:
            for side, sign in (("debitedAccount", 1), ("creditedAccount", -1)):
                account = line[side]
                own = accounts.setdefault(account["number"], {"type": account["type"], "movement": ZERO, "lines": 0})
                own["movement"] += sign * decimal(line["grossAmount"])
                own["lines"] += 1
        return dict(sorted(accounts.items()))

    def read_again(self):
        """The revenues before and after the ledger must be the same answer."""
        answers = {}
        for query, body in self.responses.all("revenues"):
            key = json.dumps(query, sort_keys=True)
            answers.setdefault(key, []).append(body)
        return all(body == own[0] for own in answers.values() for body in own)

    def result(self):
        self.check_performance()
        self.check_guests()
        self.check_revenues()
        self.check_ledger()
        self.check_vat()
        self.check_services()
        self.check_invoices()
        self.check_passed_on()
        return {
            "month": self.first.isoformat()[:7],
            "lines": len(self.lines),
            "revenuesStayed": self.read_again(),
            "states": self.report.states(),
            "identities": self.report.parts,
            "bridge": self.bridge(),
            "balances": self.balances(),
            "vat": self.vat(),
        }


def group_named(name):
    words = name.lower()
    for group, mark in (("cancellation", "cancel"), ("no-show", "no-show"), ("accommodation", "accommodation"), ("food", "food")):
        if mark in words:
            return group
    return "other" if "other" in words else None


def touches(lines, type_):
    return any(is_on(line, side, type_) for line in lines for side in ("debited", "credited"))


def is_on(line, side, type_):
    return line[f"{side}Account"]["type"] == type_


def belong_together(one, other):
    return all(one[name] == other[name] for name in ("reference", "date", "command"))


def is_repeated(one, other):
    """Whether an entry has the same line twice."""
    accounts = all(one[side]["number"] == other[side]["number"] for side in ("debitedAccount", "creditedAccount"))
    return accounts and belong_together(one, other) and all(one[name] == other[name] for name in ("grossAmount", "netAmount"))


def shown(percent):
    return format(percent.normalize(), "f")


def plain(value):
    if isinstance(value, Decimal):
        text = format(value, "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    raise TypeError(type(value))


def main():
    zone, *folders = sys.argv[1:]
    results = [Month(Responses(Path(folder)), zone).result() for folder in folders]
    # Not `dump`, which encodes in Python and writes each value.
    print(json.dumps(results, default=plain))


if __name__ == "__main__":
    main()
