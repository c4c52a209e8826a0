import type { Page } from 'playwright-core'

/**
 * Sets the spacing of WCAG 2.2, 1.4.12, in the page and its shadow roots, and returns the texts that it cuts: those of
 * elements that hide what is larger than they are, and those beyond the page. Removes the spacing again.
 */
export async function textsCutBySpacing(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const spacing = `* {
      line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`
    const elements: HTMLElement[] = []
    const roots: (Document | ShadowRoot)[] = []
    const visit = (root: Document | ShadowRoot) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(spacing)
      root.adoptedStyleSheets.push(sheet)
      roots.push(root)
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        elements.push(element)
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    visit(document)
    const hasText = (element: HTMLElement) =>
      [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
    const isSeen = (element: Element | null): boolean => {
      if (element === null) return true
      const { clip, clipPath } = getComputedStyle(element)
      return clip === 'auto' && clipPath === 'none' && isSeen(element.parentElement)
    }
    const isRead = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isSeen(element)
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      return (
        (overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== 'visible' && overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 1)
      )
    }
    const isBeyond = (element: HTMLElement) => element.getBoundingClientRect().right > innerWidth + 1
    const cut = elements
      .filter(element => isRead(element) && hasText(element) && (isCut(element) || isBeyond(element)))
      .map(
        element => `${element.localName}.${element.className}: ${element.textContent?.trim().slice(0, 80)}`,
      )
    for (const root of roots) root.adoptedStyleSheets.pop()
    return cut
  })
}
