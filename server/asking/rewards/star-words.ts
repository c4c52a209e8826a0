// The words for a star, as they begin, in the languages of our forms.
const stars = [
  ...[
    'star',
    'stern',
    'étoile',
    'etoile',
    'ster(?!ling)',
    'stell',
    'estrel',
    'estrell',
    'stjern',
    'stjörn',
    'stjärn',
  ],
  ...['täht', 'tähe', 'tähde', 'gwiazd', 'hvězd', 'hviezd', 'csillag', 'stea', 'stele', 'zvijezd', 'zvezd'],
  ...['звезд', 'звёзд', 'зірк', 'зірок', 'zvaigz', 'žvaigž', 'αστέρ', 'αστερ', 'yıldız', 'yildiz'],
  ...['نجم', 'نجوم', 'ستار', 'כוכב', 'सितार', 'स्टार', 'তারা', 'স্টার', '星', '별', 'ดาว', 'sao', 'bintang'],
]
const figure = '(?:[1-5１-５१-५১-৫๑-๕١-٥۱-۵]|[一二三四五])'
const word = `(?:${stars.join('|')})`
const between = String.raw`[\s\p{Pd}+*/]*(?:顆|颗|つ|개|個|ดวง|ngôi\s+)?[\s\p{Pd}]*`

const numbered = new RegExp(
  String.raw`[★☆⭐🌟✮✯]|(?<![\p{N}.,])${figure}${between}${word}|${word}[\p{L}\p{M}]*\s*${figure}(?![\p{N}%.,])`,
  'iu',
)

/** Whether a text names a number of stars, as in “for 5 stars”. Stars without a number may be on a mug. */
export function namesStars(words: string): boolean {
  return numbered.test(words.normalize('NFC'))
}
