import type { Language } from '../../../http/language.ts'
import { en, type NoteTexts } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-br.ts'

const texts: Record<Language, NoteTexts> = { 'pt-BR': ptBR, en, es }

/** A note in English, as commands print it and imports store it. */
export function note(name: keyof NoteTexts, values: Record<string, string | number> = {}): string {
  return fill(en[name], values)
}

/** A note in a language. One of another release stays as it is. */
export function noteIn(language: Language, sentence: string): string {
  for (const [name, pattern] of patterns) {
    const match = pattern.exec(sentence)
    if (match) return fill(texts[language][name], match.groups ?? {})
  }
  return sentence
}

const patterns = Object.entries(en).map(([name, text]) => {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)')
  return [name as keyof NoteTexts, new RegExp(`^${literal}$`, 's')] as const
})

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}
