import { tellDamage } from '../words/damages.ts'
import { tellRefusal } from '../words/refusals.ts'
import { useSpeech } from '../words/words.tsx'
import type { Import } from './query.ts'

/** Tells why an import or export failed, and what to do, in the reader's language. */
export function useTellProblem(): (problem: NonNullable<Import['problem']>) => string {
  const { language } = useSpeech()
  return ({ what, mend, damage }) =>
    damage ? tellDamage(damage, language) : tellRefusal(what, language, `${what} ${mend}`)
}
