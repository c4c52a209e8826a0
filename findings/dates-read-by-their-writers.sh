#!/usr/bin/env bash
# The 15th of each month of 2026 with the month's name, as exports and mails have it ("15 grudnia 2026"): each library writes it in
# each of its languages, and reads its own text with the same pattern and language.
# Guess:   moment and date-fns read all that they wrote. dayjs fails for Slavic languages, whose months have two cases. None reads
#          another date than it wrote.
# Seen:    dayjs 1.11.23 reads December in Russian, Polish, Ukrainian, Belarusian, Croatian and Lithuanian as December of the next
#          year; its other eleven months are right. moment 2.31.0 reads nine months in Croatian, and eleven in Catalan and
#          Occitan, as January. In strict mode it reads no month in nine languages, Greek, Ukrainian and Catalan among them. date-fns
#          4.4.0 reads June and July in Armenian as January, four months in Kazakh and in Central Kurdish as others, and none
#          in Georgian and Azerbaijani.
# Matters: an order of a wrong month or year is valid, so its review request leaves at once, too late or never. A test with
#          today's date finds the Russian case in December alone. Write dates as numbers (2026-12-15), and read names of months by a
#          list of your own.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund moment@2.31.0 dayjs@1.11.23 date-fns@4.4.0
cat > run.mjs <<'JS'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const moment = require('moment')
const dayjs = require('dayjs')
const { format, isValid, parse, parseISO } = require('date-fns')
const locales = require('date-fns/locale')
dayjs.extend(require('dayjs/plugin/customParseFormat'))

const day = 'YYYY-MM-DD'
const pattern = 'D MMMM YYYY'
const namesIn = folder => readdirSync(`node_modules/${folder}`).filter(name => name.endsWith('.js')).map(name => name.slice(0, -3))
const languages = Object.fromEntries(['moment', 'dayjs'].map(library => [library, namesIn(`${library}/locale`)]))
for (const [library, names] of Object.entries(languages)) for (const name of names) require(`${library}/locale/${name}`)

const readsOf = (library, isStrict) => [languages[library.name], (date, language) => {
  const text = library.create(date).locale(language).format(pattern)
  const read = library.create(text, pattern, language, isStrict)
  return [text, read.isValid() ? read.locale('en').format(day) : undefined]
}]
const ways = {
  moment: readsOf({ name: 'moment', create: moment }, false),
  'moment, strict': readsOf({ name: 'moment', create: moment }, true),
  dayjs: readsOf({ name: 'dayjs', create: dayjs }, false),
  'date-fns': [Object.keys(locales), (date, language) => {
    const options = { locale: locales[language] }
    const text = format(parseISO(date), 'd MMMM yyyy', options)
    const read = parse(text, 'd MMMM yyyy', new Date(2020, 0, 1), options)
    return [text, isValid(read) ? format(read, 'yyyy-MM-dd') : undefined]
  }],
}
const dates = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-15`)
for (const [way, [names, writeAndRead]] of Object.entries(ways)) {
  const unread = []
  console.log(way)
  for (const language of names) {
    const results = dates.map(date => [date, ...writeAndRead(date, language)])
    const others = results.filter(([date, , read]) => read && read !== date)
    const missing = results.filter(([, , read]) => !read).length
    const months = [...new Set(others.map(([, , read]) => read.slice(0, 7)))]
    if (others.length) console.log(`  ${language}: ${others.length} in ${months.join(' or ')}, such as ${others[0][1]}`)
    if (missing) unread.push(`${language} ${missing}`)
  }
  console.log(`  not read: ${unread.join(', ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
moment
  ca: 11 in 2026-01, such as 15 de febrer 2026
  hr: 9 in 2026-01, such as 15 veljače 2026
  oc-lnc: 11 in 2026-01, such as 15 de febrièr 2026
  not read: be 2, el 1, lt 3
moment, strict
  not read: be 12, ca 12, el 12, hr 12, hy-am 12, lt 12, oc-lnc 12, tg 12, uk 12
dayjs
  be: 1 in 2027-12, such as 15 снежня 2026
  hr: 1 in 2027-12, such as 15 prosinca 2026
  lt: 1 in 2027-12, such as 15 gruodžio 2026
  pl: 1 in 2027-12, such as 15 grudnia 2026
  ru: 1 in 2027-12, such as 15 декабря 2026
  uk: 1 in 2027-12, such as 15 грудня 2026
  not read: ar-iq 4, ga 2, gd 12, ku 4, mi 7, mn 12, tlh 12, vi 12
date-fns
  ckb: 4 in 2026-12, such as 15 کانوونی دووەم 2026
  fy: 1 in 2026-03, such as 15 maaie 2026
  hy: 2 in 2026-01, such as 15 հունիս 2026
  kk: 4 in 2026-05 or 2026-01, such as 15 маусым 2026
  not read: af 2, arMA 11, arSA 12, az 12, beTarask 1, gd 12, gl 1, gu 1, hi 1, hr 2, is 3, ka 12, lt 1, mn 1
SEEN
echo 'As seen with moment 2.31.0, dayjs 1.11.23 and date-fns 4.4.0.'
