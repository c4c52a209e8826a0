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
  const words = inReadingOrder(full).filter(word => /\p{L}/u.test(word))
  const untitled = words.findIndex((word, index) => !isTitle(word, words.length - index - 1))
  const named = untitled < 0 ? [] : words.slice(untitled)
  if (named.length > 1 && isIn(honorifics, named.at(-1) ?? '')) named.pop()
  const [first = ''] = named
  if (isPlaceholder(full) || isIn(placeholders, first) || isCompany(named) || named.some(hasAddress))
    return { given: '', family: '' }
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(first))
    return named.length > 1 ? { given: '', family: first } : { given: first, family: '' }
  return ofWords(named, untitled > 0)
}

function ofWords(named: string[], isTitled: boolean): PersonName {
  // "Pedro Neto" has no other family name.
  while (named.length > 2 && isIn(suffixes, named.at(-1) ?? '')) named.pop()
  const [first = '', ...others] = named
  const last = others.at(-1) ?? ''
  const isFamilyAlone = (isTitled && last === '') || particles.has(first)
  return isFamilyAlone ? { given: '', family: last || first } : { given: first, family: last }
}

/** Whether a name is what programs write where there is none, such as "null", "Guest" or "Sem nome". */
export function isPlaceholder(full: string): boolean {
  const words = full.split(/\s+/).filter(Boolean)
  return (
    words.length > 0 && (words.every(word => isIn(placeholders, word)) || noNames.has(plain(full.trim())))
  )
}

// "Silva, João" begins with the family name, and "John Smith, PhD" does not. Brackets hold remarks.
function inReadingOrder(full: string): string[] {
  const wordsOfPart = (part: string) => part.split(/\s+/).filter(Boolean)
  const [before = '', ...after] = full.replace(/\([^()]*\)?/g, ' ').split(',')
  const later = wordsOfPart(after.join(' '))
  const isFamilyFirst = later.some(
    word => /\p{L}/u.test(word) && !isIn(suffixes, word) && !isIn(companies, word),
  )
  return isFamilyFirst ? [...later, ...wordsOfPart(before)] : [...wordsOfPart(before), ...later]
}

// In lower case and without accents and dots. Words that are given names too, such as Don, are missing on purpose.
const titles = wordsOf(
  'mr mrs ms miss mx dr dra drs prof profa profª sir madam sr sra srta srª senhor senhora senor senora senorita dona dª ' +
    'herr herrn frau monsieur madame mme mlle signor signora sig sigra dottore dottoressa dottssa meneer mevrouw pani ' +
    'sayin sayın familie familia famille господин госпожа г-н г-жа السيد السيدة الدكتور الدكتورة dipl-ing',
)
// With their dot only: Rev, Gen and Eng are names.
const dotted = wordsOf('ing lic arq dott avv eng rev capt cap col gen sgt mag dhr mevr mons pe ا د م')
// "D. José Ruiz" is a title, and "D. Ruiz" an initial.
const initials = wordsOf('d m')
const suffixes = wordsOf('filho filha junior jr sr neto neta sobrinho sobrinha segundo ii iii iv phd md')
// In small letters: Di and Van are given names.
const particles = new Set('de da do das dos di del della van von der den ter ten la le du'.split(' '))
// They follow a name of one word, too.
const honorifics = wordsOf('bey hanim hanım 様 さん 先生 氏 씨 님')
const placeholders = wordsOf(
  'null undefined nan none nil n/a guest anonymous anonimo anonima anonyme anonym anonim unknown desconhecido desconocido ' +
    'unbekannt inconnu test teste prueba customer client cliente kunde kundin gast convidado convidada invitado invitada ' +
    'invite visitor visitante visiteur besucher ospite visitatore user usuario utilizador consumidor comprador buyer ' +
    'shopper admin administrator administrador noname nome nombre vorname prenom asdf qwerty misafir ziyaretci gosc гость ' +
    'аноним покупатель ضيف زائر مجهول 匿名 ゲスト 访客 游客 손님 익명',
)
const noNames = wordsOf(
  'no name|first name|sin nombre|sem nome|sans nom|senza nome|kein name|ohne name|без имени',
  '|',
)
const companies = wordsOf(
  'gmbh ltd ltda lda llc inc corp srl spa sarl sas eireli eirl bv nv oy aps plc pty pte sro kft ooo ооо оао',
)
const shortCompanies = new Set(['AG', 'KG', 'UG', 'SA', 'S/A', 'SL', 'AB', 'A/S', 'ME', 'MEI', 'CV', 'KK'])

function wordsOf(text: string, separator = ' '): ReadonlySet<string> {
  return new Set(text.split(separator).map(plain))
}

function isIn(words: ReadonlySet<string>, word: string): boolean {
  return words.has(plain(word))
}

function isTitle(word: string, following: number): boolean {
  if (isIn(titles, word)) return true
  return word.endsWith('.') && (isIn(dotted, word) || (following > 1 && isIn(initials, word)))
}

function isCompany(words: string[]): boolean {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (/株式会社|有限会社|有限公司|주식회사/.test(words.join(''))) return true
  return (
    words.length > 1 &&
    (isIn(companies, last) || shortCompanies.has(last.replace(/\./g, '')) || /^(?:ООО|ОАО|ИП)$/.test(first))
  )
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
