import { fromService, onSettings, type Source, sourceOf } from '../../config.ts'
import { conventionsOf, languageOf, loadTexts } from '../../locale.ts'
import { Element, notifyPage } from '../element.ts'
import { ratingProperties } from '../properties.ts'
import { drawStars, setStars } from '../stars.ts'
import { styles } from './rating.styles.ts'
import { type Rating, recall } from './rating-cache.ts'
import { ratingOf } from './rating-requests.ts'
import { labelOf } from './rating-texts.ts'

/**
 * The rating of a product: five stars with the average and the number of reviews, or one star with the average. Written
 * without Lit, to keep pages with ratings only small.
 *
 * @tagname rw-rating
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {string} data-product-id - The product's id.
 * @attr {string} data-product-sku - The product's SKU, instead of its id.
 * @attr {string} [data-star-color=#ffc107] - The colour of the stars.
 * @attr {string} [data-theme] - `compact` shows one star with the average.
 * @attr {number} [data-rating] - The average, 0 to 5, as a server knows it. If set, nothing is loaded.
 * @attr {number} [data-total-reviews] - The number of reviews. If set, nothing is loaded.
 * @attr {boolean} [data-disable-auto-fetch=false] - Disables loading: scripts set `rating` and `totalReviews`.
 * @fires {CustomEvent<{ average: number, total: number }>} rw-load - The rating is shown.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The rating could not be loaded.
 * @csspart base - The whole element.
 * @csspart stars - The stars.
 * @csspart text - The average and the number of reviews.
 * @csspart average - The average as a number.
 * @csspart total - The number of reviews.
 * @cssprop [--rw-star-color=#ffc107] - Filled stars. `data-star-color` overrides it.
 * @cssprop --rw-star-empty - Empty stars. Default: a faint form of the text's colour.
 * @cssprop --rw-text-color - The average. Default: the page's text colour.
 * @cssprop --rw-text-secondary - The number of reviews.
 * @cssprop --rw-font-family - The font. Default: the page's.
 * @cssprop --rw-font-size-base - The size of the average and the stars. Default: the page's font size.
 * @cssprop --rw-font-size-sm - The size of the number of reviews.
 * @cssprop --rw-spacing-xs - The distance between stars and numbers.
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
  /** `compact`, or null for five stars with numbers. */
  declare theme: string | null
  /** The average, 0 to 5. If set, nothing is loaded. */
  declare rating: number | undefined
  /** The number of reviews. If set, nothing is loaded. */
  declare totalReviews: number | undefined
  /** Whether loading is disabled. */
  declare disableAutoFetch: boolean

  #fetched: Rating | undefined
  #asked = '' // identifies the last request
  #connection: AbortController | undefined
  #shown: object | undefined
  #base = part('base')
  #average = part('average')
  #total = part('total')

  override connectedCallback(): void {
    super.connectedCallback()
    this.#connection = new AbortController()
    onSettings(() => this.requestUpdate(), this.#connection.signal)
    // A server that rendered the rating also gave its numbers: they are drawn before the next frame.
    this.renderRoot.querySelector('.base')?.remove()
    this.renderRoot.append(this.#base)
  }

  override disconnectedCallback(): void {
    this.#connection?.abort()
  }

  protected override draw(): void {
    this.useDesign()
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
    // One page never shows two figures: the reviews below may have read newer ones than the cache had.
    else if (source && this.#fetched) this.#fetched = recall(source) ?? this.#fetched
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

  // Keep the reserved space empty: a shopper cannot do anything about the error.
  #failed(asked: string, error: unknown): void {
    if (asked !== this.#asked) return
    this.#asked = '' // so that the next change tries again
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
    // The stylesheet provides the default, so that the page's own variable can override it.
    if (starColor === ratingProperties.starColor.initial) base.style.removeProperty('--_color')
    else base.style.setProperty('--_color', starColor)
    base.classList.toggle('known', rating !== undefined)
    this.#shown = rating
    if (!rating) {
      base.removeAttribute('role')
      return
    }
    const { average, total } = rating
    const language = languageOf(this)
    const { locale: lang, dir, formats, average: write } = conventionsOf(language)
    Object.assign(base, { lang, dir })
    const number = write(average)
    setStars(base.firstElementChild as SVGSVGElement, isCompact ? Number(average > 0) : average)
    this.#average.textContent = average > 0 ? number : ''
    this.#total.textContent = total === undefined ? '' : `(${formats.n(total)})`
    // Until the texts are loaded, or if they cannot be, screen readers read the numbers.
    const texts = loadTexts(language).catch(async () => (await fromService()).loadTexts(language))
    texts.then(
      make => {
        if (rating !== this.#shown) return
        base.setAttribute('role', 'img')
        base.setAttribute('aria-label', labelOf(number, total, make(formats)))
        // Firefox shows what is in a picture to screen readers, which would read the numbers twice.
        base.lastElementChild?.setAttribute('aria-hidden', 'true')
      },
      () => {},
    )
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
