import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Source } from '../../config.ts'
import { conventionsOf, languageOf } from '../../locale.ts'
import { type Changes, notifyPage } from '../element.ts'
import { keepBelowStill } from '../keep-still.ts'
import { LoadingElement } from '../loading-element.ts'
import { type Property, reviewsProperties } from '../properties.ts'
import { type Say, spoken } from '../say.ts'
import { type Adding, createAdding } from './adding.ts'
import type { CardView } from './cards/card.ts'
import { createCardStates } from './cards/card-states.ts'
import { content, root } from './content.ts'
import { createDescription } from './description.ts'
import { createFeed, type Feed, type FeedState, type Lists, type Query, type Step } from './feed.ts'
import { blanks, failure } from './list.ts'
import { listsOf } from './lists.ts'
import { styles } from './reviews.styles.ts'
import type { Review } from './wire.ts'
import { writeInDialog } from './write-link.ts'

const picturesPerRequest = 20 // reviews
const pause = 300 // ms without typing before a search is sent

/**
 * The reviews of a product: a summary, tools to search and filter, and a list with pages.
 *
 * @tagname rw-reviews
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {string} data-product-id - The product's id.
 * @attr {string} data-product-sku - The product's SKU, instead of its id.
 * @attr {number} [data-items-per-page=10] - The number of reviews per page, 1 to 100.
 * @attr {'default' | 'histogram' | 'compact' | 'minimal' | 'centered'} [data-header-type=default] - The form of the
 * summary.
 * @attr {'grid' | 'list'} [data-list-type=grid] - Two cards in a row, or one.
 * @attr {boolean} [data-structured-data=false] - Adds JSON-LD for search engines to the page.
 * @attr {boolean} [data-topics=false] - Buttons for what the reviews often mention.
 * @slot heading - Content above the summary.
 * @slot empty - Replaces the text shown without reviews.
 * @fires {CustomEvent<{ count: number }>} rw-load - The reviews were loaded.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The reviews could not be loaded.
 * @fires {CustomEvent} rw-review-sent - The shopper's review was sent, to be confirmed by email.
 * @csspart header - The summary above the list.
 * @csspart average - The average rating as a number.
 * @csspart stars - A row of five stars.
 * @csspart histogram - The five bars of the histogram.
 * @csspart write - The link to write a review without an order.
 * @csspart attributes - The answers to the store's own questions, which filter.
 * @csspart tools - The search field, star filter and order.
 * @csspart list - The list of cards.
 * @csspart card - A review.
 * @csspart author - The author's name.
 * @csspart verified - The badge of a verified purchase.
 * @csspart mark - The notes that the author got a reward, and that the store chose the review.
 * @csspart topics - The buttons for what the reviews often mention.
 * @csspart title - The title of a review.
 * @csspart body - The text of a review.
 * @csspart reply - The store's answer.
 * @csspart translation - The button to translate a review, with its note.
 * @csspart summary - The summary of the reviews by a language model.
 * @csspart button - The buttons "Helpful", "Show more" and "Try again".
 */
export class RwReviews extends LoadingElement {
  static override properties: Record<string, Property> = {
    ...LoadingElement.properties,
    ...reviewsProperties,
    typed: { initial: '' },
    areToolsOpen: { initial: false },
    said: { initial: '' },
  }
  static override styles: readonly string[] = styles

  /** The number of reviews per page, 1 to 100. */
  declare itemsPerPage: number
  /** The form of the summary. */
  declare headerType: string
  /** Two cards in a row, or one. */
  declare listType: string
  /** Whether JSON-LD for search engines is added to the page. */
  declare structuredData: boolean
  /** Whether buttons for what the reviews often mention are displayed. */
  declare topics: boolean
  declare typed: string
  declare areToolsOpen: boolean
  /** The text of the live region. */
  private declare said: Text | ''

  /** What its reviews are about, in an element that can change it. */
  protected declare subject: string | undefined
  /** Shows the product of a review, in an element that lists several. */
  protected declare product: CardView['product']
  #feed: Feed | undefined
  /** Of `#feed`. */
  #adding!: Adding
  /** Identifies the source of `#feed`, to notice changes. */
  #reads = ''
  #pause: ReturnType<typeof setTimeout> | undefined
  #hasNews = false
  #settle: (() => void) | undefined
  #states = createCardStates(() => this.requestUpdate())
  #describe = createDescription()

