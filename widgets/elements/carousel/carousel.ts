import { html, nothing, type TemplateResult } from 'lit/html.js'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import type { Changes } from '../element.ts'
import { carouselProperties } from '../more-properties.ts'
import type { ReviewList } from '../reviews/wire.ts'
import type { StripView } from '../strips/picture-link.ts'
import { carouselQuery } from '../strips/queries.ts'
import { Strip } from '../strips/strip.ts'
import { styles } from './carousel.styles.ts'
import { loadNoteTexts } from './notes.ts'
import { row } from './view.ts'

/**
 * Reviews of a product, or of all products of the store, in a row: by swipe, keys and buttons. It never moves by
 * itself. A card shows the beginning of a text, and the picture; the whole review opens above the page. Without reviews
 * it shows nothing.
 *
 * @tagname rw-carousel
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {string} data-product-id - The product's id. Without a product, the reviews of all products.
 * @attr {string} data-product-sku - The product's SKU, instead of its id.
 * @attr {'newest' | 'pictured' | 'pinned'} [data-source=newest] - The newest reviews, the newest with pictures, or
 * those that the store pinned.
 * @fires {CustomEvent<{ count: number }>} rw-load - The reviews were loaded.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The reviews could not be loaded.
 * @csspart list - The row of cards.
 * @csspart card - A review.
 * @csspart picture - The picture of a review.
 * @csspart title - The title of a review.
 * @csspart body - The text of a review.
 * @csspart author - The author's name.
 * @csspart verified - The sign of a verified purchase.
 * @csspart product - The name of the product.
 * @csspart mark - The notes that the author got a reward, and that the store chose the review.
 * @csspart button - The buttons "Previous", "Next" and "Try again".
 * @cssprop [--rw-row-height=24rem] - The height of the cards.
 */
export class RwCarousel extends Strip {
  static override properties = { ...Strip.properties, ...carouselProperties }
  static override styles = [shared, controls, styles]

  /** The newest reviews, the newest with pictures, or those that the store pinned. */
  declare show: string

  #observer = new ResizeObserver(() => this.#measure())

  protected override get query(): Record<string, string | number> {
    return carouselQuery(this.show)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#observer.disconnect()
  }

  protected override blank(): TemplateResult {
    return html`<div class="row"></div><div class="turns"></div>`
  }

  protected override updated(changes: Changes): void {
    super.updated(changes)
    if (changes.has('show') && this.shown) void this.reload()
    const list = this.#row
    if (list) this.#observer.observe(list)
    this.#measure()
  }

  protected override noteTexts = loadNoteTexts

  protected override strip({ result }: ReviewList, view: StripView): TemplateResult | typeof nothing {
    if (result.length === 0) return nothing
    return row(result, {
      ...view,
      turn: by => this.#scroll(this.say?.dir === 'rtl' ? -by : by),
      key: event => this.#key(event),
      moved: () => this.#measure(),
      openReview: review => this.open(review.pictures[0] ?? review),
    })
  }

  get #row(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.row')
  }

  // To the right (1) or left (-1), by default by as many cards as are completely visible.
  #scroll(right: number, cards?: number): void {
    const row = this.#row
    const [first, second] = row?.children ?? []
    if (!row || !first || !second) return
    const pitch = Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left)
    const step = pitch * (cards ?? Math.max(1, Math.floor((row.clientWidth + 20) / pitch)))
    row.scrollBy({ left: right * step })
  }

  #key(event: KeyboardEvent): void {
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!right) return
    event.preventDefault()
    this.#scroll(right, 1)
  }

  // Which buttons have somewhere to go, and which texts are cut.
  #measure(): void {
    const row = this.#row
    if (!row) return
    const [at, end] = [Math.abs(row.scrollLeft), row.scrollWidth - row.clientWidth]
    const [back, next] = this.renderRoot.querySelectorAll('.turns button')
    back?.setAttribute('aria-disabled', String(at < 2))
    next?.setAttribute('aria-disabled', String(at > end - 2))
    row.parentElement?.classList.toggle('whole', end < 2)
    for (const one of row.querySelectorAll('.slide')) {
      const text = one.querySelector('.text')
      one.classList.toggle('long', Boolean(text && text.scrollHeight > text.clientHeight + 1))
    }
  }
}
