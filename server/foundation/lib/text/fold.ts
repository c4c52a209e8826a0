/**
 * A text as searches compare it: lower case, compatibility forms as plain letters, without marks that people leave out.
 * `plain_text` of migrations/0087-searches.sql does the same in SQL.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(other, letter => plainLetters[letter] as string)
    .normalize('NFC')
}

const isAscii = /^\p{ASCII}*$/u

// Accents, Hebrew points, Arabic vowel signs and tatweel, and invisible characters within words. Marks of other scripts
// stay: they are vowels in Devanagari, Bengali or Thai, and U+3099 distinguishes ガ from カ.
const ignored =
  /[[[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]]--[\u3099\u309a]]\u0640\u00ad\u034f\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gv

// Letters that Unicode does not decompose. People without such a keyboard write the other ones.
const plainLetters: Record<string, string> = {
  ...{ ı: 'i', ł: 'l', đ: 'd', ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ς: 'σ',
  // Arabic keyboards differ: wasla, final yeh and heh, and the yeh and kaf of Persian.
  ...{ ٱ: 'ا', ى: 'ي', ة: 'ه', ی: 'ي', ک: 'ك' },
}

const other = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')
