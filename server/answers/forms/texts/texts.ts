import type { Language } from '../../../foundation/http/language.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-br.ts'

const texts: Record<Language, Texts> = { 'pt-BR': ptBR, en, es }

/** Returns a text in the chosen language, with its placeholders filled in. */
export type Say = (key: keyof Texts, values?: Record<string, string | number>) => string

export function sayIn(language: Language): Say {
  return (key, values = {}) =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
