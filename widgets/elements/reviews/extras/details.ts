import { load } from 'texts:widgets/details'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import type { Source } from '../../../config.ts'
import type { Conventions } from '../../../locale.ts'
import type { Say } from '../../say.ts'
import type { Review } from '../wire.ts'

export type DetailTexts = Catalogues['widgets']['details']

/** What a card says of its review besides its words. */
export type Details = {
  /** Whether the author works for the store or got a reward, and whether the store chose it. */
  marks?: (review: Review) => unknown
  /** What the (i) says: where the review comes from, and how the store collects reviews. */
  about?: (review: Review, say: Say) => unknown
}

export async function loadDetailTexts({
  locale,
  formats,
}: Pick<Conventions, 'locale' | 'formats'>): Promise<DetailTexts> {
  return (await load(locale)).texts(formats)
}

/** Loads the texts, and returns what cards display. */
export async function loadDetails(
  conventions: Pick<Conventions, 'locale' | 'formats'>,
  { api, storeId }: Pick<Source, 'api' | 'storeId'>,
): Promise<Required<Details> & { texts: DetailTexts }> {
  const texts = await loadDetailTexts(conventions)
  const collected = new URL(`transparency/${storeId}`, api)
  collected.searchParams.set('locale', conventions.locale)
  return {
    texts,
    marks: review => marksOf(review, texts),
    about: (review, say) => about(review, say, texts, collected.href),
  }
}

export function marksOf({ insider, incentivized, pinned }: Review, texts: DetailTexts): TemplateResult {
  const mark = (text: string) => html`<span part="mark" class="mark">${text}</span>`
  return html`${insider ? mark(texts.insider) : nothing} ${incentivized ? mark(texts.incentivized) : nothing}
    ${pinned ? mark(texts.chosen) : nothing}`
}

function about(review: Review, say: Say, texts: DetailTexts, collected: string): TemplateResult {
  const { purchased_on } = review
  // The day is that of the store. At noon of UTC, it is the same day nearly everywhere.
  const bought = purchased_on ? texts.purchased({ date: say.date(`${purchased_on}T12:00Z`) }) : ''
  return html`<p>
    ${originOf(review, texts)} ${bought}${' '}
    <a href=${collected} target="_blank" rel="noopener">${texts.collected}</a>
  </p>`
}

function originOf({ origin, origin_name }: Review, texts: DetailTexts): string {
  if (origin === 'import' && origin_name) return texts.importFrom({ service: origin_name })
  return texts[origin ?? 'unknown']
}
