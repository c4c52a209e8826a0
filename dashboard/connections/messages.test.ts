import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { textsIn } from '../../server/foundation/texts/texts.ts'
import { templateOf } from '../words/entries.ts'
import { patternsOf, translateMessage } from './messages.ts'

const english = textsIn('dashboard', 'en')['shop-messages']
const texts = textsIn('dashboard', 'pt-BR')['shop-messages']
const patterns = patternsOf(english)
const inPortuguese = (message: string) => translateMessage(message, patterns, texts)

test.each([
  ['Waits for delivery.', 'Espera a entrega.'],
  [
    'Scheduled: delivered 2026-11-23, 2026-11-25 (estimated). 1 product waits for delivery. 2 products went back.',
    'Agendado: entregue em 2026-11-23, 2026-11-25 (estimativa). 1 produto espera a entrega. 2 produtos foram devolvidos.',
  ],
  [
    "order.updated: was disabled, is active now, with this connection's secret.",
    'order.updated: estava desativado, agora está ativo, com o segredo desta conexão.',
  ],
  [
    'The shop refuses the consumer key (401: Sorry, you cannot list resources.).',
    'A loja recusa a chave (401: Sorry, you cannot list resources.).',
  ],
  [
    'product_id: the expression finds nothing; ordered_at: expected a date such as 2026-11-20T14:03:00Z, got "20/11"',
    'product_id: a expressão não encontra nada; ordered_at: esperado uma data como 2026-11-20T14:03:00Z, veio "20/11"',
  ],
  ['Paused: The app was uninstalled in Nuvemshop.', 'Pausada: O aplicativo foi desinstalado na Nuvemshop.'],
  ['The order cannot be read: it is not JSON.', 'O pedido: não foi possível ler, pois não é JSON.'],
  [
    'The order cannot be read: status: Invalid input: expected string, received undefined.',
    'O pedido: não foi possível ler, pois status deveria ser string e veio undefined.',
  ],
  [
    'Known: delivered 2026-11-23. The address was corrected, but the earlier one gets no mail (unsubscribed): nobody is asked. 2 products had no room: an order has at most 500.',
    'Já conhecido: entregue em 2026-11-23. O e-mail foi corrigido, mas o anterior não recebe mensagens (descadastrado): ninguém é convidado. 2 produtos não couberam: um pedido tem no máximo 500.',
  ],
  ['Something that no release said.', 'Something that no release said.'],
  ['', ''],
])('%j', (message, translated) => expect(inPortuguese(message)).toBe(translated))

// Composed of parts, which the examples above contain; or an answer to a sender, whose webhook is not in the log.
const composedOrUnseen = [
  '{}: its review requests are cancelled.',
  '{} before anything was scheduled.',
  '{} for delivery.',
  '{} went back.',
  'Back-fill: {} changes read{}.',
  '{}: delivered {}.',
  'The order was placed on {}{}.',
  'WooCommerce sent an error instead of the order: {}{}.',
  'The shop’s API answers with something that is not JSON{}.',
  '{} went back as the store says: not asked about.',
  '{} had no room: an order has at most 500.',
  'The shop refuses the consumer key ({}{}).',
  'The shop answered with {}{}.',
  'The header X-Realword-Secret is missing or wrong.',
  'The shop has sent nothing since {}, but {}.',
]

test('every sentence that the server says about a shop is in the catalogue', () => {
  const known = new Set([...Object.values(english).map(templateOf).map(withoutNames), ...composedOrUnseen])
  expect(sentences().filter(sentence => !known.has(sentence))).toEqual([])
})

const withoutNames = (text: string) => text.replace(/\{\w+\}/g, '{}')

/** The sentences in the sources of server/links/connections/ that members read. */
function sentences(): string[] {
  const folder = fileURLToPath(new URL('../../server/links/connections/', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name =>
      name.endsWith('.ts') && !/\.test\.ts$|authenticate|connect-routes|queries|receive|troubled/.test(name),
  )
  return sources.flatMap(name => sentencesIn(readFileSync(`${folder}${name}`, 'utf8')))
}

function sentencesIn(code: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    // A whole sentence: it ends with a full stop.
    if (text && /\w \S.*\.$/s.test(text)) found.push(text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('one.ts', code, ts.ScriptTarget.Latest))
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}
