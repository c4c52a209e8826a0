import { html, type TemplateResult } from 'lit/html.js'
import { css } from '../../css.ts'
import type { Conventions } from '../../locale.ts'
import type { Review } from '../reviews/wire.ts'

/** What a tile with the poster of a video adds: words for screen readers, and a sign. */
export type Film = { words: string; sign: TemplateResult }

/** By the address of their poster. `word`: what a video is called. */
export function filmsOf(
  reviews: readonly Review[],
  { locales }: Conventions,
  word: string,
): Map<string, Film> {
  const length = new Intl.NumberFormat(locales, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const videos = reviews.flatMap(({ videos = [] }) => videos)
  return new Map(
    videos.map(({ poster, seconds }) => [
      poster ?? '',
      { words: `${word}, ${length.format(seconds)}`, sign: sign(seconds) },
    ]),
  )
}

function sign(seconds: number): TemplateResult {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  // A text would have to be part of the name of the link, which says it in words.
  return html`<span part="film" class="film" dir="ltr" data-time=${time}
    ><svg viewBox="0 0 10 12" width="10" height="12" aria-hidden="true"><path d="M0 0v12l10-6Z" /></svg
  ></span>`
}

const styles = css`
  .film {
    position: absolute;
    inset-block-end: 0.5rem;
    inset-inline-start: 0.5rem;
    display: flex;
    align-items: center;
    gap: 0.4em;
    padding: 0.1em 0.7em;
    border-radius: 99px;
    background: rgb(10 10 12 / 0.72);
    color: #fff;
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
  }
  .film::after {
    content: attr(data-time);
  }
  .film svg {
    fill: currentColor;
  }
`

export const filmStyles: readonly string[] = [styles]
