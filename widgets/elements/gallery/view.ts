import { html, nothing, type TemplateResult } from 'lit/html.js'
import { sizedOf } from '../icons.ts'
import type { ReviewList } from '../reviews/wire.ts'
import type { Say } from '../say.ts'
import type { StripTexts } from '../strips/strip-texts.ts'
import { tileClasses } from './tiles.ts'

export type TilesView = {
  say: Say
  texts: StripTexts
  rows: number
  /** Pictures that cannot be displayed. */
  broken: ReadonlySet<string>
  breaks: (address: string) => void
  open: (address: string) => (event: MouseEvent) => void
}

/** The first pictures as links to them; the last visible one says how many follow. */
export function tiles(list: ReviewList, view: TilesView): TemplateResult | typeof nothing {
  const { say, texts, rows, broken, breaks, open } = view
  const pictures = list.result.flatMap(review => review.pictures).filter(address => !broken.has(address))
  const count = pictures.length
  const isWhole = list.count === list.result.length
  if (count === 0) return nothing
  const rest = (further: number) => (isWhole ? `+${say.number(further)}` : `${say.number(further)}+`)
  return html`<div part="list" class="tiles" role="group" aria-label=${texts.pictures}>
    ${tileClasses(count, rows).map((style, index) => {
      const address = pictures[index] ?? ''
      return html`<a
        part="picture"
        class=${style}
        href=${address}
        rel="nofollow ugc"
        aria-label=${say.texts.openPicture({ place: index + 1, count })}
        @click=${open(address)}
        ><img
          src=${sizedOf(address, 640)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          @error=${() => breaks(address)} />${/ l\d/.test(style) ? html`<span part="rest" class="rest" data-count=${rest(count - index - 1)}></span>` : nothing}</a
      >`
    })}
  </div>`
}
