import type { Language } from '../../../../foundation/http/language.ts'
import { type Refusal, wordRefusal } from '../refusals.ts'
import { en, type RefusalTexts } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-br.ts'

const texts: Record<Language, RefusalTexts> = { 'pt-BR': ptBR, en, es }

/** Why a row is refused in a language, in the words of the dashboard. */
export function refusalIn(language: Language, refusal: Refusal): string {
  return wordRefusal(refusal, texts[language])
}
