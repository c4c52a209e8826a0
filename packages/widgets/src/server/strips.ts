import { html } from 'lit/html.js'
import { styles as carouselStyles } from '../../../../widgets/elements/carousel/carousel.styles.ts'
import { loadNoteTexts } from '../../../../widgets/elements/carousel/notes.ts'
import { row } from '../../../../widgets/elements/carousel/view.ts'
import { controls } from '../../../../widgets/elements/controls.styles.ts'
import { filmStyles, filmsOf } from '../../../../widgets/elements/gallery/films.ts'
import { styles as galleryStyles } from '../../../../widgets/elements/gallery/gallery.styles.ts'
import { tiles } from '../../../../widgets/elements/gallery/view.ts'
import type { ReviewList } from '../../../../widgets/elements/reviews/wire.ts'
import type { Say } from '../../../../widgets/elements/say.ts'
import { carouselQuery, galleryQuery } from '../../../../widgets/elements/strips/queries.ts'
import { loadStripTexts } from '../../../../widgets/elements/strips/strip-texts.ts'
import { localeOf } from '../../../../widgets/locale.ts'
import { shared } from '../../../../widgets/styles.ts'
import { designRule, render, sourceProps } from './element.ts'
import type {
  CarouselOptions,
  CarouselProps,
  GalleryOptions,
  GalleryProps,
  Rendered,
  ReviewsAnswer,
} from './options.ts'
import { read } from './read.ts'
import { nobody, sayFor } from './views.ts'

/**
 * Writes `<rw-gallery>` with its pictures as links. Without an answer of the service it is written without content, and
 * loads in the browser.
 */
export async function renderGallery(options: GalleryOptions): Promise<Rendered<GalleryProps>> {
  const { rows } = options
  const props = { ...sourceProps(options), rows }
  return await render('rw-gallery', options, props, async () => {
    const { list, view } = await readStrip(options, galleryQuery)
    const films = filmsOf(list.result, view.say, view.texts.video)
    const styles = [galleryStyles, ...(films.size > 0 ? filmStyles : [])]
    return strip(list, view.say, tiles(list, rows ?? 2, view, films), styles.join(''))
  })
}

/**
 * Writes `<rw-carousel>` with its reviews, which scroll without scripts. Without an answer of the service it is written
 * without content, and loads in the browser.
 */
export async function renderCarousel(options: CarouselOptions): Promise<Rendered<CarouselProps>> {
  const { source } = options
  const props = { ...sourceProps(options), source }
  return await render('rw-carousel', options, props, async () => {
    const { list, view } = await readStrip(options, carouselQuery(source))
    const acts = { turn: nobody, key: nobody, moved: nobody, openReview: nobody }
    const noteTexts = await loadNoteTexts(list.result, view.say)
    const shown = list.result.length === 0 ? [] : row(list.result, { ...view, ...acts, noteTexts })
    // Buttons act when the element is there.
    const styles = `${carouselStyles}:host(:not(:defined)) .turns{visibility:hidden}`
    return strip(list, view.say, shown, styles)
  })
}

const idle = { broken: new Set<string>(), breaks: nobody, open: () => nobody }

async function readStrip(options: GalleryOptions | CarouselOptions, query: Record<string, string | number>) {
  const { data, productId, productSku } = options
  const locale = localeOf(options.lang)
  const parameters = { ...query, locale, product_id: productId, product_sku: productSku }
  const list = data ?? (await read<ReviewsAnswer>(options, 'reviews', parameters))
  const say = await sayFor(options)
  const view = { say, texts: await loadStripTexts(say), noteTexts: undefined, ...idle }
  return { list: list as ReviewList & ReviewsAnswer, view }
}

function strip(
  { meta }: ReviewsAnswer,
  { locale, dir }: Say,
  content: unknown,
  styles: string,
): [unknown, string[]] {
  const shown = html`<div class="root" lang=${locale} dir=${dir}>${content}</div>`
  return [shown, [shared, controls, styles, designRule(meta.design)]]
}
