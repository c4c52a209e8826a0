import { styles as answerStyles } from '../../../../widgets/elements/reviews/attributes/attributes.styles.ts'
import {
  answersOf,
  type Question,
  summary as summaryOfAnswers,
} from '../../../../widgets/elements/reviews/attributes/view.ts'
import type { CardView } from '../../../../widgets/elements/reviews/cards/card.ts'
import { content, root } from '../../../../widgets/elements/reviews/content.ts'
import { styles as detailStyles } from '../../../../widgets/elements/reviews/extras/details.styles.ts'
import { nothingRead, pageOf } from '../../../../widgets/elements/reviews/feed.ts'
import { headerTypes } from '../../../../widgets/elements/reviews/header.ts'
import { styles } from '../../../../widgets/elements/reviews/reviews.styles.ts'
import { summarise } from '../../../../widgets/elements/reviews/summary.ts'
import { localeOf } from '../../../../widgets/locale.ts'
import { designRule, elementMarkup, saved, sourceProps, templateOf } from './element.ts'
import { markupOf } from './markup.ts'
import type { RenderedReviews, ReviewsAnswer, ReviewsOptions, ReviewsProps } from './options.ts'
import { productOf, read } from './read.ts'
import { acts, barRules, cardsOf, sayFor } from './views.ts'

type Data = NonNullable<ReviewsOptions['data']>

/**
 * Writes `<rw-reviews>` with the summary and the first reviews, and JSON-LD if asked for. The element keeps them until
 * it has loaded. Without an answer of the service it is written without content, and loads in the browser. Throws a
 * TypeError unless it gets one product.
 */
export async function renderReviews(options: ReviewsOptions): Promise<RenderedReviews> {
  const product = productOf(options)
  const described = describe(options, product)
  try {
    const data = options.data ?? (await readData(options, product))
    const cards = await cardsOf(options, await sayFor(options), data.reviews.meta.store_name)
    const { result } = data.ratings as { result: { attributes?: Question[] }[] }
    if (data.reviews.meta.attributes)
      cards.added.answers = { summary: view => summaryOfAnswers(result, view), ofReview: answersOf }
    return withStructuredData(propsOf(options, data, cards), await described)
  } catch (error) {
    const { itemsPerPage, headerType, listType } = options
    const props = { ...sourceProps(options), itemsPerPage, headerType, listType }
    return { ...withStructuredData(props, await described), error }
  }
}

async function readData(options: ReviewsOptions, product: Record<string, string>): Promise<Data> {
  const limit = options.itemsPerPage ?? 'design'
  const locale = localeOf(options.lang)
  const [ratings, reviews] = await Promise.all([
    read<Data['ratings']>(options, 'ratings', { expand: 'metrics,attributes', locale, ...product }),
    read<ReviewsAnswer>(options, 'reviews', {
      ...product,
      limit,
      offset: 0,
      orderBy: 'most_recent',
      expand: 'attributes',
      locale,
    }),
  ])
  return { ratings, reviews }
}

type Described = { json: string; error?: unknown }

/** The JSON-LD. Never rejects. */
async function describe(options: ReviewsOptions, product: Record<string, string>): Promise<Described> {
  const { structuredData: wanted, data } = options
  if (!wanted || (data && !data.structuredData)) return { json: '' }
  try {
    const parameters = { ...product, ...(typeof wanted === 'string' && { node_id: wanted }) }
    const found = data?.structuredData ?? (await read<object>(options, 'structured-data', parameters))
    // Without `<`, the JSON cannot end its element. The answer about a product without reviews is empty.
    const json = Object.keys(found).length === 0 ? '' : JSON.stringify(found).replaceAll('<', '\\u003c')
    return { json }
  } catch (error) {
    return { json: '', error }
  }
}

function withStructuredData(given: ReviewsProps, { json, error }: Described): RenderedReviews {
  // The element would add its own where the saved design asks for it.
  const props = json === '' ? given : { ...given, structuredData: false }
  const script = json && `<script type="application/ld+json">${json}</script>`
  const html = script + elementMarkup('rw-reviews', props)
  return { html, props, structuredData: json, ...(error !== undefined && { error }) }
}

function propsOf(options: ReviewsOptions, { ratings, reviews }: Data, cards: CardView): ReviewsProps {
  const { design } = reviews.meta
  const {
    itemsPerPage,
    nonce,
    headerType = saved(design, 'rw-reviews', 'data-header-type', headerTypes),
    listType = saved(design, 'rw-reviews', 'data-list-type', ['grid', 'list']),
  } = options
  const summary = summarise(ratings.result)
  const state = { ...nothingRead, ...pageOf(reviews as Parameters<typeof pageOf>[0], 0), summary }
  const around = {
    headerType: headerType ?? 'default',
    listType: listType ?? 'grid',
    typed: '',
    areToolsOpen: false,
  }
  const template = root(content(around, state, cards, acts), '', cards.say)
  const rules = [
    ...styles,
    detailStyles,
    cards.added.answers ? answerStyles : '',
    designRule(design),
    barRules(summary),
  ]
  return {
    ...sourceProps(options),
    itemsPerPage,
    headerType,
    listType,
    template: templateOf(markupOf(template), rules.join(''), nonce),
  }
}
