import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ReviewList } from '../reviews/wire.ts'
import { pictureLink, type StripView } from '../strips/picture-link.ts'
import type { Film } from './films.ts'
import { tileClasses } from './tiles.ts'

/**
 * The first pictures as links to them; the last visible one says how many follow. `films`: those that are of videos.
 */
export function tiles(
  list: ReviewList,
  rows: number,
  view: StripView,
  films?: ReadonlyMap<string, Film>,
): TemplateResult | typeof nothing {
  const { say, texts, broken } = view
  const pictures = list.result.flatMap(review => review.pictures).filter(address => !broken.has(address))
  const count = pictures.length
  const isWhole = list.count === list.result.length
  if (count === 0) return nothing
  const rest = (further: number) => (isWhole ? `+${say.number(further)}` : `${say.number(further)}+`)
  const cover = (index: number) =>
    html`<span part="rest" class="rest" dir="ltr" data-count=${rest(count - index - 1)}></span>`
  return html`<div part="list" class="tiles" role="group" aria-label=${texts.pictures}>
    ${tileClasses(count, rows).map((style, index) => {
      const address = pictures[index] ?? ''
      const film = films?.get(address)
      const place = { place: index + 1, count, style, words: film?.words }
      return pictureLink(address, place, view, [film?.sign, / l\d/.test(style) ? cover(index) : undefined])
    })}
  </div>`
}
