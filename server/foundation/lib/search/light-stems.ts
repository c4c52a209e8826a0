/**
 * An Arabic word without article, "and", and endings of number, gender and possession. These are the affixes of the light10
 * stemmer (L. S. Larkey, L. Ballesteros, M. E. Connell: Light Stemming for Arabic Information Retrieval, 2007), as folded
 * text has them.
 */
export function lightStem(word: string): string {
  const begun = word.replace(article, '').replace(and, '')
  return endings.reduce((rest, ending) => rest.replace(ending, ''), begun)
}

const article = /^(?:ال|وال|بال|كال|فال|لل)(?=..)/
const and = /^و(?=...)/
const endings = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'].map(ending => new RegExp(`(?<=..)${ending}$`))
