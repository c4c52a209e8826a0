import { onSettings, type Source, sourceOf } from '../../config.ts'
import { languageOf } from '../../locale.ts'
import { Element, notifyPage } from '../element.ts'
import { ratingProperties } from '../properties.ts'
import { drawStars, setStars } from '../stars.ts'
import { styles } from './rating.styles.ts'
import type { Rating } from './rating-cache.ts'
import { ratingOf } from './rating-requests.ts'
import { wordsOf } from './rating-texts.ts'

/**
 * The stars of a product: five with the average and the number of reviews, or one with the average.
 *
 * Written without Lit: it is all that a page with ratings only loads.
 *
 * @tagname rw-rating
 * @attr {string} data-store-id - The store, unless said for the whole page.
 * @attr {string} data-store-key - The store's key, unless said for the whole page.
 * @attr {string} data-api-url - Where the service is, unless the script comes from it.
 * @attr {string} data-product-id - The product by its id.
 * @attr {string} data-product-sku - The product by its SKU, in place of its id.
 * @attr {string} [data-star-color=#ffc107] - The colour of the stars.
 * @attr {string} [data-theme] - `compact`: one star with the average.
 * @attr {boolean} [data-disable-auto-fetch=false] - Reads nothing: `rating` and `totalReviews` are given by script.
 * @fires {CustomEvent<{ average: number, total: number }>} rw-load - A rating is shown.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The rating could not be read.
 * @csspart base - Everything.
 * @csspart stars - The stars.
 * @csspart text - Average and number together.
 * @csspart average - The average in figures.
 * @csspart total - The number of reviews.
 * @cssprop [--rw-star-color=#ffc107] - Full stars; `data-star-color` wins over it.
 * @cssprop --rw-star-empty - Empty stars. By default the text's colour, faint.
 * @cssprop --rw-text-color - The average. By default as the page's text.
 * @cssprop --rw-text-secondary - The number of reviews.
 * @cssprop --rw-font-family - By default the page's.
 * @cssprop --rw-font-size-base - By default the page's; the stars follow.
 * @cssprop --rw-font-size-sm - The number of reviews.
 * @cssprop --rw-spacing-xs - Between stars and figures.
 */
export class RwRating extends Element {
  static override properties = ratingProperties
  static override styles = [styles]

  declare storeId: string | undefined
  declare storeKey: string | undefined
  declare apiUrl: string | undefined
  declare productId: string | undefined
  declare productSku: string | undefined
  /** The colour of the stars. */
  declare starColor: string
  /** `compact`, or null for five stars with the numbers. */
  declare theme: string | null
  /** 0 to 5. When given, nothing is fetched. */
  declare rating: number | undefined
  /** When given, nothing is fetched. */
  declare totalReviews: number | undefined
  /** Whether nothing is fetched. */
  declare disableAutoFetch: boolean

  #fetched: Rating | undefined
  #asked = '' // what the last fetch was for
  #connection: AbortController | undefined
  #base = part('base')
  #average = part('average')
  #total = part('total')

  override connectedCallback(): void {
    super.connectedCallback()
    this.#connection = new AbortController()
    onSettings(() => this.requestUpdate(), this.#connection.signal)
    this.renderRoot.append(this.#base)
  }

  override disconnectedCallback(): void {
    this.#connection?.abort()
  }

  protected override draw(): void {
    const isGiven = this.rating !== undefined || this.totalReviews !== undefined
    if (isGiven) this.#show({ average: clamp(this.rating), total: this.totalReviews })
    else if (!this.disableAutoFetch) this.#fetch()
    else this.#show(undefined)
  }

  #fetch(): void {
    const source = sourceOf(this)
    const asked = JSON.stringify(source ?? '')
    if (asked !== this.#asked) {
      this.#asked = asked
      this.#fetched = undefined
      if (source) this.#read(source, asked)
    }
    this.#show(this.#fetched)
  }

  #read(source: Source, asked: string): void {
    const rating = ratingOf(source)
    if (!(rating instanceof Promise)) this.#arrived(asked, rating)
    else
      rating.then(
        rating => this.#arrived(asked, rating),
        error => this.#failed(asked, error),
      )
  }

  #arrived(asked: string, rating: Rating): void {
    if (asked !== this.#asked) return
    this.#fetched = rating
    this.#show(rating)
    notifyPage(this, 'rw-load', rating)
  }

  // The space stays kept and empty: a shopper can do nothing about it.
  #failed(asked: string, error: unknown): void {
    if (asked !== this.#asked) return
    this.#asked = '' // the next change may try again
    notifyPage(this, 'rw-error', { error })
  }

  #show(rating: { average: number; total: number | undefined } | undefined): void {
    const { theme, starColor } = this
    const isCompact = theme === 'compact'
    const base = this.#base
    if (base.dataset.theme !== String(theme)) {
      base.dataset.theme = String(theme)
      const text = part('text')
      text.append(this.#average, ...(isCompact ? [] : [this.#total]))
      base.replaceChildren(drawStars(isCompact ? 1 : 5), text)
    }
    // The default is left to the style sheet, where the page's own variable comes before it.
    if (starColor === ratingProperties.starColor.initial) base.style.removeProperty('--_color')
    else base.style.setProperty('--_color', starColor)
    base.classList.toggle('known', rating !== undefined)
    if (!rating) {
      base.removeAttribute('role')
      return
    }
    const words = wordsOf(rating.average, rating.total, languageOf(this))
    const filled = isCompact ? Number(rating.average > 0) : rating.average
    setStars(base.firstElementChild as SVGSVGElement, filled)
    const isRated = rating.average > 0
    this.#average.textContent = isRated ? words.average : ''
    this.#total.textContent = words.total
    base.setAttribute('role', 'img')
    base.setAttribute('aria-label', words.label)
  }
}

function part(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = name
  element.setAttribute('part', name)
  return element
}

function clamp(rating: number | undefined): number {
  return Math.min(5, Math.max(0, Number(rating) || 0))
}
