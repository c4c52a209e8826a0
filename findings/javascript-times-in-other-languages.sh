#!/usr/bin/env bash
# The time of an order as JavaScript's String(date) has it, and as csv-writer and fast-csv write it: 10:00 in São Paulo, 13:00 in
# UTC; whole, and cut before the name of the zone. Readers of other languages run on a server whose zone is Tokyo.
# Guess:   PHP, GNU date, Ruby's Time.parse, Perl's Date::Parse and Python's dateutil read 13:00 in UTC, or refuse the name of the
#          zone. PostgreSQL takes GMT-0300 as POSIX has it: three hours east of Greenwich.
# Seen:    dateutil 2.8.2 is the one that takes it so, 07:00 in UTC, and pandas 1.5.3 with it. Ruby 3.1.2's Time.parse ignores the
#          offset and takes the hour for one of the server, in both forms; its DateTime.parse does not. Python 3.11's email.utils
#          drops the offset, too. PHP 8.2 and dateutil refuse the whole form, PostgreSQL 18.3 (PGlite 0.5.4) refuses both.
#          GNU date 9.1 and Date::Parse 2.33 are right.
# Matters: Python moves such an order by six hours, and Ruby by the distance between the server and the shop, often into another
#          day, and neither fails. Write toISOString() instead.
# Needs Debian 12's date, perl, python3, libsodium23 and libargon2-1.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.4
apt-get download -qq php8.2-cli ruby3.1=3.1.7+really3.1.2-0+deb12u1 libruby3.1 libtimedate-perl=2.3300-2 \
  python3-dateutil=2.8.2-2 python3-six=1.16.0-4 python3-pandas=1.5.3+dfsg-2 python3-pandas-lib=1.5.3+dfsg-2 \
  python3-numpy=1:1.24.2-1+deb12u1 python3-tz=2022.7.1-4 libblas3=3.11.0-2 liblapack3=3.11.0-2 libgfortran5=12.2.0-14+deb12u1 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
libraries="$folder/usr/lib/x86_64-linux-gnu"
cat > read.py <<'PY'
import sys
from email.utils import parsedate_to_datetime
import pandas
from dateutil import parser

for name, read in [('dateutil', parser.parse), ('pandas', pandas.to_datetime), ('email.utils', parsedate_to_datetime)]:
    try:
        print(f'{name}: {read(sys.argv[1]).isoformat()}')
    except Exception as error:
        print(f'{name}: refuses')
PY
cat > read.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const answer = new PGlite().query(`select $1::timestamptz at time zone 'UTC' as time`, [process.argv[2]])
console.log(`PostgreSQL: ${await answer.then(({ rows }) => rows[0].time, () => 'refuses')}`)
JS
readers() { # readers <time>
  echo "$1"
  echo "GNU date: $(date -d "$1" -u +%FT%TZ)"
  echo "Date::Parse: $(perl -I usr/share/perl5 -MDate::Parse -MPOSIX -e 'print strftime("%FT%TZ", gmtime str2time($ARGV[0]))' "$1")"
  usr/bin/php8.2 -n -r '$t = strtotime($argv[1]); echo "PHP: ", $t ? gmdate("Y-m-d\TH:i:s\Z", $t) : "refuses", "\n";' "$1"
  LD_LIBRARY_PATH="$libraries" RUBYLIB="usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0" usr/bin/ruby3.1 --disable-gems -r time -r date -e '
    puts "Time.parse: #{Time.parse(ARGV[0]).iso8601}", "DateTime.parse: #{DateTime.parse(ARGV[0]).iso8601}"' "$1"
  LD_LIBRARY_PATH="$libraries:$libraries/blas:$libraries/lapack" PYTHONPATH=usr/lib/python3/dist-packages python3 -W ignore read.py "$1"
  node read.mjs "$1"
}
export TZ=Asia/Tokyo
diff <(
  readers 'Mon Nov 30 2026 10:00:00 GMT-0300 (Brasilia Standard Time)'
  readers 'Mon Nov 30 2026 10:00:00 GMT-0300'
) - <<'SEEN'
Mon Nov 30 2026 10:00:00 GMT-0300 (Brasilia Standard Time)
GNU date: 2026-11-30T13:00:00Z
Date::Parse: 2026-11-30T13:00:00Z
PHP: refuses
Time.parse: 2026-11-30T10:00:00+09:00
DateTime.parse: 2026-11-30T10:00:00-03:00
dateutil: refuses
pandas: refuses
email.utils: 2026-11-30T10:00:00
PostgreSQL: refuses
Mon Nov 30 2026 10:00:00 GMT-0300
GNU date: 2026-11-30T13:00:00Z
Date::Parse: 2026-11-30T13:00:00Z
PHP: 2026-11-30T13:00:00Z
Time.parse: 2026-11-30T10:00:00+09:00
DateTime.parse: 2026-11-30T10:00:00-03:00
dateutil: 2026-11-30T10:00:00+03:00
pandas: 2026-11-30T10:00:00+03:00
email.utils: 2026-11-30T10:00:00
PostgreSQL: refuses
SEEN
echo 'As seen with the versions above.'
