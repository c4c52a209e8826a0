import { html, type nothing, type TemplateResult } from 'lit/html.js'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { galleryProperties } from '../more-properties.ts'
import type { ReviewList } from '../reviews/wire.ts'
import type { StripView } from '../strips/picture-link.ts'
import { galleryQuery } from '../strips/queries.ts'
import { Strip } from '../strips/strip.ts'
import { styles } from './gallery.styles.ts'
import { rowsOf } from './tiles.ts'
import { tiles } from './view.ts'

/**
 * The pictures of a product's reviews, or of all of the store, as tiles. Each opens in the picture view, beside its
 * review; the view leads through all pictures, however many tiles there are. Without pictures it shows nothing.
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
 * @csspart rest - What covers the last tile, with the number of further pictures.
 * @csspart button - The button "Try again".
 * @cssprop [--rw-row-height=9rem] - The height of a row.
 */
export class RwGallery extends Strip {
  static override properties = { ...Strip.properties, ...galleryProperties }
  static override styles = [shared, controls, styles]

  /** The number of rows, 1 to 6. */
  declare rows: number

  protected override get query(): Record<string, string | number> {
    return galleryQuery
  }

  protected override blank(): TemplateResult {
    return html`<div class="tiles" .style=${`--_rows:${rowsOf(this.rows)}`}></div>`
  }

  protected override strip(list: ReviewList, view: StripView): TemplateResult | typeof nothing {
    return tiles(list, this.rows, view)
  }
}
