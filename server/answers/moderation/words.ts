/**
 * Insults and obscene words, by language. Other languages have no list that a native reader keeps: the published ones hold
 * harmless reviews (findings/word-lists-of-other-languages.sh). Listed by three rules:
 * - No word that only calls a product bad (junk, scam, lixo, golpe, porcaria, basura, estafa): it would hold negative
 *   opinions.
 * - No word with an innocent meaning in its language (pinto, veado, concha, pica, cock, retardant).
 * - Every form of a word, not its stem, because the check compares whole words.
 */
const english = `
  arsehole arseholes bastard bastards bitch bitches bitching cunt cunts
  dickhead dickheads dipshit dumbass faggot faggots jackass retard retards retarded scumbag shit shits shitty
  shithead slut sluts twat twats wanker wankers whore whores
`

/** English ones that people write in every language, and that mean nothing else in any: not "slut", the Swedish "end". */
const everywhere = `
  asshole assholes bullshit cocksucker fuck fucked fucker fuckers fucking fucks motherfucker motherfuckers motherfucking
  nigger niggers
`

const portuguese = `
  arrombada arrombadas arrombado arrombados babaca babacas biscate boceta boiola bosta buceta
  canalha canalhas caralho caralhos corno cornos cretina cretino cretinos cuzao cuzão cuzões desgraçada
  desgraçado desgraçados escrota escroto escrotos fdp foder fodido fodidos idiota idiotas imbecil
  imbecis merda merdas otaria otária otario otário otarios otários piroca porra punheta punheteiro
  puta putas putaria retardada retardado retardados sapatão vadia vadias vagabunda vagabundas vagabundo
  vagabundos viadinho viado viados vsf xoxota
`

const spanish = `
  cabron cabrón cabrona cabrones capullo capullos chingada chingado chingar cojones comemierda culero culeros
  estupida estúpida estupidas estúpidas estupido estúpido estupidos estúpidos gilipollas hijueputa
  hijoputa imbécil imbéciles jilipollas mamon mamón mamones malparida malparido maricon maricón maricones
  mierda mierdas pelotuda pelotudo pelotudos pendeja pendejo pendejos puto putos subnormal
  subnormales
`

/** The words for texts of all languages. */
export const common = wordsOf(everywhere)

/** All the words for texts of a language that has a list, by its two letters. */
export const byLanguage = Object.entries({ en: english, pt: portuguese, es: spanish }).map(
  ([language, own]) => [language, [...common, ...wordsOf(own)]] as const,
)

function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/)
}
