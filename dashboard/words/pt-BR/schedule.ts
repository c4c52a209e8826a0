import type { words as english } from '../en/schedule.ts'
import type { Translation } from '../entries.ts'

export const words = {
  days: { one: '{count} dia após a entrega', other: '{count} dias após a entrega' },
  sameDay: 'no dia da entrega',
  firstTime: 'no primeiro horário de envio após a entrega',
  moved: 'adiado de {from}',
  Saturday: 'sábado',
  Sunday: 'domingo',
  holiday: 'feriado de {name}',
} as const satisfies Translation<typeof english>
