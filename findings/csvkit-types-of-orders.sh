#!/usr/bin/env bash
# Two exports of a shop, sorted and joined with csvkit. Its order numbers have an underscore, its buyers were asked for 4/5 or 5/5.
# Guess:   csvsort makes a number of 1001_1, as Python does, and true of "Yes", and keeps names and "4/5" as text. csvjoin compares
#          keys as text.
# Seen:    csvkit 1.0.7 with agate 1.6.3: a column of April, May and June becomes dates of the year 1, "4/5" becomes 2001-04-05,
#          the size "3d" three days and "2h" two hours, Friday 0001-01-05, and 39,90 the number 3990.
#          csvjoin converts the keys first: 1001_1 and 100_11 are both 10011, so each order gets the reviews of both. csvcut,
#          csvgrep, csvstack and csvformat leave cells alone. csvsort and csvjoin do so with -I.
# Matters: a file that was only sorted or joined before the import has other ratings, names and orders, and reviews of other
#          people's orders, without a message. The columns convert only if all of their cells do, so a test with mixed rows
#          does not show it.
# Needs Python 3.11, as Debian 12 has it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
apt-get download -qq python3-csvkit=1.0.7-1 python3-agate=1.6.3-2 python3-babel=2.10.3-1 python-babel-localedata=2.10.3-1 \
  python3-isodate=0.6.1-1 python3-leather=0.3.4-2 python3-parsedatetime=2.6-3 python3-pytimeparse=1.1.5-3 python3-slugify=4.0.0-2 \
  python3-unidecode=1.3.6-1 python3-tz=2022.7.1-4 python3-six=1.16.0-4 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
cat > orders.csv <<'CSV'
order,name,stars,recommends,size,day,price
1001_1,April,4/5,Yes,3d,Friday,"39,90"
100_11,May,5/5,No,2h,Monday,"12,50"
1002_1,June,5/5,Yes,5m,Sunday,"15,00"
CSV
cat > reviews.csv <<'CSV'
order,text
1001_1,Good
100_11,Bad
CSV
csvkit() { # csvkit <program> <arguments>
  PYTHONPATH=usr/lib/python3/dist-packages python3 -W ignore -c "
from csvkit.utilities.$1 import launch_new_instance
launch_new_instance()" "${@:2}"
}
diff <(
  echo 'csvsort:' && csvkit csvsort -c name orders.csv
  echo 'csvsort -I:' && csvkit csvsort -I -c name orders.csv
  csvkit csvcut -c order,name orders.csv > names.csv
  echo 'csvjoin:' && csvkit csvjoin -c order names.csv reviews.csv
  echo 'csvjoin -I:' && csvkit csvjoin -I -c order names.csv reviews.csv
  echo 'csvgrep:' && csvkit csvgrep -c name -m April orders.csv
  echo 'csvstack, csvformat:' && csvkit csvstack orders.csv orders.csv | csvkit csvformat | sed -n 5p
) - <<'SEEN'
csvsort:
order,name,stars,recommends,size,day,price
10011,0001-04-01,2001-04-05,True,"3 days, 0:00:00",0001-01-05,3990
10011,0001-05-01,2001-05-05,False,2:00:00,0001-01-08,1250
10021,0001-06-01,2001-05-05,True,0:05:00,0001-01-07,1500
csvsort -I:
order,name,stars,recommends,size,day,price
1001_1,April,4/5,Yes,3d,Friday,"39,90"
1002_1,June,5/5,Yes,5m,Sunday,"15,00"
100_11,May,5/5,No,2h,Monday,"12,50"
csvjoin:
order,name,text
10011,0001-04-01,Good
10011,0001-04-01,Bad
10011,0001-05-01,Good
10011,0001-05-01,Bad
csvjoin -I:
order,name,text
1001_1,April,Good
100_11,May,Bad
csvgrep:
order,name,stars,recommends,size,day,price
1001_1,April,4/5,Yes,3d,Friday,"39,90"
csvstack, csvformat:
1001_1,April,4/5,Yes,3d,Friday,"39,90"
SEEN
echo 'As seen with csvkit 1.0.7 and agate 1.6.3.'
