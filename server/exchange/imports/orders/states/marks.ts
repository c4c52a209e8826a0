import { plainName } from '../../reading/guess.ts'
import { foldWord, meaningOf } from '../../reading/states/state-words.ts'
import type { ColumnFacts } from '../../reading/survey.ts'
import { stateWords } from './order-words.ts'

/**
 * Whether a column's heading says that an order was called off or went back, and its cells only whether or when:
 * "Chargeback", "Devolvido", "deleted_at". Amounts and reasons are none.
 */
export function isMark({ name, values }: ColumnFacts): boolean {
  const words = plainName(name).split('_')
  const said = words.filter(word => stateWords.get(word) !== 'noun' && !moments.has(word))
  if (said.length === 0 || said.some(word => stateWords.get(word) !== 'off')) return false
  // Too many to know are dates, if the heading says so.
  if (!values) return words.some(word => moments.has(word))
  return [...values.keys()].every(cell => isBlankMark(cell) || meaningOfCell(cell) !== undefined)
}

/** Whether a cell of such a column calls the order off. */
export function isMarked(cell: string): boolean {
  return meaningOfCell(cell) === 'skip'
}

const moments = new Set(['at', 'on', 'date', 'time', 'data', 'hora', 'fecha', 'em', 'el'])

// A number above 1 is an amount, or how many went back.
function meaningOfCell(cell: string): string | undefined {
  const word = foldWord(cell)
  if (isBlankMark(cell) || /^[+-]?\d{1,7}([.,]\d+)?$/.test(word)) {
    const number = Number(word.replace(',', '.'))
    return number === 1 ? 'skip' : number === 0 ? 'published' : undefined
  }
  return meaningOf(word, { sense: 'discarding', isDated: false, isWeak: false })
}

function isBlankMark(cell: string): boolean {
  return /^(?:[-–—.]*|null|undefined|nan|n\/?a|none|\\n|0000-00-00.*)$/i.test(cell.trim())
}
