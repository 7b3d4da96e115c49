"""Checks DATEV files against the description of the format, and their sums against the ledger.

Usage: datev-check.py LEDGER.json MAP.csv SUMMED FILE...
The expressions are those of the description, not of hotelctl. Prints the number of rows, or fails with a message.
"""

import csv
import json
import re
import sys
from decimal import Decimal

D8 = r"(0[1-9]|[1-2]\d|3[0-1])(0[1-9]|1[0-2])20\d{2}"
ART, INHALT = r'".{0,20}"', r'".{0,210}"'
HEADER = [
    r'"(EXTF|DTVF)"', "700", "(16|20|21|46|48|65)", '"Buchungsstapel"', "(2|4|5|13)", r"20\d{15}", "", r'"\w{0,2}"', r'"\w{0,25}"',
    r'"\w{0,25}"', r"(\d{4,6}|\d{7})", r"\d{1,5}", r"20\d{6}", "[4-8]", r"20\d{6}", r"20\d{6}", r'"[\w.\-/ ]{0,30}"',
    '"([A-Z]{2}){0,2}"', "[1-2]", "(0|30|40|50|64)", "(0|1)", '"[A-Z]{3}"', "", '""', "", "", r'"(\d{2}){0,2}"', r"\d{0,4}", "", '""',
    '".{0,16}"',
]
COLUMNS = [
    r"(?!0{1,10},00)\d{1,10},\d{2}", '"(S|H)"', '"[A-Z]{3}"', r"[1-9]\d{0,3},\d{2,6}", r"\d{1,10},\d{2}", '"[A-Z]{3}"',
    r"(?!0{1,9}$)\d{1,9}", r"(?!0{1,9}$)\d{1,9}", r'"\d{1,4}"', r"\d{4}", r'"[\w$%\-\/]{0,36}"', r'"[\w$%\-\/]{0,12}"',
    r"[1-9]\d{0,7},\d{2}", '".{0,60}"', "(0|1)", r'"\w{0,9}"', r"\d{3}", r"\d{2}", "(0|1)", '".{0,210}"', *[ART, INHALT] * 8,
    r'"[\w ]{0,36}"', r'"[\w ]{0,36}"', r"\d{12},\d{4}", '".{0,15}"', r"\d{2},\d{2}", '"(I|K|P|S)"', r"\d{1,3}", r"\d{0,3}", r"\d",
    r"\d{0,2}", r"\d{0,3}", *[ART, INHALT] * 20, r"\d{0,8}", r"\d{1,8},\d{2}", r"\d{0,2}", r'"\w{0,10}"', r"20\d{2}", D8, r"\d",
    '".{0,30}"', '"[A-Z]{2}"', r"\d{0,4}", '"[A-Z]{2}"', r"\d{0,3}", r"\d{1,2},\d{2}", r"\d{4,8}", '"[A-Z]{2}"', '".{0,36}"', D8,
    '".{0,35}"', "(0|1)", '".{0,76}"', r"\d{4}", '".{0,11}"', '".{0,20}"', D8, '".{0,30}"', r"\d{1,2}", "(0|1)", D8, D8, D8, '"(0|1)"',
    r"\d{1,2},\d{2}", '"[A-Z]{2}"', '".{0,50}"', "(1|2|3|4|5)", '".{0,15}"', r"\d{2},\d{2}", r"\d{1,9}",
]
REQUIRED = [1, 2, 7, 8, 10, 114]


def require(is_true, *words):
    if not is_true:
        sys.exit(" ".join(map(str, words)))


def fields(line):
    return re.findall(r'(?:^|;)("(?:[^"]|"")*"|[^";]*)', line)


def check(line, expressions, name, required=()):
    found = fields(line)
    require(len(found) == len(expressions), name, "has", len(found), "fields")
    for number, (field, expression) in enumerate(zip(found, expressions), 1):
        empty = '""' if '"' in expression else ""
        is_valid = re.fullmatch(expression, field, re.ASCII) or (field == empty and number not in required)
        require(is_valid, name, "field", number, field, expression)
    return [field[1:-1].replace('""', '"') if field[:1] == '"' else field for field in found]


def add(sums, account, amount):
    sums[account] = sums.get(account, Decimal(0)) + amount


require(len(HEADER) == 31 and len(COLUMNS) == 125, "the expressions are incomplete")
ledger_path, map_path, summed, *files = sys.argv[1:]
with open(map_path, encoding="utf-8") as text:
    targets = {row["number"]: row["target"] for row in csv.DictReader(text) if row["type"] != "Tax"}
expected, lines = {}, 0
with open(ledger_path, encoding="utf-8") as text:
    for line in json.load(text, parse_float=Decimal):
        amount = Decimal(line["grossAmount"])
        debit, credit = (targets[line[side]["number"]] for side in ("debitedAccount", "creditedAccount"))
        lines += amount != 0 and debit != credit
        add(expected, debit, amount)
        add(expected, credit, -amount)

sums, rows = {}, 0
for path in files:
    require(re.search(r"(^|/)EXTF_[^/]*\.csv$", path), path, "is not named EXTF_*.csv")
    data = open(path, "rb").read()
    require(not data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n"), path, "has a mark, or no last line end")
    header, headings, *records = data.decode("cp1252").split("\r\n")[:-1]
    require("\n" not in header + "".join(records) and len(records) <= 99_999, path, "has a line end in a field, or too many rows")
    head = check(header, HEADER, "the header")
    require(len(headings.split(";")) == 125 and headings.startswith("Umsatz (ohne Soll/Haben-Kz);"), path, "headings")
    first, last = head[14], head[15]
    require(head[12] <= first <= last and first[:4] == last[:4], path, "period", first, last)
    for number, record in enumerate(records, 3):
        row = check(record, COLUMNS, f"line {number}", REQUIRED)
        require(first <= first[:4] + row[9][2:] + row[9][:2] <= last, "line", number, "date", row[9])
        amount = Decimal(row[0].replace(",", ".")) * (1 if row[1] == "S" else -1)
        add(sums, row[6], amount)
        add(sums, row[7], -amount)
        rows += 1
for account in {*sums, *expected}:
    found, wanted = sums.get(account, 0), expected.get(account, 0)
    require(found == wanted, "account", account, "has", found, "and not", wanted)
require(rows == lines or (summed == "summed" and rows <= lines), rows, "rows for", lines, "lines")
print(rows)
