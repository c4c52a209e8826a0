// Months in English, Portuguese, Spanish, German, French and Italian, in lower case without accents.
const months = [
  'january janeiro enero januar janvier gennaio',
  'february fevereiro febrero februar fevrier febbraio',
  'march marco marzo marz maerz mars',
  'april abril avril aprile',
  'may maio mayo mai maggio',
  'june junho junio juni juin giugno',
  'july julho julio juli juillet luglio',
  'august agosto aout',
  'september setembro septiembre setiembre septembre settembre',
  'october outubro octubre oktober octobre ottobre',
  'november novembro noviembre novembre',
  'december dezembro diciembre dezember decembre dicembre',
].map(names => names.split(' '))

const monthByWord = new Map<string, number | undefined>()

/** The number of a month, by its name or the first letters of it, at least three, that begin no other month. */
export function monthOf(word: string): number | undefined {
  if (!monthByWord.has(word)) {
    if (monthByWord.size > mostWords) monthByWord.clear()
    monthByWord.set(word, findMonth(word))
  }
  return monthByWord.get(word)
}

const mostWords = 1_000

function findMonth(word: string): number | undefined {
  if (word.length < 3) return undefined
  const found = months.flatMap((names, index) =>
    names.some(name => name.startsWith(word)) ? [index + 1] : [],
  )
  return found.length === 1 ? found[0] : undefined
}

const days = [
  'sun(?:day)? mon(?:day)? tue(?:s|sday)? wed(?:nesday)? thu(?:r|rs|rsday)? fri(?:day)? sat(?:urday)?',
  'dom(?:ingo|enica)? seg(?:unda)? ter(?:ca)? qua(?:rta)? qui(?:nta)? sex(?:ta)? sab(?:ado|ato)?',
  'lun(?:es|di|edi)? mar(?:tes|di|tedi)? mie(?:rcoles)? jue(?:ves)? vie(?:rnes)?',
  'mer(?:credi|coledi)? jeu(?:di)? ven(?:dredi|erdi)? sam(?:edi|stag)? dim(?:anche)? gio(?:vedi)?',
  'montag dienstag mittwoch donnerstag freitag sonnabend sonntag mo di mi do fr sa so',
]

/** A day of the week at the beginning of a date, in lower case without accents. It is not compared with the date. */
export const weekday = new RegExp(
  `^(?:${days.join(' ').split(' ').join('|')})(?:-feira)?(?:\\.,?|,)? +(?=[\\da-z])`,
)

/**
 * Hours from UTC of abbreviations: those of RFC 5322, of Western and Central Europe, and of the south of America. Without
 * CST and IST, which are zones of China and India as well.
 */
export const zoneHours: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ wet: 0, west: 1, cet: 1, cest: 2, mez: 1, mesz: 2 },
  ...{ brt: -3, brst: -2, art: -3 },
}
