import { languagesOf, localesFolder, readCatalogue, sourceLanguage } from '../catalogues.ts'
import { argumentsOf, messagesOf, type Part, partsOf } from '../messages.ts'

/**
 * Finds what is wrong in a surface's catalogues, one line each: texts that are missing, unknown, empty or no valid ICU,
 * arguments that differ from the English ones, and plurals without a category of their language.
 */
export function findMistranslations(surface: string, folder = localesFolder): string[] {
  const english = new Map(messagesOf(readCatalogue(surface, sourceLanguage, folder)))
  return languagesOf(surface, folder).flatMap(language => {
    const messages = new Map(messagesOf(readCatalogue(surface, language, folder)))
    const faults = [
      ...[...english.keys()].filter(path => !messages.has(path)).map(path => `${path}: is missing`),
      ...Array.from(messages, ([path, message]) =>
        faultsOf(message, english.get(path), language).map(fault => `${path}: ${fault}`),
      ).flat(),
    ]
    return faults.map(fault => `locales/${surface}/${language}.json: ${fault}`)
  })
}

function faultsOf(message: string, english: string | undefined, language: string): string[] {
  if (english === undefined) return ['is no English text']
  if (message.trim() === '' && english !== '') return ['is empty']
  try {
    const parts = partsOf(message)
    return [
      ...wrongArguments(parts, partsOf(english)),
      ...parts.flatMap(part => wrongOptions(part, language)),
    ]
  } catch (error) {
    return [`is no valid ICU message: ${error instanceof Error ? error.message : error}`]
  }
}

function wrongArguments(parts: readonly Part[], english: readonly Part[]): string[] {
  const [own, wanted] = [argumentsOf(parts), argumentsOf(english)]
  const unknown = Array.from(own).filter(([name, type]) => wanted.get(name) !== type)
  const missing = Array.from(wanted).filter(([name]) => !own.has(name))
  return [
    ...unknown.map(([name, type]) => `{${name}}, a ${type}, is no argument of the English text`),
    ...missing.map(([name]) => `the argument {${name}} is missing`),
  ]
}

function wrongOptions(part: Part, language: string): string[] {
  if (typeof part === 'string' || !('options' in part)) return []
  const inner = Object.values(part.options).flat()
  const faults = part.kind === 'plural' ? wrongCategories(Object.keys(part.options), language) : []
  return [...faults, ...inner.flatMap(each => wrongOptions(each, language))]
}

function wrongCategories(options: string[], language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const known = rules.resolvedOptions().pluralCategories as string[]
  // Other categories are for fractions, and for millions in Romance languages: no count here is one.
  const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count) as string))
  return [
    ...[...needed]
      .filter(category => !options.includes(category))
      .map(category => `a plural lacks “${category}”`),
    ...options
      .filter(option => !option.startsWith('=') && !known.includes(option))
      .map(option => `“${option}” is no plural category of the language`),
  ]
}
