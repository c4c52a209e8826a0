/** The languages of our pages. */
export const languages = ['pt-BR', 'en', 'es'] as const

export type Language = (typeof languages)[number]

/** Our language for a language tag such as `pt` or `en-GB`; undefined if we do not have it. */
function findLanguage(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase().split(/[-_]/)[0]
  return languages.find(language => language.toLowerCase().split('-')[0] === wanted)
}

/** Whether one of our languages matches the tag. */
export function isSpoken(tag: string): boolean {
  return findLanguage(tag) !== undefined
}

/** The first of the tags that we have; English if there is none. */
export function chooseLanguage(...tags: (string | undefined)[]): Language {
  for (const tag of tags) {
    const language = tag && findLanguage(tag)
    if (language) return language
  }
  return 'en'
}

/** The tags of an Accept-Language header, by preference. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [tag = '', weight] = part.split(';q=')
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag }) => tag !== '')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