  constructor() {
    super()
    this.renderRoot.addEventListener('click', event => writeInDialog(event as MouseEvent, this, this.say))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#pause)
    this.#describe()
    for (const dialog of this.renderRoot.querySelectorAll('dialog')) dialog.remove()
  }

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    const reads = JSON.stringify([source, this.#asked, this.subject])
    const { locale } = conventionsOf(languageOf(this))
    // An element that only moved within the page keeps its content.
    if (reads === this.#reads && this.#feed?.state.summary && !this.#feed.state.busy) {
      signal.addEventListener('abort', this.#feed.stop)
      if ((this.#adding.added.locale ?? locale) !== locale) await this.#feed.load('filter', { locale })
      return this.requestUpdate()
    }
    this.#reads = reads
    const adding = createAdding(this, source)
    this.#adding = adding
    const feed = createFeed(
      this.lists(source, this.#asked),
      (done, error) => {
        if (feed === this.#feed) this.#onNews(feed.state, done, error)
      },
      adding.addFor,
    )
    this.#feed = feed
    this.typed = ''
    signal.addEventListener('abort', feed.stop)
    await feed.load('first', { locale })
  }

  /** Loads what it shows, `limit` reviews at a time. */
  protected lists(source: Source, limit: number | 'design'): Lists {
    return listsOf(source, limit)
  }

  /** Content above the summary, once that is there. */
  protected above(): TemplateResult | typeof nothing {
    return nothing
  }

  // Without a number of the page's own, the service knows that of the saved design.
  get #asked(): number | 'design' {
    return this.isGiven('itemsPerPage') ? this.#limit : 'design'
  }

  get #limit(): number {
    return Math.min(100, Math.max(1, Math.trunc(this.itemsPerPage) || 10))
  }

  #onNews({ count, failed, reviews }: FeedState, done?: Step, error?: unknown): void {
    this.#hasNews = true
    this.requestUpdate()
    if (error) notifyPage(this, 'rw-error', { error })
    if (done) notifyPage(this, 'rw-load', { count })
    const { say } = this
    if (!say || done === 'first' || failed === 'first') return
    const { texts } = say
    const text =
      done === 'filter'
        ? texts.reviewCount({ count })
        : done
          ? texts.showing({ count: reviews.length, total: count })
          : error
            ? texts.failed
            : ''
    if (text) this.said = spoken(text, this.said)
  }

  protected override willUpdate(): void {
    this.#settle = this.#hasNews ? keepBelowStill(this.renderRoot) : undefined
    this.#hasNews = false
  }

  protected override updated(changes: Changes): void {
    super.updated(changes)
    this.#settle?.()
    if (changes.has('itemsPerPage') && this.#feed) this.reload()
    // Structured data are extra: without them the reviews are complete.
    const isDescribed = this.structuredData && this.#feed?.state.summary?.total
    this.#describe(isDescribed ? this.source : undefined).catch(() => {})
    if (this.#lacksTopics) this.#adding.explain()
  }

  // They may be part of the saved design, which comes with the reviews.
  get #lacksTopics(): boolean {
    return this.topics && !!this.#feed?.state.reviews[0] && !this.#adding.added.hasTopics
  }

  protected override get isBlank(): boolean {
    const state = this.#feed?.state
    return !this.say || !state?.summary || this.#lacksTopics
  }

  protected override render(): TemplateResult {
    return root(html`${this.above()}${this.#content()}`, this.said, this.say)
  }

  #content(): TemplateResult {
    const { say } = this
    const state = this.#feed?.state
    const isGrid = this.listType !== 'list'
    if (say && state?.failed === 'first') return failure(say, () => this.#go('first'))
    const { summary } = state ?? {}
    if (!say || !state || !summary || this.isBlank) return blanks(isGrid, Math.min(this.#limit, 10))
    return content(this, { ...state, summary }, this.#cards(say, state), {
      find: change => this.#find(change),
      search: terms => this.#search(terms),
      clear: () => this.#clear(),
      more: () => this.#more(),
      retry: () => this.#go('filter'),
    })
  }

  #cards(say: Say, { storeName }: FeedState): CardView {
    return {
      say,
      storeName,
      ...this.#states,
      ...this.#adding,
      product: this.product,
      vote: review => this.#vote(review),
      report: ({ id }) => this.report('reviews', id),
      open: (review, index) => this.#open(review, index),
    }
  }

  #search(terms: string): void {
    this.typed = terms
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      if (terms.trim() !== this.#feed?.state.query.terms)
        this.#find({ terms: terms.trim(), locale: this.say?.locale })
    }, pause)
  }

  #find(change: Partial<Query>): Promise<void> | undefined {
    return this.#feed?.load('filter', change)
  }

  #clear(): void {
    clearTimeout(this.#pause)
    this.typed = ''
    this.#find({ terms: '', ratings: [], answers: undefined })
    // The button disappears, so keep the focus near it.
    this.renderRoot.querySelector<HTMLElement>('.found')?.focus()
  }

  async #go(step: Step): Promise<void> {
    await this.#feed?.load(step)
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.found')?.focus()
  }

  async #more(): Promise<void> {
    const feed = this.#feed
    if (!feed || feed.state.busy) return
    const shown = feed.state.reviews.length
    await feed.load('more')
    await this.updateComplete
    const next = this.renderRoot.querySelectorAll<HTMLElement>('.list .card')[shown]
    next?.focus({ preventScroll: true })
  }

  async #vote(review: Review): Promise<void> {
    if (this.source && !(await this.#states.toggle(this.source, review)))
      this.said = spoken(this.say?.texts.voteFailed, this.said)
  }

  // The dialogs' code is loaded when the first one opens.
  async #open({ pictures }: Review, picture: number): Promise<void> {
    const { openPictures } = await import('./dialogs/open-pictures.ts')
    const { say, source } = this
    const state = this.#feed?.state
    if (say && source && state)
      await openPictures(
        this.renderRoot,
        { say, lists: this.lists(source, picturesPerRequest), state, broken: this.#states.broken },
        pictures[picture],
      )
  }
}
