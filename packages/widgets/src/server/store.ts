import { html } from 'lit/html.js'
import { styles as badgeStyles } from '../../../../widgets/elements/badge/badge.styles.ts'
import { badge } from '../../../../widgets/elements/badge/view.ts'
import { controls } from '../../../../widgets/elements/controls.styles.ts'
import { styles as answerStyles } from '../../../../widgets/elements/reviews/attributes/attributes.styles.ts'
import { answersOf } from '../../../../widgets/elements/reviews/attributes/view.ts'
import type { CardView } from '../../../../widgets/elements/reviews/cards/card.ts'
import { content, root } from '../../../../widgets/elements/reviews/content.ts'
import { styles as detailStyles } from '../../../../widgets/elements/reviews/extras/details.styles.ts'
import { nothingRead, pageOf } from '../../../../widgets/elements/reviews/feed.ts'
import { summarise } from '../../../../widgets/elements/reviews/summary.ts'
import type { ReviewList } from '../../../../widgets/elements/reviews/wire.ts'
import { productLink } from '../../../../widgets/elements/store/product-link.ts'
import { styles as storeStyles } from '../../../../widgets/elements/store/store.styles.ts'
import { tabs } from '../../../../widgets/elements/store/tabs.ts'
import { loadStripTexts, type StripTexts } from '../../../../widgets/elements/strips/strip-texts.ts'
import { localeOf } from '../../../../widgets/locale.ts'
import { shared } from '../../../../widgets/styles.ts'
import { designRule, render, sourceProps } from './element.ts'
import type {
  BadgeOptions,
  BadgeProps,
  Rendered,
  ReviewsAnswer,
  SourceProps,
  StorePageOptions,
  StoreRatingAnswer,
} from './options.ts'
import { read } from './read.ts'
import { acts, barRules, cardsOf, nobody, sayFor } from './views.ts'

/**
 * Writes `<rw-badge>` with the rating of the store. Without an answer of the service it is written without content, and
 * loads in the browser.
 */
export async function renderBadge(options: BadgeOptions): Promise<Rendered<BadgeProps>> {
  const { theme, url } = options
  const props = { ...sourceProps(options), theme, url }
  return await render('rw-badge', options, props, async () => {
    const { meta, ...rating } = options.data ?? (await read<StoreRatingAnswer>(options, 'store-rating', {}))
    const say = await sayFor(options)
    const line = html`<div class="root" lang=${say.locale} dir=${say.dir}>${badge(rating, { say, theme, url })}</div>`
    return [line, [shared, controls, badgeStyles, designRule(meta?.design)]]
  })
}

/**
 * Writes `<rw-store>` with the first reviews of all products. Without an answer of the service it is written without
 * content, and loads in the browser.
 */
export async function renderStore(options: StorePageOptions): Promise<Rendered<SourceProps>> {
  return await render('rw-store', options, sourceProps(options), async () => {
    const parameters = {
      ...{ limit: 'design', offset: 0, orderBy: 'most_recent' },
      ...{ expand: 'product,ratings,attributes', locale: localeOf(options.lang) },
    }
    const list = options.data ?? (await read<ReviewsAnswer>(options, 'reviews', parameters))
    const say = await sayFor(options)
    const cards = await cardsOf(options, say, list.meta.store_name)
    if (list.meta.attributes) cards.added.answers = { summary: nobody, ofReview: answersOf }
    return pageOfAll(list as ReviewList, cards, await loadStripTexts(say))
  })
}

function pageOfAll(list: ReviewList, cards: CardView, texts: StripTexts): [unknown, string[]] {
  const { say } = cards
  const { ratings } = list.meta
  if (!ratings) throw new Error('The answer has no ratings: expand=product,ratings')
  const summary = summarise([{ ...ratings.products, recommended: 0, not_recommended: 0 }])
  const state = { ...nothingRead, ...pageOf(list, 0), summary }
  const around = { headerType: 'histogram', listType: 'grid', typed: '', areToolsOpen: false }
  const hasBoth = ratings.products.total > 0 && ratings.store.total > 0
  const above = hasBoth ? tabs('products', ratings, { say, texts }, nobody) : []
  const shown = html`${above}${content(around, state, { ...cards, product: productLink }, acts)}`
  const { design } = list.meta as ReviewsAnswer['meta']
  const styles = [...storeStyles, detailStyles, cards.added.answers ? answerStyles : '']
  return [root(shown, '', say), [...styles, designRule(design), barRules(summary)]]
}
