import type { ContentState } from '../../../../answers/moderation/states.ts'
import type { Sense, StateName } from './state-columns.ts'

/** What becomes of a review: its state, or `skip`: it is left out and counted. */
export type Meaning = ContentState | 'skip'

/** A word of a column of states as it is compared: lower case, without accents, spaces for hyphens and underscores. */
export function foldWord(text: string): string {
  const plain = text.trim()
  if (/^[+-]?\d+([.,]\d+)?$/.test(plain)) return plain
  return plain
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[\s_\-–—]+/gu, ' ')
    .trim()
}

// English, Portuguese, Spanish, then French, German and Italian, folded and without the ending of their gender and number.
const words: [Meaning, RegExp][] = [
  [
    'published',
    /^(published|publish|approved?|aprov(ad|ead)[oa]|aprobad[oa]|publicad[oa]|active|ativ[oa]|activ[oa]|visible|visivel|live|public|public[oa]|enabled?|habilitad[oa]|ativad[oa]|activad[oa]|ok|accepted|aceit[oa]|aceptad[oa]|shown?|displayed|exibid[oa]|mostrad[oa]|ham|not spam|liberad[oa]|online|valid|validated|validad[oa]|approuvee?|publiee?|freigegeben|veroffentlicht|sichtbar|approvat[oa]|pubblicat[oa]|visibile)$/,
  ],
  [
    'pending',
    /^(pending( \w+)?|hold|on hold|held|unapproved|unmoderated|awaiting( \w+)?|waiting( \w+)?|(in |under )?(moderation|review)|in review|new|draft|not yet|flagged|to moderate|queued?|pendent[e]|pendiente( de \w+)?|aguardando( \w+)?|em (analise|moderacao|espera)|en (revision|moderacion|espera)|rascunho|borrador|nov[oa]|nuev[oa]|en attente|ausstehend|wartet|in attesa)$/,
  ],
  ['unconfirmed', /^(unconfirmed|nao confirmad[oa]|no confirmad[oa])$/],
  [
    'rejected',
    /^(rejected|reject|declined|denied|refused|disapproved|not approved|nao aprovad[oa]|no aprobad[oa]|reprovad[oa]|recusad[oa]|rejeitad[oa]|rechazad[oa]|desaprobad[oa]|hidden|hide|ocult[oa]|escondid[oa]|unpublished|unpublish|not published|nao publicad[oa]|no publicad[oa]|despublicad[oa]|disabled?|desativad[oa]|desabilitad[oa]|deshabilitad[oa]|desactivad[oa]|inactive|inativ[oa]|inactiv[oa]|invisible|invisivel|not visible|private|privad[oa]|archived|arquivad[oa]|archivad[oa]|blocked|bloquead[oa]|banned|suspended|suspens[oa]|suspendid[oa]|unlisted|offline|not shown|not displayed|fake|invalid|rejetee?|refusee?|masquee?|abgelehnt|versteckt|ausgeblendet|rifiutat[oa]|nascost[oa])$/,
  ],
  ['removed', /^removed$/],
  [
    'skip',
    /^(spam|is spam|junk|trash(ed)?|post trashed|bin|recycle bin|lixeira|papelera|deleted?|excluid[oa]|apagad[oa]|deletad[oa]|eliminad[oa]|borrad[oa]|removid[oa]|erased|supprimee?|indesirable|corbeille|geloscht|papierkorb|cestino|eliminat[oa])$/,
  ],
]

const yes = /^(yes|y|sim|s|si|true|t|verdadeiro|verdadero|vero|1|on|oui|vrai|ja|wahr|✓|✔|checked)$/u
const no = /^(no|n|nao|false|f|falso|falsa|0|off|non|faux|nein|falsch|✗|✘|unchecked)$/u

// An "x" is a tick where it marks the exception. Elsewhere it may be a tick or a cross.
const marks = /^x$/

const yesMeans: Record<Exclude<Sense, 'words'>, Meaning> = {
  state: 'published',
  approving: 'published',
  showing: 'published',
  hiding: 'rejected',
  discarding: 'skip',
  doubting: 'pending',
}

const noMeans: typeof yesMeans = {
  state: 'pending',
  approving: 'pending',
  showing: 'rejected',
  hiding: 'published',
  discarding: 'published',
  doubting: 'published',
}

/** Whether a column marks the exception: without a mark, its row is like all others. */
export function isException(sense: Sense): boolean {
  return sense === 'hiding' || sense === 'discarding' || sense === 'doubting'
}

/** A cell that says nothing. Spreadsheets and databases write these words for an empty one. */
export function isBlank(word: string): boolean {
  return /^(null|nil|none|n\/a|na|nan|undefined|\\n)?$/.test(word) || /^0000 00 00\b/.test(word)
}

/** What a folded word of a column with this name means; undefined if that is not certain. Blank cells are the caller's. */
export function meaningOf(word: string, { sense, isDated }: StateName): Meaning | undefined {
  const said = words.find(([, pattern]) => pattern.test(word))?.[0]
  if (said) return said
  if (sense === 'words') return undefined
  const number = /^[+-]?\d+([.,]0+)?$/.test(word) ? String(Number.parseInt(word, 10)) : word
  if (yes.test(number)) return yesMeans[sense]
  if (no.test(number)) return noMeans[sense]
  if (isException(sense))
    return isDated || isInstant(word) || Number(number) > 1 || marks.test(word) ? yesMeans[sense] : undefined
  if (sense !== 'state' && isInstant(word)) return yesMeans[sense]
  // Of content management systems: archived, and in the bin.
  return number === '-1' ? 'rejected' : number === '-2' ? 'skip' : undefined
}

/** Whether a folded word can be an instant: a date, or seconds since 1970. */
function isInstant(word: string): boolean {
  return /^\d{1,4}[ ./]\d{1,2}[ ./]\d{1,4}\b/.test(word) || /^\d{8,13}$/.test(word)
}

// From what is certainly public to what is left out.
const strictness: Meaning[] = ['published', 'pending', 'unconfirmed', 'rejected', 'removed', 'skip']

export const meanings: readonly Meaning[] = strictness

/** Of two meanings the one that shows less. */
export function stricter(a: Meaning, b: Meaning): Meaning {
  return strictness.indexOf(a) > strictness.indexOf(b) ? a : b
}
