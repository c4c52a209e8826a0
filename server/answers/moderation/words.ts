/**
 * Insults and obscene words, listed by three rules:
 * - No word that only calls a product bad (junk, scam, lixo, golpe, porcaria, basura, estafa): it would hold negative
 *   opinions.
 * - No word with an innocent meaning in one of the three languages (pinto, veado, concha, pica, cock, retardant).
 * - Every form of a word, not its stem, because the check compares whole words.
 */
const english = `
  arsehole arseholes asshole assholes bastard bastards bitch bitches bitching bullshit cocksucker cunt cunts
  dickhead dickheads dipshit dumbass faggot faggots fuck fucked fucker fuckers fucking fucks jackass
  motherfucker motherfuckers motherfucking nigger niggers retard retards retarded scumbag shit shits shitty
  shithead slut sluts twat twats wanker wankers whore whores
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

export const insults: string[] = [english, portuguese, spanish].join(' ').split(/\s+/).filter(Boolean)
