import { html, type TemplateResult } from 'lit/html.js'
import { styles as carouselStyles } from '../../../../widgets/elements/carousel/carousel.styles.ts'
import { row } from '../../../../widgets/elements/carousel/view.ts'
import { controls } from '../../../../widgets/elements/controls.styles.ts'
import { styles as galleryStyles } from '../../../../widgets/elements/gallery/gallery.styles.ts'
import { tiles } from '../../../../widgets/elements/gallery/view.ts'
import type { ReviewList } from '../../../../widgets/elements/reviews/wire.ts'
import { type Say, sayIn } from '../../../../widgets/elements/say.ts'
import { carouselQuery, galleryQuery } from '../../../../widgets/elements/strips/queries.ts'
import { loadStripTexts, type StripTexts } from '../../../../widgets/elements/strips/strip-texts.ts'
import { conventionsOf, loadTexts } from '../../../../widgets/locale.ts'
import { shared } from '../../../../widgets/styles.ts'
import { designRule, elementMarkup, sourceProps, templateOf } from './element.ts'
import { markupOf } from './markup.ts'
import type {
  CarouselOptions,
  CarouselProps,
  GalleryOptions,
  GalleryProps,
  Rendered,
  ReviewsAnswer,
  SourceProps,
} from './options.ts'
import { read } from './read.ts'

/**
 * Writes `<rw-gallery>` with its pictures as links. Without an answer of the service it is written without content, and
 * loads in the browser.
 */
export async function renderGallery(options: GalleryOptions): Promise<Rendered<GalleryProps>> {
  const { rows } = options
  const props = { ...sourceProps(options), rows }
  return await render('rw-gallery', options, props, galleryQuery, galleryStyles, (list, say, texts) =>
    tiles(list, { say, texts, rows: rows ?? 2, broken, breaks: nobody, open: () => nobody }),
  )
}

/**
 * Writes `<rw-carousel>` with its reviews, which scroll without scripts. Without an answer of the service it is written
 * without content, and loads in the browser.
 */
export async function renderCarousel(options: CarouselOptions): Promise<Rendered<CarouselProps>> {
  const { source } = options
  const props = { ...sourceProps(options), source }
  // Buttons act when the element is there.
  const styles = `${carouselStyles}:host(:not(:defined)) .turns{visibility:hidden}`
  return await render('rw-carousel', options, props, carouselQuery(source), styles, (list, say, texts) =>
    list.result.length === 0
      ? []
      : row(list.result, {
          ...{ say, texts, broken, breaks: nobody, turn: nobody, key: nobody, moved: nobody },
          ...{ openPicture: () => nobody, openReview: nobody },
        }),
  )
}

// Nobody can act on HTML: the element adds its listeners when it takes the content over.
const nobody = (): void => {}
const broken = new Set<string>()

type Content = (list: ReviewList, say: Say, texts: StripTexts) => unknown

async function render<Props extends SourceProps>(
  tag: string,
  options: GalleryOptions | CarouselOptions,
  props: Props,
  query: Record<string, string | number>,
  styles: string,
  content: Content,
): Promise<Rendered<Props>> {
  const { data, lang, timeZone = 'UTC', nonce, productId, productSku } = options
  try {
    const parameters = { ...query, product_id: productId, product_sku: productSku }
    const list = data ?? (await read<ReviewsAnswer>(options, 'reviews', parameters))
    const say = sayIn(lang, await loadTexts(lang), timeZone)
    const texts = await loadStripTexts(conventionsOf(lang))
    const shown = rootOf(say, content(list as ReviewList, say, texts))
    const rules = [shared, controls, styles, designRule(list.meta.design)]
    const whole = { ...props, template: templateOf(markupOf(shown), rules.join(''), nonce) }
    return { html: elementMarkup(tag, whole), props: whole }
  } catch (error) {
    return { html: elementMarkup(tag, props), props, error }
  }
}

function rootOf({ locale, dir }: Say, content: unknown): TemplateResult {
  return html`<div class="root" lang=${locale} dir=${dir}>${content}</div>`
}
