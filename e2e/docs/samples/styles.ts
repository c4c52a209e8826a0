import type { Browser } from 'playwright-core'
import { widgetElements } from './html.ts'

// Within the browser.
declare const CSS: { supports: (nameOrCondition: string, value?: string) => boolean }

/** What is wrong with style sheets: asks a browser about each declaration, and the widgets' manifest about their names. */
export async function checkStyles(sheets: string[], browser: Browser): Promise<string[]> {
  const rules = sheets.flatMap(sheet => rulesOf(sheet))
  const page = await browser.newPage()
  const refused = await page.evaluate(
    all =>
      all.flatMap(({ selector, declarations }) => [
        ...(CSS.supports(`selector(${selector.split(',')[0]})`) ? [] : [selector]),
        ...declarations
          .filter(({ name, value }) => !CSS.supports(name, value))
          .map(({ name, value }) => `${name}: ${value}`),
      ]),
    rules.filter(({ selector }) => selector !== ''),
  )
  await page.close()
  return [...refused, ...rules.flatMap(unknownNames)]
}

type Rule = { selector: string; declarations: { name: string; value: string }[]; rest?: string }

function rulesOf(sheet: string): Rule[] {
  const rest = sheet.replace(/([^{}]+)\{([^{}]*)\}/g, '').trim()
  const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    declarations: body
      .split(';')
      .filter(text => text.trim() !== '')
      .map(text => text.split(':'))
      .map(([name = '', ...value]) => ({ name: name.trim(), value: value.join(':').trim() })),
  }))
  return rest === '' ? rules : [...rules, { selector: '', declarations: [], rest }]
}

function unknownNames({ selector, declarations, rest }: Rule): string[] {
  if (rest !== undefined) return [`no rule: ${rest}`]
  const own = widgetElements().find(({ tagName }) => selector.startsWith(tagName))
  const parts = [...selector.matchAll(/::part\(([^)]*)\)/g)].map(([, part = '']) => part)
  const variables = declarations.map(({ name }) => name).filter(name => name.startsWith('--'))
  return [
    ...parts
      .filter(part => !own?.cssParts.some(({ name }) => name === part))
      .map(part => `${selector}: ${part}`),
    ...variables
      .filter(variable => !own?.cssProperties.some(({ name }) => name === variable))
      .map(variable => `${selector} has no ${variable}`),
  ]
}
