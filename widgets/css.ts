const sheets = new WeakMap<readonly string[], CSSStyleSheet>()

/** Marks CSS for editors, and for the build, which minifies it. */
export function css(text: TemplateStringsArray): string {
  return text.join('')
}

/** The styles as a stylesheet that all shadow trees share. A strict Content-Security-Policy allows adopted sheets. */
export function sheetOf(styles: readonly string[]): CSSStyleSheet {
  const known = sheets.get(styles)
  if (known) return known
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.join(''))
  sheets.set(styles, sheet)
  return sheet
}
