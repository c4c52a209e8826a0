import { nothing, type TemplateResult } from 'lit/html.js'
import type { Source } from '../../config.ts'
import { conventionsOf, languageOf } from '../../locale.ts'
import { storeProperties } from '../more-properties.ts'
import type { Lists } from '../reviews/feed.ts'
import { RwReviews } from '../reviews/reviews.ts'
import { loadStripTexts, type StripTexts } from '../strips/strip-texts.ts'
import { listsOfAll, type Subject, type Totals } from './lists.ts'
import { productLink } from './product-link.ts'
import { styles } from './store.styles.ts'
import { tabs } from './tabs.ts'

/**
 * The page of all reviews: those of all products, each with the product's name, and those of the store itself, with a
 * summary, tools to search and filter, and pages. It is rw-reviews for a store. Where both are reviewed, tabs change
 * between them.
 *
 * @tagname rw-store
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @slot heading - Content above the summary.
 * @slot empty - Replaces the text shown without reviews.
 * @fires {CustomEvent<{ count: number }>} rw-load - The reviews were loaded.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The reviews could not be loaded.
 * @csspart tabs - The choice between products and store.
 * @csspart tab - One of the two.
 * @csspart header - The summary above the list.
 * @csspart average - The average rating as a number.
 * @csspart stars - A row of five stars.
 * @csspart histogram - The five bars of the histogram.
 * @csspart tools - The search field and order.
 * @csspart list - The list of cards.
 * @csspart card - A review.
 * @csspart product - The name of the product, as a link to its page.
 * @csspart author - The author's name.
 * @csspart verified - The badge of a verified purchase.
 * @csspart title - The title of a review.
 * @csspart body - The text of a review.
 * @csspart reply - The store's answer.
 * @csspart translation - The button to translate a review, with its note.
 * @csspart button - The buttons "Helpful", "Show more" and "Try again".
 */
export class RwStore extends RwReviews {
  static override properties = {
    ...RwReviews.properties,
    // It has none of these attributes: its form is one.
    ...{ itemsPerPage: { initial: 10 }, headerType: { initial: 'histogram' }, listType: { initial: 'grid' } },
    ...{ structuredData: { initial: false }, subject: {}, stripTexts: {} },
    ...storeProperties,
  }
  static override styles = styles

  readonly isOfStore = true
  protected declare subject: Subject | undefined
  protected override product = productLink
  private declare stripTexts: StripTexts | undefined
  #totals: Totals | undefined
  #ready: Promise<unknown> = Promise.resolve()

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    // Without these texts, the reviews are complete.
    this.#ready = loadStripTexts(conventionsOf(languageOf(this))).then(
      made => {
        if (!signal.aborted) this.stripTexts = made
      },
      () => {},
    )
    await super.load(source, signal)
  }

  protected override lists(source: Source, limit: number | 'design'): Lists {
    const found = (totals: Totals) => {
      this.#totals = totals
      // A store may ask about itself alone.
      if (!this.subject && totals.products.total === 0 && totals.store.total > 0) this.#choose('store')
    }
    return listsOfAll(source, this.subject ?? 'products', limit, found, this.#ready)
  }

  protected override above(): TemplateResult | typeof nothing {
    const { say, stripTexts: texts, subject = 'products' } = this
    const totals = this.#totals
    if (!say || !texts || !totals?.products.total || !totals.store.total) return nothing
    return tabs(subject, totals, { say, texts }, chosen => this.#choose(chosen))
  }

  #choose(subject: Subject): void {
    if (subject === (this.subject ?? 'products')) return
    this.subject = subject
    void this.reload()
  }
}
