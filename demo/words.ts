import { readFileSync } from 'node:fs'
import type english from './words/en.json'

/** The languages of the demo's shop. */
export const languages = ['pt', 'es', 'en', 'de', 'fr', 'ja', 'ar'] as const

export type Language = (typeof languages)[number]

/** The texts of the shop in a language, with the names of its products by SKU. */
export type Words = typeof english

const read = new Map<Language, Words>()

/** Reads a language once, when it is first needed: services without a demo never do. */
export function wordsIn(language: Language): Words {
  const known = read.get(language)
  if (known) return known
  const words = JSON.parse(readFileSync(new URL(`words/${language}.json`, import.meta.url), 'utf8')) as Words
  read.set(language, words)
  return words
}
