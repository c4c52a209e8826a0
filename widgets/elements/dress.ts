import { sheetOf } from '../css.ts'

/** Adds styles to a shadow tree, unless it has them. */
export function dress(root: ShadowRoot, styles: readonly string[]): void {
  const sheet = sheetOf(styles)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
