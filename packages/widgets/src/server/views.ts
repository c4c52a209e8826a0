import type { CardView } from '../../../../widgets/elements/reviews/cards/card.ts'
import { loadDetails } from '../../../../widgets/elements/reviews/extras/details.ts'
import type { Summary } from '../../../../widgets/elements/reviews/summary.ts'
import { type Say, sayIn } from '../../../../widgets/elements/say.ts'
import { loadTexts } from '../../../../widgets/locale.ts'
import type { StoreOptions } from './options.ts'
import { baseOf } from './read.ts'

// Nobody can act on HTML: the element adds its listeners when it takes the content over.
export const nobody = (): void => {}
export const acts = { find: nobody, search: nobody, clear: nobody, more: nobody, retry: nobody }

export async function sayFor({ lang, timeZone = 'UTC' }: StoreOptions): Promise<Say> {
  return sayIn(lang, await loadTexts(lang), timeZone)
}

export async function cardsOf(
  { apiUrl, storeId }: StoreOptions,
  say: Say,
  storeName: string | undefined,
): Promise<CardView> {
  return {
    added: await loadDetails(say, { api: baseOf(apiUrl), storeId }),
    explain: nobody,
    say,
    storeName,
    isUnfolded: () => false,
    unfold: nobody,
    isVoted: () => false,
    votes: ({ votes }) => votes,
    vote: nobody,
    report: nobody,
    open: nobody,
    isBroken: () => false,
    breaks: nobody,
  }
}

// The bars of the histogram. A strict policy permits rules by the nonce, and no style attributes.
export function barRules({ stars, total }: Summary): string {
  if (total === 0) return ''
  return [5, 4, 3, 2, 1]
    .map(
      (value, at) =>
        `.bars>:nth-child(${at + 1}) .bar span{inline-size:${(100 * (stars[value] ?? 0)) / total}%}`,
    )
    .join('')
}
