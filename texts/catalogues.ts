import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from './messages.ts'

/** The folder of the catalogues: `<surface>/<language tag>.json`. */
export const localesFolder = join(import.meta.dirname, '../locales')

/** The language of which the others are translations. */
export const sourceLanguage = 'en'

export function surfacesIn(folder = localesFolder): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** The language tags of a surface's catalogues. */
export function languagesOf(surface: string, folder = localesFolder): string[] {
  const files = readdirSync(join(folder, surface)).filter(name => name.endsWith('.json'))
  return files.map(name => name.slice(0, -'.json'.length)).sort()
}

export function readCatalogue(surface: string, language: string, folder = localesFolder): Catalogue {
  return JSON.parse(readFileSync(join(folder, surface, `${language}.json`), 'utf8')) as Catalogue
}
