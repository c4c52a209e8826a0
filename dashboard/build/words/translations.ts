import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Entry, isPlural, placeholder } from '../../words/entries.ts'
import { catalogueFiles } from './sources.ts'

/** A text, or a text for each category of a plural. */
type Leaf = string | { [category: string]: string }

/** Finds placeholders that the English text lacks, and plurals that lack a category of their language. */
export async function findMistranslations(folder: string): Promise<string[]> {
  const faults: string[] = []
  const words = join(folder, 'words')
  const languages = readdirSync(words, { withFileTypes: true }).filter(entry => entry.isDirectory())
  for (const { name: language } of languages) {
    for (const file of catalogueFiles(join(words, language))) {
      const english = await readLeaves(join(words, 'en', file))
      for (const [path, leaf] of await readLeaves(join(words, language, file))) {
        for (const fault of faultsOf(leaf, english.get(path) ?? '', language)) {
          faults.push(`${language}: ${path}: ${fault}`)
        }
      }
    }
  }
  return faults
}

function faultsOf(leaf: Leaf, english: Leaf, language: string): string[] {
  const known = placeholdersIn(english)
  const unknown = placeholdersIn(leaf).filter(name => !known.includes(name))
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // Spanish and Portuguese also have `many`, for millions. No count here gets that high.
  const required = typeof leaf === 'string' ? [] : pluralCategories.filter(category => category !== 'many')
  return [
    ...unknown.map(name => `{${name}} is no placeholder of the English text`),
    ...required
      .filter(category => !(category in (leaf as object)))
      .map(category => `the plural lacks “${category}”`),
  ]
}

function placeholdersIn(leaf: Leaf): string[] {
  const texts = typeof leaf === 'string' ? [leaf] : Object.values(leaf)
  return texts.flatMap(text => [...text.matchAll(placeholder)].map(([, name = '']) => name))
}

async function readLeaves(file: string): Promise<Map<string, Leaf>> {
  const { words } = (await import(pathToFileURL(file).href)) as { words: Entry }
  return new Map(leavesOf(words, basename(file, '.ts')))
}

function leavesOf(entry: Entry, path: string): [string, Leaf][] {
  if (typeof entry === 'string') return [[path, entry]]
  if (isPlural(entry)) return [[path, { ...entry }]]
  return Object.entries(entry).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`))
}
