import { expect, test } from 'vitest'
import {
  inEveryLanguage,
  quote,
  type Sentence,
  sentence,
  uniqueSentences,
  wordSentences,
} from './sentences.ts'

const day = (text: string) => sentence('day', { day: text })

test.each<[Sentence[], string, string]>([
  [[], '', ''],
  [[sentence('waits')], 'Waits for delivery.', 'Espera a entrega.'],
  [
    [
      sentence('scheduled', {
        when: [day('2026-11-23'), sentence('estimatedDay', { day: '2026-11-25' }), day('2026-11-26')],
      }),
      sentence('waitsForDelivery', { count: 1 }),
      sentence('wentBack', { count: 2 }),
    ],
    'Scheduled: delivered 2026-11-23, 2026-11-25 (estimated), 2026-11-26. 1 product waits for delivery. 2 products went back.',
    'Agendado: entregue em 2026-11-23, 2026-11-25 (estimativa), 2026-11-26. 1 produto espera a entrega. 2 produtos foram devolvidos.',
  ],
  [
    [sentence('wooActivated', { topic: 'order.updated', status: 'disabled' })],
    "order.updated: was disabled, is active now, with this connection's secret.",
    'order.updated: estava desativado, agora está ativo, com o segredo desta conexão.',
  ],
  [
    ['product_id', 'ordered_at'].map(field => sentence('inField', { field, problem: [sentence('finds')] })),
    'product_id: the expression finds nothing; ordered_at: the expression finds nothing',
    'product_id: a expressão não encontra nada; ordered_at: a expressão não encontra nada',
  ],
  [
    [sentence('pausedWhy', { why: [sentence('nuvemUninstalled')] })],
    'Paused: The app was uninstalled in Nuvemshop.',
    'Pausada: O aplicativo foi desinstalado na Nuvemshop.',
  ],
  [
    [sentence('waits'), sentence('completedLater'), quote('The shop is closed.')],
    'Waits for delivery. Completed later: The shop is closed.',
    'Espera a entrega. Será completado depois: The shop is closed.',
  ],
])('%j', (sentences, english, portuguese) => {
  expect(inEveryLanguage(...sentences)).toMatchObject({ en: english, 'pt-BR': portuguese })
})

test('a name of another release has no text, and a missing value neither', () => {
  expect(wordSentences([{ name: 'ofAnotherRelease' as 'waits' }, sentence('waits')])).toBe(
    'Waits for delivery.',
  )
  expect(wordSentences([{ name: 'vtexAnswers' }])).toBe('VTEX answers:  orders invoiced in the last 30 days.')
})

test('a value has no NUL and at most 500 characters', () => {
  expect(wordSentences([quote(`\0${'x'.repeat(900)}`)])).toHaveLength(500)
})

test('a value that is cut within a letter of two code units is still JSON that PostgreSQL stores', () => {
  expect(quote(`${'x'.repeat(499)}😀`)).toEqual({
    name: 'other',
    values: { text: `${'x'.repeat(499)}\uFFFD` },
  })
})

test('a line of the log has each sentence once, and at most 20', () => {
  const some = Array.from({ length: 60 }, (_, at) => quote(String(at % 30)))
  expect(uniqueSentences(some)).toEqual(some.slice(0, 20))
})
