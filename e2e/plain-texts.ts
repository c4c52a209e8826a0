import type { Page } from 'playwright-core'

/** The visible texts and the labels of each element that a selector matches, shadow trees included. */
export async function shownTexts(page: Page, selector: string): Promise<string[][]> {
  return await page.evaluate<
    string[][]
  >(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}), root => {
    const found = []
    const visit = node => {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.nodeValue)
      if (node.nodeType === Node.ELEMENT_NODE) {
        if (['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName) || !node.checkVisibility()) return
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '')
        if (node.shadowRoot) visit(node.shadowRoot)
      }
      node.childNodes.forEach(visit)
    }
    visit(root)
    return found
  })`)
}

/**
 * The visible texts and the labels of a page in the pseudo-language en-XA that have plain letters, besides `known` ones,
 * which are data. All letters of our own texts have accents there, so these are in no catalogue.
 */
export async function plainTexts(page: Page, known: readonly string[]): Promise<string[]> {
  const texts = (await shownTexts(page, 'body')).flat()
  const ours = texts.map(text => known.reduce((rest, one) => rest.replaceAll(one, ''), text.trim()))
  return ours.filter(text => /[a-z]{2}/i.test(text))
}
