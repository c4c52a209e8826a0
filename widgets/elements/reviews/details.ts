import { load } from 'texts:widgets/details'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Catalogues } from '../../../build/texts/catalogues.ts'
import type { Source } from '../../config.ts'
import type { Say } from '../say.ts'
import type { Review } from './wire.ts'

type Texts = Catalogues['widgets']['details']

/** Loads what the (i) of a card says: where the review comes from, and how the store collects reviews. */
export async function loadDetails(
  say: Say,
  { api, storeId }: Pick<Source, 'api' | 'storeId'>,
): Promise<(review: Review) => TemplateResult> {
  const texts = (await load(say.locale)).texts(say.formats)
  const collected = new URL(`transparency/${storeId}`, api)
  collected.searchParams.set('locale', say.locale)
  return review => html`<p>
    ${originOf(review, texts)}
    ${
      review.purchased_on
        ? // The day is that of the store. At noon of UTC, it is the same day nearly everywhere.
          texts.purchased({ date: say.date(`${review.purchased_on}T12:00Z`) })
        : nothing
    }
    <a href=${collected.href} target="_blank" rel="noopener">${texts.collected}</a>
  </p>`
}

function originOf({ origin, origin_name }: Review, texts: Texts): string {
  if (origin === 'import' && origin_name) return texts.importFrom({ service: origin_name })
  return texts[origin ?? 'unknown']
}
