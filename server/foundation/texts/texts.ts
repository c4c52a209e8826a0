import type { Catalogues, Languages } from '../../../build/texts/catalogues.ts'
import { bindTexts } from '../../../texts/bind.ts'
import { languagesOf, readCatalogue, sourceLanguage } from '../../../texts/catalogues.ts'
import { directionOf } from '../../../texts/direction.ts'
import { formatsOf } from '../../../texts/formats.ts'
import type { Catalogue } from '../../../texts/messages.ts'
import { pseudoCatalogue, pseudoLanguages } from '../../../texts/pseudo.ts'

// For developers and tests, so it is not in the table of settings: nobody speaks these languages.
const pseudo = process.env.PSEUDO_LANGUAGES === 'on' ? pseudoLanguages : []

const read = new Map<string, unknown>()

/** The texts of a surface in one of its languages, read from `locales/` once. */
export function textsIn<Surface extends keyof Catalogues>(
  surface: Surface,
  language: Languages[Surface],
): Catalogues[Surface] {
  const file = `${surface}/${language}`
  // Mails have no direction marks: what people wrote is sent without them (safe-text.ts).
  const direction = surface === 'mails' ? undefined : directionOf(language)
  const texts =
    read.get(file) ?? bindTexts(catalogueOf(surface, language), { ...formatsOf(language), direction })
  read.set(file, texts)
  return texts as Catalogues[Surface]
}

/** The languages of a surface. */
export function languagesIn<Surface extends keyof Catalogues>(surface: Surface): Languages[Surface][] {
  return [...languagesOf(surface), ...pseudo] as Languages[Surface][]
}

function catalogueOf(surface: string, language: string): Catalogue {
  const made = pseudo.find(tag => tag === language)
  return made
    ? pseudoCatalogue(readCatalogue(surface, sourceLanguage), made)
    : readCatalogue(surface, language)
}
