import { render, type TemplateResult } from 'lit/html.js'
import { onSettings, type Source, sourceOf } from '../config.ts'
import { languageOf, loadTexts } from '../locale.ts'
import { type Changes, Element, type Property } from './element.ts'
import { common } from './properties.ts'
import { type Say, sayIn } from './say.ts'

const ahead = '600px' // how far below the screen a widget begins to load

/**
 * What rw-reviews and rw-questions share. When the element comes near the screen it finds out where to read
 * and in which language, and calls `load`; again, with the earlier `signal` aborted, when one of these changes.
 *
 * @cssprop --rw-primary-color - Buttons and focus. By default the text's colour.
 * @cssprop --rw-text-color - Text. By default the page's.
 * @cssprop --rw-text-secondary - Dates, counts and hints. By default the text's colour, 68 %.
 * @cssprop --rw-border-color - Lines. By default the text's colour, 16 %.
 * @cssprop [--rw-bg-color=transparent] - The ground.
 * @cssprop --rw-bg-secondary - The ground of replies. By default the text's colour, 4 %.
 * @cssprop [--rw-star-color=#ffc107] - Full stars.
 * @cssprop --rw-star-empty - Empty stars. By default the text's colour, 18 %.
 * @cssprop --rw-progress-bar-color - The histogram's bars. By default as the stars.
 * @cssprop [--rw-spacing-xs=0.25rem] - The smallest distance.
 * @cssprop [--rw-spacing-sm=0.5rem] - A small distance.
 * @cssprop [--rw-spacing-md=1rem] - The usual distance.
 * @cssprop [--rw-spacing-lg=1.5rem] - Between parts.
 * @cssprop [--rw-spacing-xl=2.5rem] - Around what stands alone.
 * @cssprop --rw-font-family - By default the page's.
 * @cssprop [--rw-font-size-base=1rem] - Text.
 * @cssprop [--rw-font-size-sm=0.875rem] - Dates, buttons and replies.
 * @cssprop [--rw-font-size-lg=1.25rem] - Headings.
 * @cssprop [--rw-border-radius=0.75rem] - Corners of cards and replies.
 * @cssprop [--rw-shadow=0 1px 2px rgb(0 0 0 / 0.06)] - Cards.
 * @cssprop [--rw-shadow-md=0 12px 32px rgb(0 0 0 / 0.18)] - Dialogs.
 */
export abstract class LoadingElement extends Element {
  static override properties: Record<string, Property> = { ...common, say: {} }

  declare storeId: string | undefined
  declare storeKey: string | undefined
  declare apiUrl: string | undefined
  declare productId: string | undefined
  declare productSku: string | undefined

  /** Undefined until the language's chunk is there: render the reserved space. */
  protected declare say: Say | undefined
  protected source: Source | undefined

  #near = false
  #connection: AbortController | undefined
  #wanted: AbortController | undefined
  #observer: IntersectionObserver | undefined

  protected abstract render(): TemplateResult

  /** Reads and shows the first page. Whatever it throws is its own to handle: nothing leaves the element. */
  protected abstract load(source: Source, signal: AbortSignal): Promise<void>

  override connectedCallback(): void {
    super.connectedCallback()
    this.#connection = new AbortController()
    onSettings(() => this.#lookAgain(), this.#connection.signal)
    this.#observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        this.#observer?.disconnect()
        this.#near = true
        this.reload()
      },
      { rootMargin: ahead },
    )
    this.#observer.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#observer?.disconnect()
    this.#connection?.abort()
    this.#wanted?.abort()
  }

  protected override draw(): void {
    render(this.render(), this.renderRoot)
  }

  protected override updated(changes: Changes): void {
    if (this.#near && [...Object.keys(common), 'lang'].some(name => changes.has(name))) this.reload()
  }

  #lookAgain(): void {
    const isSame = JSON.stringify(sourceOf(this)) === JSON.stringify(this.source)
    if (this.#near && !isSame) this.reload()
  }

  /** Begins from the first page again. */
  protected async reload(): Promise<void> {
    this.#wanted?.abort()
    if (!this.isConnected) return
    const wanted = new AbortController()
    this.#wanted = wanted
    this.source = sourceOf(this)
    if (!this.source) return
    const { source } = this
    const language = languageOf(this)
    // Texts, numbers and dates change in one drawing: until then those of the language before stay.
    const say = loadTexts(language).then(texts => {
      if (!wanted.signal.aborted) this.say = sayIn(language, texts)
    })
    // Both at once: the texts are not needed to ask for the data.
    await Promise.allSettled([say, this.load(source, wanted.signal)])
  }
}
