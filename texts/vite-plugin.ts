import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Plugin, version } from 'vite'
import { languagesOf, localesFolder, readCatalogue, sourceLanguage, surfacesIn } from './catalogues.ts'
import { sourceOf } from './compile.ts'
import { directionOf } from './direction.ts'
import type { Catalogue } from './messages.ts'

/**
 * Compiles catalogues to small functions, so that no browser loads a parser. Each group at the top of a catalogue is a
 * module: `load` of `texts:widgets/dialogs` loads it in a language, and each language is a chunk of its own. `load` of
 * `texts:widgets` has those of every group. `texts:languages` has the languages of each surface, and in one text,
 * `rightToLeft`, those that are written from the right.
 *
 * `named` surfaces have one hash in the names of all chunks of a group: `chunks/de-dialogs-HASH.js`. A page with ratings
 * then loads a list of languages instead of 42 hashes, 0.4 kB. The files of an npm package keep names of their own:
 * bundlers do not find files whose names are made at run time.
 */
export function compiledTexts({ named = [] }: { named?: string[] } = {}): Plugin {
  return {
    name: 'realword-texts',
    resolveId: id => (id.startsWith('texts:') ? `\0texts/${id.slice('texts:'.length)}` : null),
    load(id) {
      if (!id.startsWith('\0texts/')) return null
      const [surface = '', group, language] = id.slice('\0texts/'.length).split('/')
      if (surface === 'languages') return [rightToLeft(), ...surfacesIn().map(languageList)].join('\n')
      for (const each of languagesOf(surface)) this.addWatchFile(join(localesFolder, surface, `${each}.json`))
      if (!group) return allGroups(surface)
      if (language) return textsModule(surface, group, language)
      if (!named.includes(surface)) return groupModule(surface, group)
      const hash = hashOf(surface, group)
      for (const tag of languagesOf(surface)) {
        const fileName = `chunks/${tag}-${group}-${hash}.js`
        this.emitFile({ type: 'chunk', id: `texts:${surface}/${group}/${tag}`, fileName })
      }
      return namedGroupModule(`-${group}-${hash}.js`)
    },
    renderChunk: (code, { fileName }) =>
      code.replaceAll(chunksFolder, fileName.startsWith('chunks/') ? '.' : './chunks'),
  }
}

const chunksFolder = 'CHUNKS_FOLDER'

function textsModule(surface: string, group: string, language: string): string {
  return `export const texts = ${sourceOf(readCatalogue(surface, language)[group] as Catalogue)}`
}

function languageList(surface: string): string {
  return `export const ${surface} = /* @__PURE__ */ '${languagesOf(surface).join(' ')}'.split(' ')`
}

// As a text the bundler writes it out where it is used. The scripts of direction.ts would be 50 bytes more of each
// page.
function rightToLeft(): string {
  const tags = new Set(surfacesIn().flatMap(surface => languagesOf(surface)))
  return `export const rightToLeft = '${[...tags].filter(tag => directionOf(tag) === 'rtl').join(' ')}'`
}

function groupModule(surface: string, group: string): string {
  const loaders = languagesOf(surface).map(tag => `() => import('texts:${surface}/${group}/${tag}')`)
  return `import { ${surface} } from 'texts:languages'
const loaders = [${loaders.join(', ')}]
export const load = tag => loaders[${surface}.indexOf(tag)]()`
}

function namedGroupModule(end: string): string {
  return `export const load = tag => import(/* @vite-ignore */ \`${chunksFolder}/\${tag}${end}\`)`
}

function allGroups(surface: string): string {
  const groups = Object.keys(readCatalogue(surface, sourceLanguage))
  const imports = groups.map((group, at) => `import { load as load${at} } from 'texts:${surface}/${group}'`)
  const loaders = groups.map((group, at) => `${JSON.stringify(group)}: load${at}`)
  return `${imports.join('\n')}
export const load = { ${loaders.join(', ')} }`
}

// Another release of the minifier writes other bytes for the same texts.
function hashOf(surface: string, group: string): string {
  const hash = createHash('sha256').update(version)
  for (const tag of languagesOf(surface)) hash.update(textsModule(surface, group, tag))
  return hash.digest('base64url').slice(0, 8)
}
