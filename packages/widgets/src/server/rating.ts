import { html, svg, type TemplateResult } from 'lit/html.js'
import { styles } from '../../../../widgets/elements/rating/rating.styles.ts'
import { labelOf } from '../../../../widgets/elements/rating/rating-texts.ts'
import { frameOf, shapeOf, widthOf } from '../../../../widgets/elements/stars.ts'
import { conventionsOf, loadTexts, type MakeTexts } from '../../../../widgets/locale.ts'
import { designRule, elementMarkup, saved, sourceProps, templateOf } from './element.ts'
import { markupOf } from './markup.ts'
import type { RatingAnswer, RatingOptions, RatingProps, RatingsAnswer, Rendered } from './options.ts'
import { productOf, read } from './read.ts'

/**
 * Writes `<rw-rating>` with its stars. The element keeps them and requests nothing. Without an answer of the service it
 * is written without content, and loads in the browser. Throws a TypeError unless it gets one product.
 */
export async function renderRating(options: RatingOptions): Promise<Rendered<RatingProps>> {
  const product = productOf(options)
  const { theme, starColor } = options
  try {
    const data =
      options.data ?? (await read<RatingsAnswer>(options, 'ratings', { expand: 'metrics', ...product }))
    const props = propsOf(options, data, await loadTexts(options.lang))
    return { html: elementMarkup('rw-rating', props), props }
  } catch (error) {
    const props = { ...sourceProps(options), theme, starColor }
    return { html: elementMarkup('rw-rating', props), props, error }
  }
}

function propsOf(options: RatingOptions, { result, meta }: RatingsAnswer, make: MakeTexts): RatingProps {
  const { lang, nonce, theme = saved(meta?.design, 'rw-rating', 'data-theme', ['compact']) } = options
  const starColor = options.starColor ?? meta?.design?.attributes?.['rw-rating']?.['data-star-color']
  const rating = ratingOf(options, result)
  const color = starColor && isPlain(starColor) ? `.base{--_color:${starColor}}` : ''
  const content = markupOf(contentOf(rating, theme, lang, make))
  return {
    ...sourceProps(options),
    starColor,
    theme,
    rating: rating.average,
    totalReviews: rating.total,
    template: templateOf(content, styles + designRule(meta?.design) + color, nonce),
  }
}

type Rating = { average: number; total: number }

// Several products can have the same SKU: combine their reviews.
function ratingOf({ productId, productSku }: RatingOptions, rows: RatingAnswer[]): Rating {
  const own = rows.filter(row => (productId ? row.product_id === productId : row.sku === productSku))
  const total = own.reduce((sum, row) => sum + row.total, 0)
  const stars = own.reduce((sum, row) => sum + row.average * row.total, 0)
  return { average: total === 0 ? 0 : stars / total, total }
}

// What RwRating draws, which has no templates.
function contentOf(
  { average, total }: Rating,
  theme: string | undefined,
  lang: string,
  make: MakeTexts,
): TemplateResult {
  const isCompact = theme === 'compact'
  const stars = isCompact ? 1 : 5
  const { locale, dir, formats, average: write } = conventionsOf(lang)
  const number = write(average)
  const filled = isCompact ? Number(average > 0) : average
  const shape = shapeOf(stars)
  return html`<span class="base known" part="base" lang=${locale} dir=${dir} data-theme=${theme ?? 'null'} role="img" aria-label=${labelOf(number, total, make(formats))}
    ><svg viewBox=${frameOf(stars)} part="stars" aria-hidden="true" class="stars"
      >${svg`<path d=${shape} class="empty"></path><svg height="24" width=${widthOf(filled)}><path d=${shape} class="full"></path></svg>`}</svg
    ><span class="text" part="text" aria-hidden="true"
      ><span class="average" part="average">${average > 0 ? number : ''}</span
      >${isCompact ? '' : html`<span class="total" part="total">(${formats.n(total)})</span>`}</span
    ></span
  >`
}

// A colour, which neither ends its declaration nor loads anything.
function isPlain(color: string): boolean {
  return /^[\w#%.,() /-]{1,100}$/.test(color) && !/url/i.test(color)
}
