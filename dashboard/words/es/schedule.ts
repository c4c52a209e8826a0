import type { words as english } from '../en/schedule.ts'
import type { Translation } from '../entries.ts'

export const words = {
  days: { one: '{count} día tras la entrega', other: '{count} días tras la entrega' },
  sameDay: 'el día de la entrega',
  firstTime: 'a la primera hora de envío tras la entrega',
  moved: 'pospuesto del {from}',
  Saturday: 'sábado',
  Sunday: 'domingo',
  holiday: 'día festivo {name}',
} as const satisfies Translation<typeof english>
