import { html, type TemplateResult } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { notifyPage } from '../element.ts'
import { LoadingElement } from '../loading-element.ts'
import { badgeProperties } from '../more-properties.ts'
import { styles } from './badge.styles.ts'
import { badge, type StoreRating } from './view.ts'

/**
 * The rating of the store itself in one line: stars, average and number of reviews, with a link to the page of all
 * reviews.
 *
 * @tagname rw-badge
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {'compact'} [data-theme] - `compact` shows one star, and no frame.
 * @attr {string} [data-url] - The address of the page of all reviews, such as `/reviews`. Without it, it is no link.
 * @fires {CustomEvent<{ average: number, total: number }>} rw-load - The rating is shown.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The rating could not be loaded. Its space stays empty.
 * @csspart base - The whole line.
 * @csspart stars - The stars.
 * @csspart average - The average as a number.
 * @csspart total - The number of reviews.
 */
export class RwBadge extends LoadingElement {
  static override properties = { ...LoadingElement.properties, ...badgeProperties, rated: {} }
  static override styles = [shared, controls, styles]

  readonly isOfStore = true
  /** `compact`, or null for five stars in a frame. */
  declare theme: string | null
  /** The address of the page of all reviews. */
  declare url: string | undefined
  private declare rated: StoreRating | undefined

  protected override async load(source: Source, signal: AbortSignal): Promise<void> {
    try {
      const { average, total } = await read<StoreRating>(source, 'store-rating', {}, signal)
      if (!(average >= 0 && average <= 5 && total >= 0)) throw new Error('no rating')
      this.rated = { average, total }
      notifyPage(this, 'rw-load', { average, total })
    } catch (error) {
      // A shopper cannot do anything about it.
      if (!signal.aborted) notifyPage(this, 'rw-error', { error })
    }
  }

  protected override get isBlank(): boolean {
    return !(this.say && this.rated)
  }

  protected override render(): TemplateResult {
    const { say, rated, theme, url } = this
    if (!say || !rated) return html`<div class="root blank"></div>`
    return html`<div class="root" lang=${say.locale} dir=${say.dir}>${badge(rated, { say, theme, url })}</div>`
  }
}
