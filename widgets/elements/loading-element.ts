import { render, type TemplateResult } from 'lit/html.js'
import { onSettings, type Source, sourceOf } from '../config.ts'
import { languageOf, loadTexts } from '../locale.ts'
import type { Texts } from '../locales/en.ts'
import { type Changes, Element, type Property } from './element.ts'
import { common } from './properties.ts'

const ahead = '600px' // how far below the screen a widget begins to load

/**
 * What rw-reviews and rw-questions share. When the element comes near the screen it finds out where to read
 * and in which language, and calls `load`; again, with the earlier `signal` aborted, when one of these changes.
 */
export abstract class LoadingElement extends Element {
  static override properties: Record<string, Property> = { ...common, texts: {} }

  declare storeId: string | undefined
  declare storeKey: string | undefined
  declare apiUrl: string | undefined
  declare productId: string | undefined
  declare productSku: string | undefined

  /** Undefined until the language's chunk is there: render the reserved space. */
  protected declare texts: Texts | undefined
  protected language = 'en'
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
    this.language = languageOf(this)
    // Both at once: the texts are not needed to ask for the data.
    const texts = loadTexts(this.language).then(texts => {
      this.texts = texts
    })
    await Promise.allSettled([texts, this.load(source, wanted.signal)])
  }
}
