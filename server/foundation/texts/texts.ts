import type { Catalogues, Languages } from '../../../build/texts/catalogues.ts'
import { bindTexts } from '../../../texts/bind.ts'
import { languagesOf, readCatalogue } from '../../../texts/catalogues.ts'
import { formatsOf } from '../../../texts/formats.ts'

const read = new Map<string, unknown>()

/** The texts of a surface in one of its languages, read from `locales/` once. */
export function textsIn<Surface extends keyof Catalogues>(
  surface: Surface,
  language: Languages[Surface],
): Catalogues[Surface] {
  const file = `${surface}/${language}`
  const texts = read.get(file) ?? bindTexts(readCatalogue(surface, language), formatsOf(language))
  read.set(file, texts)
  return texts as Catalogues[Surface]
}

/** The languages of a surface. */
export function languagesIn<Surface extends keyof Catalogues>(surface: Surface): Languages[Surface][] {
  return languagesOf(surface) as Languages[Surface][]
}
