import { html, type nothing, type TemplateResult } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { type Conventions, conventionsOf, languageOf } from '../../locale.ts'
import { type Changes, notifyPage } from '../element.ts'
import { LoadingElement } from '../loading-element.ts'
import type { DetailTexts } from '../reviews/extras/details.ts'
import type { Review, ReviewList } from '../reviews/wire.ts'
import type { Say } from '../say.ts'
import type { StripView } from './picture-link.ts'
import { loadStripTexts, type StripTexts } from './strip-texts.ts'

/** The reviews of one response, with the texts to show them. */
type Shown = { list: ReviewList; texts: StripTexts; noteTexts: DetailTexts | undefined }

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
  #broken = new Set<string>()

  /** The parameters of its request. */
  protected abstract get query(): Record<string, string | number>

  protected abstract strip(list: ReviewList, view: StripView): TemplateResult | typeof nothing

  /** Loads the texts of the notes on reviews. */
  protected noteTexts?(reviews: readonly Review[], conventions: Conventions): Promise<DetailTexts> | undefined

  /** Loads what only some lists need. */
  protected prepare?(list: ReviewList, conventions: Conventions, texts: StripTexts): Promise<void>

  /** The reserved space. */
  protected abstract blank(): TemplateResult

  /** Reads the reviews from an offset. */
  protected async list(source: Source, offset = 0, signal?: AbortSignal): Promise<ReviewList> {
    const { name, value } = source.product
    const parameters = {
      ...this.query,
      locale: conventionsOf(languageOf(this)).locale,
      [name]: value || undefined,
      offset: offset || undefined,
    }
    return await read<ReviewList>(source, 'reviews', parameters, signal)
  }

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    this.failed = undefined
    try {
      const conventions = conventionsOf(languageOf(this))
      const reading = this.list(source, 0, signal)
      const [list, texts] = await Promise.all([reading, loadStripTexts(conventions)])
      await this.prepare?.(list, conventions, texts)
      const noteTexts = await this.noteTexts?.(list.result, conventions)
      if (signal.aborted) return
      this.shown = { list, texts, noteTexts }
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
    if (!say || this.isBlank) return html`<div class="root blank">${this.blank()}</div>`
    return html`<div class="root" lang=${say.locale} dir=${say.dir}>
      ${
        shown && !failed
          ? this.strip(shown.list, this.#view(say, shown))
          : html`<div class="note">
              <p>${say.texts.failed}</p>
              <button part="button" class="pill" type="button" @click=${() => this.reload()}>${say.texts.retry}</button>
            </div>`
      }
    </div>`
  }

  #view(say: Say, { texts, noteTexts }: Shown): StripView {
    return {
      say,
      texts,
      noteTexts,
      broken: this.#broken,
      breaks: address => {
        this.#broken.add(address)
        this.requestUpdate()
      },
      open: address => event => {
        // The browser opens the link in a new tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void this.open(address)
      },
    }
  }

  /** Opens the picture view at one of the pictures; or a review alone, which has none. */
  protected async open(first: string | Review): Promise<void> {
    const { openStrip } = await import('../reviews/dialogs/open-strip.ts')
    const { say, shown, source } = this
    if (!say || !shown || !source) return
    const read = (offset: number) => this.list(source, offset)
    await openStrip(this.renderRoot, { say, list: shown.list, read, broken: this.#broken, first })
  }
}
