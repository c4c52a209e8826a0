import type { Import } from '../data/query.ts'
import { tellDamage } from './damages.ts'
import { tellRefusal } from './refusals.ts'
import { useSpeech } from './words.tsx'

/** Tells why an import or export failed, and what to do, in the reader's language. */
export function useTellProblem(): (problem: NonNullable<Import['problem']>) => string {
  const { language } = useSpeech()
  return ({ what, mend, damage }) =>
    damage ? tellDamage(damage, language) : tellRefusal(what, language, `${what} ${mend}`)
}
