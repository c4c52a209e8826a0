import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languagesOf, localesFolder, readCatalogue } from './catalogues.ts'
import { sourceOf } from './compile.ts'
import type { Catalogue } from './messages.ts'

/**
 * Compiles catalogues to small functions, so that no browser loads a parser. Each group at the top of a catalogue is a
 * module: `load` of `texts:widgets/dialogs` has a loader for each language, and each language is a chunk of its own.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'realword-texts',
    resolveId: id => (id.startsWith('texts:') ? `\0texts/${id.slice('texts:'.length)}` : null),
    load(id) {
      if (!id.startsWith('\0texts/')) return null
      const [surface = '', group = '', language] = id.slice('\0texts/'.length).split('/')
      const languages = languagesOf(surface)
      for (const each of languages) this.addWatchFile(join(localesFolder, surface, `${each}.json`))
      const source = (tag: string) => sourceOf(readCatalogue(surface, tag)[group] as Catalogue)
      if (language) return `export const texts = ${source(language)}`
      const load = (tag: string) => `() => import('texts:${surface}/${group}/${tag}')`
      return `export const load = ${objectOf(languages, load)}`
    },
  }
}

function objectOf(keys: string[], make: (key: string) => string): string {
  return `{ ${keys.map(key => `${JSON.stringify(key)}: ${make(key)}`).join(', ')} }`
}
