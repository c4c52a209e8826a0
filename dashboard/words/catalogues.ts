import { load as own } from 'texts:dashboard'
import { load as mailNames } from 'texts:mails/names'
import { load as shopSentences } from 'texts:shops/sentences'
import type { Catalogues } from '../../build/texts/catalogues.ts'
import { formatsOf } from '../../texts/formats.ts'
import type { Language } from './languages.ts'

// Texts that the server uses too are in its catalogues.
const catalogues = { ...own, 'mails/names': mailNames, 'shops/sentences': shopSentences }

type All = Catalogues['dashboard'] & {
  'mails/names': Catalogues['mails']['names']
  'shops/sentences': Catalogues['shops']['sentences']
}

export type Area = keyof All

/** The texts of an area. */
export type Texts<Name extends Area> = All[Name]

// Each area and language is a chunk: the home screen loads 3.5 kB of English texts (brotli). One chunk for a whole
// language would have 39 kB.

const requestedAreas = new Set<Area>()
const loading = new Map<string, Promise<void>>()
const loaded = new Map<string, unknown>()

/** Loads texts in a language. Throws if one cannot be loaded; the next call retries. */
export async function loadTexts(areas: Iterable<Area>, language: Language): Promise<void> {
  await Promise.all(Array.from(areas, area => loadOnce(area, language)))
}

/** Loads, in another language, the areas that screens have requested so far. */
export const loadRequestedTexts = (language: Language) => loadTexts(requestedAreas, language)

/** An area's texts; undefined until they are loaded. */
export function loadedTexts<Name extends Area>(area: Name, language: Language): Texts<Name> | undefined {
  return loaded.get(`${area} ${language}`) as Texts<Name> | undefined
}

/** Loads an area. Repeated calls return the same promise, which `use` needs. */
export function loadOnce(area: Area, language: Language): Promise<void> {
  const key = `${area} ${language}`
  requestedAreas.add(area)
  const promise = loading.get(key) ?? load(area, language)
  loading.set(key, promise)
  return promise
}

async function load(area: Area, language: Language): Promise<void> {
  const key = `${area} ${language}`
  try {
    const { texts } = await catalogues[area](language)
    loaded.set(key, texts(formatsOf(language)))
  } catch (error) {
    loading.delete(key)
    throw error
  }
}
