import { html, type nothing, type TemplateResult } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { sheetOf } from '../../css.ts'
import { conventionsOf, languageOf } from '../../locale.ts'
import { type Changes, notifyPage } from '../element.ts'
import { LoadingElement } from '../loading-element.ts'
import type { Review, ReviewList } from '../reviews/wire.ts'
import type { Say } from '../say.ts'
import { loadStripTexts, type StripTexts } from './strip-texts.ts'

/** The reviews of one response, with the texts to show them. */
export type Shown = { list: ReviewList; texts: StripTexts }

/**
 * The base of rw-gallery and rw-carousel: reviews of one response, of a product or of the whole store, in a space whose
 * height is known before.
 */
export abstract class Strip extends LoadingElement {
  static override properties = { ...LoadingElement.properties, shown: {}, failed: {} }

  readonly isOfStore = true
  protected declare shown: Shown | undefined
  private declare failed: boolean | undefined
  #height: number | undefined

  /** The parameters of its request. */
  protected abstract get query(): Record<string, string | number>

  protected abstract strip(shown: Shown, say: Say): TemplateResult | typeof nothing

  /** The reserved space. */
  protected abstract blank(): TemplateResult

  /** Reads the reviews from an offset. */
  protected async list(
    source: Source,
    offset = 0,
    signal: AbortSignal = AbortSignal.timeout(10_000),
  ): Promise<ReviewList> {
    const { name, value } = source.product
    const parameters = {
      ...this.query,
      [name]: value || undefined,
      offset: offset || undefined,
    }
    return await read<ReviewList>(source, 'reviews', parameters, signal)
  }

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    this.failed = undefined
    try {
      const texts = loadStripTexts(conventionsOf(languageOf(this)))
      const [list, made] = await Promise.all([this.list(source, 0, signal), texts])
      if (signal.aborted) return
      this.shown = { list, texts: made }
      notifyPage(this, 'rw-load', { count: list.count })
    } catch (error) {
      if (signal.aborted) return
      this.failed = true
      notifyPage(this, 'rw-error', { error })
    }
  }

  protected override get isBlank(): boolean {
    return !this.say || !(this.shown || this.failed)
  }

  protected override willUpdate(): void {
    this.#height = this.renderRoot.querySelector('.root')?.getBoundingClientRect().height
  }

  // Less than the reserved space: where that is in view, it stays, so that nothing below moves.
  protected override updated(changes: Changes): void {
    super.updated(changes)
    const root = this.renderRoot.querySelector<HTMLElement>('.root')
    if (!root || this.isBlank) return
    root.style.minHeight = ''
    // A page that asks for another height gets it.
    if (![...changes].every(name => ['say', 'shown', 'failed'].includes(name))) return
    const { top, height } = root.getBoundingClientRect()
    const kept = Math.min(this.#height ?? 0, innerHeight - top)
    if (kept > height) root.style.minHeight = `${kept}px`
  }

  protected override render(): TemplateResult {
    const { say, shown, failed } = this
    if (!say || (!shown && !failed)) return html`<div class="root blank">${this.blank()}</div>`
    return html`<div class="root" lang=${say.locale} dir=${say.dir}>
      ${
        shown && !failed
          ? this.strip(shown, say)
          : html`<div class="note">
              <p>${say.texts.failed}</p>
              <button part="button" class="pill" type="button" @click=${() => this.reload()}>${say.texts.retry}</button>
            </div>`
      }
    </div>`
  }

  /** Opens the picture view at one of the pictures; or a review alone, which has none. */
  protected async open(first: string | Review, broken: Iterable<string> = []): Promise<void> {
    const [{ openView }, { RwReviews }] = await Promise.all([
      import('../reviews/dialogs/open-pictures.ts'),
      import('../reviews/reviews.ts'),
    ])
    this.#dress(RwReviews.styles)
    const { say, shown, source } = this
    if (!say || !shown || !source) return
    const { result, count, meta } = shown.list
    const from = result.length
    const load = async (offset: number) => {
      const more = await this.list(source, from + offset)
      return { ...more, count: more.count - from }
    }
    const all = { say, storeName: meta.store_name, broken }
    if (typeof first !== 'string') await openView(this.renderRoot, { ...all, first: '' }, [first])
    else await openView(this.renderRoot, { ...all, first }, result, count > from ? load : undefined)
  }

  // The view has the styles of reviews. Those of the strip follow, so that it stays as it is.
  #dress(styles: readonly string[]): void {
    const [sheet, { adoptedStyleSheets: own }] = [sheetOf(styles), this.renderRoot]
    if (!own.includes(sheet)) this.renderRoot.adoptedStyleSheets = [sheet, ...own]
  }
}

/** Opens what a link of a picture leads to in the page; with a key for a new tab or window, the browser does. */
export function opening(open: () => unknown): (event: MouseEvent) => void {
  return event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
}
