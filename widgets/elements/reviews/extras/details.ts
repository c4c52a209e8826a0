import { load } from 'texts:widgets/details'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import type { Source } from '../../../config.ts'
import type { Conventions } from '../../../locale.ts'
import { icon } from '../../icons.ts'
import type { Say } from '../../say.ts'
import type { Review } from '../wire.ts'

export type DetailTexts = Catalogues['widgets']['details']

/** What a card says of its review besides its words. */
export type Details = {
  /** Whether the author got a reward, and whether the store chose it. */
  marks?: (review: Review) => unknown
  /** The (i): where the review comes from, and how the store collects reviews. */
  about?: (review: Review) => unknown
}

export async function loadDetailTexts({
  locale,
  formats,
}: Pick<Conventions, 'locale' | 'formats'>): Promise<DetailTexts> {
  return (await load(locale)).texts(formats)
}

/** Loads the texts, and returns what cards display. */
export async function loadDetails(
  say: Say,
  { api, storeId }: Pick<Source, 'api' | 'storeId'>,
): Promise<Required<Details> & { texts: DetailTexts }> {
  const texts = await loadDetailTexts(say)
  const collected = new URL(`transparency/${storeId}`, api)
  collected.searchParams.set('locale', say.locale)
  const mark = (text: string) => html`<span part="mark" class="mark">${text}</span>`
  return {
    texts,
    marks: ({ incentivized, pinned }) => html`${incentivized ? mark(texts.incentivized) : nothing}
      ${pinned ? mark(texts.chosen) : nothing}`,
    about: review => about(review, say, texts, collected.href),
  }
}

function about(
  review: Review,
  say: Say,
  texts: DetailTexts,
  collected: string,
): TemplateResult | typeof nothing {
  const { origin, purchased_on } = review
  if (origin === undefined) return nothing
  // The day is that of the store. At noon of UTC, it is the same day nearly everywhere.
  const bought = purchased_on ? texts.purchased({ date: say.date(`${purchased_on}T12:00Z`) }) : ''
  return html`<details class="about">
    <summary aria-label=${texts.about}>${infoIcon}</summary>
    <p>
      ${originOf(review, texts)} ${bought}${' '}
      <a href=${collected} target="_blank" rel="noopener">${texts.collected}</a>
    </p>
  </details>`
}

const infoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8v.1')

function originOf({ origin, origin_name }: Review, texts: DetailTexts): string {
  if (origin === 'import' && origin_name) return texts.importFrom({ service: origin_name })
  return texts[origin ?? 'unknown']
}
