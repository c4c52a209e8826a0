import { html, type nothing, type TemplateResult } from 'lit/html.js'
import type { Conventions } from '../../locale.ts'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { dress } from '../dress.ts'
import { galleryProperties } from '../more-properties.ts'
import type { ReviewList } from '../reviews/wire.ts'
import type { StripView } from '../strips/picture-link.ts'
import { galleryQuery } from '../strips/queries.ts'
import { Strip } from '../strips/strip.ts'
import type { StripTexts } from '../strips/strip-texts.ts'
import type { Film } from './films.ts'
import { styles } from './gallery.styles.ts'
import { rowsOf } from './tiles.ts'
import { tiles } from './view.ts'

/**
 * The pictures of a product's reviews, or of all of the store, as tiles. Each opens in the picture view, beside its
 * review; the view leads through all pictures, however many tiles there are. A video's poster says how long it is.
 * Without pictures it shows nothing.
 *
 * @tagname rw-gallery
 * @attr {string} data-store-id - The store's id. Default: the page's setting.
 * @attr {string} data-store-key - The store's public key. Default: the page's setting.
 * @attr {string} data-api-url - The address of the service. Default: the origin of the script.
 * @attr {string} data-product-id - The product's id. Without a product, the pictures of the whole store.
 * @attr {string} data-product-sku - The product's SKU, instead of its id.
 * @attr {number} [data-rows=2] - The number of rows, 1 to 6.
 * @fires {CustomEvent<{ count: number }>} rw-load - The pictures were loaded: the number of reviews that have some.
 * @fires {CustomEvent<{ error: unknown }>} rw-error - The pictures could not be loaded.
 * @csspart list - The tiles.
 * @csspart picture - A tile.
 * @csspart film - The sign of a video, with its length.
 * @csspart rest - What covers the last tile, with the number of further pictures.
 * @csspart button - The button "Try again".
 * @cssprop [--rw-row-height=9rem] - The height of a row.
 */
export class RwGallery extends Strip {
  static override properties = { ...Strip.properties, ...galleryProperties }
  static override styles = [shared, controls, styles]

  /** The number of rows, 1 to 6. */
  declare rows: number

  #films: ReadonlyMap<string, Film> | undefined

  protected override get query(): Record<string, string | number> {
    return galleryQuery
  }

  protected override blank(): TemplateResult {
    return html`<div class="tiles" .style=${`--_rows:${rowsOf(this.rows)}`}></div>`
  }

  protected override strip(list: ReviewList, view: StripView): TemplateResult | typeof nothing {
    return tiles(list, this.rows, view, this.#films)
  }

  protected override async prepare(
    { result }: ReviewList,
    conventions: Conventions,
    { video }: StripTexts,
  ): Promise<void> {
    if (!result.some(({ videos }) => videos)) return
    const { filmsOf, filmStyles } = await import('./films.ts')
    this.#films = filmsOf(result, conventions, video)
    dress(this.renderRoot, filmStyles)
  }
}
