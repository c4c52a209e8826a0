import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languagesOf, readCatalogue, sourceLanguage, surfacesIn } from './catalogues.ts'
import { argumentsOf, type Catalogue, partsOf } from './messages.ts'

/**
 * Writes the types of all texts, made from the English catalogues. They are not committed, so that no change of a text
 * leaves them behind, and no two changes conflict in them.
 */
const folder = join(import.meta.dirname, '../build/texts')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'catalogues.ts'), catalogueTypes())
writeFileSync(join(folder, 'modules.d.ts'), moduleTypes())

function catalogueTypes(): string {
  const surfaces = surfacesIn().map(
    surface => `  ${surface}: ${typeOf(readCatalogue(surface, sourceLanguage), '  ')}\n`,
  )
  const languages = surfacesIn().map(surface => `  ${surface}: ${unionOf(languagesOf(surface))}\n`)
  return `/** The texts of each surface. */
export type Catalogues = {\n${surfaces.join('')}}

/** The languages of each surface. */
export type Languages = {\n${languages.join('')}}
`
}

function typeOf(catalogue: Catalogue, indent: string): string {
  const lines = Object.entries(catalogue).map(([key, entry]) => {
    const type = typeof entry === 'string' ? messageType(entry) : typeOf(entry, `${indent}  `)
    return `${indent}  ${JSON.stringify(key)}: ${type}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function messageType(message: string): string {
  const fields = Array.from(
    argumentsOf(partsOf(message)),
    ([name, type]) => `${JSON.stringify(name)}: ${type}`,
  )
  return fields.length === 0 ? 'string' : `(values: { ${fields.join('; ')} }) => string`
}

/** The modules of the browser's texts: see vite-plugin.ts. */
function moduleTypes(): string {
  const groups = surfacesIn().flatMap(surface =>
    Object.keys(readCatalogue(surface, sourceLanguage)).map(group => ({ surface, group })),
  )
  const modules = [...groups.map(moduleType), ...surfacesIn().map(surfaceModuleType)]
  const lists = surfacesIn().map(surface => `  export const ${surface}: ${languagesType(surface)}[]\n`)
  return [
    ...modules,
    `declare module 'texts:languages' {\n${lists.join('')}  export const rightToLeft: string\n}\n`,
  ].join('\n')
}

function moduleType({ surface, group }: { surface: string; group: string }): string {
  return `declare module 'texts:${surface}/${group}' {
  export const load: ${loaderType(surface, `'${group}'`)}
}
`
}

function surfaceModuleType(surface: string): string {
  return `declare module 'texts:${surface}' {
  export const load: {
    [Group in keyof import('./catalogues.ts').Catalogues['${surface}']]: ${loaderType(surface, 'Group')}
  }
}
`
}

function loaderType(surface: string, group: string): string {
  const texts = `import('./catalogues.ts').Catalogues['${surface}'][${group}]`
  const made = `(formats: import('../../texts/formats.ts').Formats) => ${texts}`
  return `(language: ${languagesType(surface)}) => Promise<{ texts: ${made} }>`
}

function languagesType(surface: string): string {
  return `import('./catalogues.ts').Languages['${surface}']`
}

function unionOf(tags: string[]): string {
  return tags.map(tag => `'${tag}'`).join(' | ')
}
