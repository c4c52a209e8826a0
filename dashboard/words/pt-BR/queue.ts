import type { words as english } from '../en/queue.ts'
import type { Translation } from '../entries.ts'

export const words = {
  product: 'Produto',
  anyProduct: 'Todos os produtos',
  clearProduct: 'Mostrar todos os produtos',
  noProduct: 'Nenhum produto encontrado',
  anyDate: 'Qualquer data',
  between: '{from} – {to}',
  since: 'A partir de {from}',
  until: 'Até {to}',
  from: 'De',
  to: 'Até',
  clearDates: 'Qualquer data',
  lastDays: { one: 'Hoje', other: 'Últimos {count} dias' },
  unanswered: 'Sem resposta',
} as const satisfies Translation<typeof english>
