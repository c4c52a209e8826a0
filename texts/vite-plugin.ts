import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languagesOf, localesFolder, readCatalogue, sourceLanguage } from './catalogues.ts'
import { sourceOf } from './compile.ts'
import type { Catalogue } from './messages.ts'

/**
 * Compiles catalogues to small functions, so that no browser loads a parser. Each group at the top of a catalogue is a
 * module: `load` of `texts:widgets/dialogs` has a loader for each language, and each language is a chunk of its own. `load`
 * of `texts:widgets` has those of every group.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'realword-texts',
    resolveId: id => (id.startsWith('texts:') ? `\0texts/${id.slice('texts:'.length)}` : null),
    load(id) {
      if (!id.startsWith('\0texts/')) return null
      const [surface = '', group, language] = id.slice('\0texts/'.length).split('/')
      const languages = languagesOf(surface)
      for (const each of languages) this.addWatchFile(join(localesFolder, surface, `${each}.json`))
      if (group && language)
        return `export const texts = ${sourceOf(readCatalogue(surface, language)[group] as Catalogue)}`
      const loaders = (name: string) =>
        objectOf(languages, tag => `() => import('texts:${surface}/${name}/${tag}')`)
      const groups = Object.keys(readCatalogue(surface, sourceLanguage))
      return `export const load = ${group ? loaders(group) : objectOf(groups, loaders)}`
    },
  }
}

function objectOf(keys: string[], make: (key: string) => string): string {
  return `{ ${keys.map(key => `${JSON.stringify(key)}: ${make(key)}`).join(', ')} }`
}
