import type { Language } from '../../../../foundation/http/language.ts'
import { en, type RefusalTexts } from './en.ts'
import { es } from './es.ts'
import { findRefusal } from './find-refusal.ts'
import { ptBR } from './pt-br.ts'

const texts: Record<Language, RefusalTexts> = { 'pt-BR': ptBR, en, es }

/** Returns the reason of a refused row in a language, in the words of the dashboard. A reason without a text stays as it is. */
export function refusalIn(language: Language, reason: string): string {
  const found = findRefusal(reason)
  if (!found) return reason
  const { name, values } = found
  return texts[language][name].replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
}
