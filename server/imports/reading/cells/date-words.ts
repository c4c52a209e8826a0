// Months in English, Portuguese and Spanish. Each is also known by its first three letters.
const months = [
  'january janeiro enero',
  'february fevereiro febrero',
  'march marco marzo',
  'april abril',
  'may maio mayo',
  'june junho junio',
  'july julho julio',
  'august agosto',
  'september setembro septiembre setiembre sept',
  'october outubro octubre',
  'november novembro noviembre',
  'december dezembro diciembre',
]

const monthByWord = new Map(
  months.flatMap((names, index) =>
    names.split(' ').flatMap(name => [
      [name, index + 1],
      [name.slice(0, 3), index + 1],
    ]),
  ) as [string, number][],
)

/** The number of a month, by its name in lower case without accents. */
export function monthOf(word: string): number | undefined {
  return monthByWord.get(word)
}

const days = [
  'sun(?:day)? mon(?:day)? tue(?:s|sday)? wed(?:nesday)? thu(?:r|rs|rsday)? fri(?:day)? sat(?:urday)?',
  'dom(?:ingo)? seg(?:unda)? ter(?:ca)? qua(?:rta)? qui(?:nta)? sex(?:ta)? sab(?:ado)?',
  'lun(?:es)? mar(?:tes)? mie(?:rcoles)? jue(?:ves)? vie(?:rnes)?',
]

/** A day of the week at the beginning of a date, in lower case without accents. It is not compared with the date. */
export const weekday = new RegExp(
  `^(?:${days.join(' ').split(' ').join('|')})(?:-feira)?(?:\\.,?|,)? +(?=[\\da-z])`,
)
