import { render, type TemplateResult } from 'lit/html.js'
import { onSettings, type Source, sourceOf } from '../config.ts'
import { languageOf, loadTexts } from '../locale.ts'
import { type Changes, Element } from './element.ts'
import { common, type Property } from './properties.ts'
import type { Reportable } from './reviews/dialogs/report.ts'
import { type Say, sayIn } from './say.ts'

const ahead = '600px' // distance below the visible area at which a widget starts to load

/** How a frame of the service looks: its colour scheme, and its font families as CSS. */
export type Look = { theme: 'dark' | 'light'; font: string }

/**
 * The base of all elements but rw-rating. Near the visible area, it determines the store, product and language, and
 * calls `load`. When one of these changes, it aborts the earlier `signal` and calls `load` again.
 *
 * @cssprop --rw-primary-color - Buttons and focus. Default: the text's colour.
 * @cssprop --rw-text-color - Text. Default: the page's.
 * @cssprop --rw-text-secondary - Dates, counts and hints. Default: the text's colour at 68 %.
 * @cssprop --rw-border-color - Borders. Default: the text's colour at 16 %.
 * @cssprop [--rw-bg-color=transparent] - The background.
 * @cssprop --rw-bg-secondary - The background of replies. Default: the text's colour at 4 %.
 * @cssprop [--rw-star-color=#ffc107] - Filled stars.
 * @cssprop --rw-star-empty - Empty stars. Default: the text's colour at 18 %.
 * @cssprop --rw-progress-bar-color - The bars of the histogram. Default: the colour of the stars.
 * @cssprop [--rw-spacing-xs=0.25rem] - The smallest distance.
 * @cssprop [--rw-spacing-sm=0.5rem] - A small distance.
 * @cssprop [--rw-spacing-md=1rem] - The normal distance.
 * @cssprop [--rw-spacing-lg=1.5rem] - The distance between sections.
 * @cssprop [--rw-spacing-xl=2.5rem] - The padding of messages and empty states.
 * @cssprop --rw-font-family - The font. Default: the page's.
 * @cssprop [--rw-font-size-base=1rem] - Text.
 * @cssprop [--rw-font-size-sm=0.875rem] - Dates, buttons and replies.
 * @cssprop [--rw-font-size-lg=1.25rem] - Headings.
 * @cssprop [--rw-border-radius=0.75rem] - The corners of cards and replies.
 * @cssprop [--rw-shadow=0 1px 2px rgb(0 0 0 / 0.06)] - The shadow of cards.
 * @cssprop [--rw-shadow-md=0 12px 32px rgb(0 0 0 / 0.18)] - The shadow of dialogs.
 */
export abstract class LoadingElement extends Element {
  static override properties: Record<string, Property> = { ...common, say: {} }

  declare storeId: string | undefined
  declare storeKey: string | undefined
  declare apiUrl: string | undefined
  declare productId: string | undefined
  declare productSku: string | undefined

  /** Undefined until the language's chunk is loaded. Render placeholders until then. */
  protected declare say: Say | undefined
  protected source: Source | undefined

  /** What a server rendered, after the styles. These stay. */
  #prerendered = this.renderRoot.lastElementChild
  #near = false
  #isDrawn = false
  #connection: AbortController | undefined
  #wanted: AbortController | undefined
  #observer: IntersectionObserver | undefined

  protected abstract render(): TemplateResult

  protected report = async (kind: Reportable, id: string): Promise<void> =>
    (await import('./reviews/dialogs/report.ts')).askForReport(
      this.renderRoot,
      this.say,
      this.source,
      kind,
      id,
    )

  /** Of the page around, for a frame of the service. A colour that is not written as rgb counts as dark text. */
  get look(): Look {
    const { color, fontFamily: font } = getComputedStyle(this)
    const parts = color.match(/[\d.]+/g) ?? []
    const sum = parts.slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
    return { theme: sum > 383 ? 'dark' : 'light', font }
  }

  /** Whether it renders placeholders. */
  protected abstract get isBlank(): boolean

  /** Loads and shows the first page. Must handle all its errors. */
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

  // What a server rendered stays until the content is there, also if that cannot be loaded.
  //
  // The design comes with the first response, and applies in the rendering that shows it: earlier, the placeholders
  // would move. A design of an earlier page applies from the start.
  protected override draw(): void {
    if (this.#prerendered && this.isBlank) return
    this.#takeOver()
    if (!this.#isDrawn || !this.isBlank) this.useDesign()
    render(this.render(), this.renderRoot)
  }

  protected override updated(changes: Changes): void {
    const isOther = [...Object.keys(common), 'lang'].some(name => changes.has(name))
    // What a server rendered is about the product, store and language that came with it.
    if (isOther && this.#isDrawn && this.#prerendered) {
      this.#takeOver()
      this.requestUpdate()
    }
    this.#isDrawn = true
    if (isOther && this.#near) this.reload()
  }

  #takeOver(): void {
    this.#prerendered?.remove()
    this.#prerendered = null
  }

  #lookAgain(): void {
    const isSame = JSON.stringify(sourceOf(this)) === JSON.stringify(this.source)
    if (this.#near && !isSame) this.reload()
  }

  /** Loads the first page again. */
  protected async reload(): Promise<void> {
    this.#wanted?.abort()
    if (!this.isConnected) return
    const wanted = new AbortController()
    this.#wanted = wanted
    this.source = sourceOf(this)
    if (!this.source) return
    const { source } = this
    const language = languageOf(this)
    // Texts, numbers and dates change language in one rendering. Until then the old ones stay.
    const say = loadTexts(language).then(make => {
      if (!wanted.signal.aborted) this.say = sayIn(language, make)
    })
    // In parallel: requesting the data does not need the texts.
    await Promise.allSettled([say, this.load(source, wanted.signal)])
  }
}
