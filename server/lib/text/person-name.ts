/** What a name says of a person. '' where it says nothing. */
export type PersonName = {
  /** What friends call them; '' if the name has no given name, as "Dr. Souza". */
  given: string
  /** The last family name, without suffixes such as Filho and Jr. In Chinese, Japanese and Korean the first word. */
  family: string
}

/**
 * Reads a name as shops and buyers write it: without titles and suffixes. Nothing is known of a placeholder such as
 * "null" or "Guest", of a company, and of text with an address in it.
 */
export function readPersonName(full: string): PersonName {
  const words = full.split(/\s+/).filter(word => /\p{L}/u.test(word))
  const untitled = words.findIndex(word => !isIn(titles, word))
  const named = untitled < 0 ? [] : words.slice(untitled)
  const [first = ''] = named
  if (isIn(placeholders, first) || isCompany(named) || words.some(hasAddress))
    return { given: '', family: '' }
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(first))
    return named.length > 1 ? { given: '', family: first } : { given: first, family: '' }
  // "Pedro Neto" has no other family name.
  while (named.length > 2 && isIn(suffixes, named.at(-1) ?? '')) named.pop()
  const isFamilyAlone = untitled > 0 && named.length === 1
  return isFamilyAlone
    ? { given: '', family: first }
    : { given: first, family: named.length > 1 ? (named.at(-1) ?? '') : '' }
}

/** Whether a name is what programs write where there is none, such as "null" or "Guest". */
export function isPlaceholder(full: string): boolean {
  const words = full.split(/\s+/).filter(Boolean)
  return words.length > 0 && words.every(word => isIn(placeholders, word))
}

// In lower case and without accents and dots. Words that are given names too, such as Don, are missing on purpose.
const titles = wordsOf(
  'mr mrs ms miss mx dr dra drs prof profa sir madam sr sra srta senhor senhora senor senora senorita ' +
    'herr frau monsieur madame mme mlle signor signora sig',
)
const suffixes = wordsOf('filho filha junior jr sr neto neta sobrinho sobrinha segundo ii iii iv phd md')
const placeholders = wordsOf(
  'null undefined nan none nil guest anonymous anonimo anonyme anonym unknown desconhecido desconocido unbekannt test ' +
    'teste prueba customer client cliente kunde gast convidado convidada invitado invitada visitor visitante user ' +
    'usuario utilizador',
)
const companies = wordsOf('gmbh ltd ltda llc inc corp srl sarl sas eireli bv oy aps plc pty')
const shortCompanies = new Set(['AG', 'KG', 'UG', 'SA', 'S/A', 'SL', 'AB', 'A/S', 'ME', 'MEI'])

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

function isIn(words: ReadonlySet<string>, word: string): boolean {
  return words.has(plain(word))
}

function isCompany(words: string[]): boolean {
  const last = words.at(-1) ?? ''
  return words.length > 1 && (isIn(companies, last) || shortCompanies.has(last.replace(/\./g, '')))
}

function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.,:]/gu, '')
    .toLowerCase()
}

// Mail apps make links of what looks like an address.
function hasAddress(word: string): boolean {
  return /[@/\\]|\p{L}\.\p{L}{2}/u.test(word) && !shortCompanies.has(word)
}
