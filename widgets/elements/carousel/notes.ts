import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Conventions } from '../../locale.ts'
import type { DetailTexts } from '../reviews/extras/details.ts'
import type { Review } from '../reviews/wire.ts'

/** Loads the texts of the notes, if a review has one. */
export function loadNoteTexts(
  reviews: readonly Review[],
  conventions: Conventions,
): Promise<DetailTexts> | undefined {
  if (reviews.some(({ insider, incentivized, pinned }) => insider || incentivized || pinned))
    return import('../reviews/extras/details.ts').then(({ loadDetailTexts }) => loadDetailTexts(conventions))
}

/** What the law asks for: who works for the store or was rewarded, and that the store chose it. */
export function notes(
  { insider, incentivized, pinned }: Review,
  texts: DetailTexts | undefined,
): TemplateResult | typeof nothing {
  const said = [insider && texts?.insider, incentivized && texts?.incentivized, pinned && texts?.chosen]
    .filter(Boolean)
    .join(' · ')
  return said ? html`<p part="mark" class="ware">${said}</p>` : nothing
}
