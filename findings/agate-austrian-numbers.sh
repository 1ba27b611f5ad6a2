#!/usr/bin/env bash
# agate 1.6.3 (Debian; the tables of csvkit 1.0.7) makes durations of Austrian company numbers.
#
# Guess: 130824d is text: digits and a check letter.
# Seen: when the check letters of all rows are units of time (d, h, m, s, w), the column is a TimeDelta: 130824d is
#   130,824 days, and csvjson prints it so. One row with another letter makes all of them text.
# So: a job over one company or a few fails where the whole list works. Turn inference off (`-I`).
. "$(dirname "$0")/trial.bash"
debian_packages python3-agate=1.6.3-2 python3-babel=2.10.3-1 python-babel-localedata=2.10.3-1 python3-isodate=0.6.1-1 \
  python3-leather=0.3.4-2 python3-parsedatetime=2.6-3 python3-pytimeparse=1.1.5-3 python3-six=1.16.0-4 \
  python3-slugify=4.0.0-2 python3-text-unidecode=1.3-1 python3-tz=2022.7.1-4
cat >run.py <<'END'
import agate

for numbers in (["130824d", "98765h"], ["130824d", "98765k"]):
    with open("numbers.csv", "w") as file:
        file.write("\n".join(["number", *numbers, ""]))
    column = agate.Table.from_csv("numbers.csv").columns["number"]
    print(type(column.data_type).__name__, *column.values(), sep=" | ")
END
PYTHONPATH=deb/usr/lib/python3/dist-packages expect python3 run.py <<'END'
TimeDelta | 130824 days, 0:00:00 | 4115 days, 5:00:00
Text | 130824d | 98765k
END
